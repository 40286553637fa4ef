import { createServer, type Socket } from 'node:net';
import { type startReceiver, take, verifyDelivery } from '../../api/support/receiver.ts';
import { waitUntil } from '../../api/support/wait-until.ts';
import { merchantWithEndpointIn, receivers } from '../../api/support/webhook-receivers.ts';
import { world } from '../../api/support/world.ts';

const here = world();
const { api } = here;

const receiver = receivers();
const listening = merchantWithEndpointIn(here);

describe('a merchant’s server', () => {
  test.each<[string, Parameters<typeof startReceiver>[0], object]>([
    ['fails', (response) => response.writeHead(500).end('Oops'), { status: 500, error: null }],
    [
      'redirects',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      { status: 302, error: null },
    ],
    ['resets', (response) => response.socket?.destroy(), { status: null, error: 'ECONNRESET' }],
    [
      'has too many headers',
      (response) => response.writeHead(200, { 'x-long': 'x'.repeat(10_000) }).end(),
      { status: null, error: 'HPE_HEADER_OVERFLOW' },
    ],
  ])('%s gets the event with the next attempt', async (_, behave, attempt) => {
    const server = await receiver(behave);
    const { webhook, test, attempted, list, key, path } = await listening(server.url);
    const id = await test();
    const { status, attempts, next } = await attempted(id);
    expect([status, attempts]).toEqual(['pending', [expect.objectContaining(attempt)]]);
    const pause = Date.parse(next) - Date.parse(attempts[0].time);
    expect(pause).toBeGreaterThan(4_000);
    expect(pause).toBeLessThan(60_000);
    const failing = async () => (await api('GET', path, { key })).body.webhook.failingSince;
    await waitUntil(failing, (since) => since !== null);
    server.behave = take;
    const [done] = await waitUntil(list, ([{ status }]) => status === 'succeeded');
    expect(done.attempts).toHaveLength(2);
    await waitUntil(failing, (since) => since === null);
    for (const received of server.received) verifyDelivery(webhook.secret, received);
  });

  test('a server that answers with an endless stream has accepted the event', async () => {
    const server = await receiver((response) => {
      response.writeHead(200);
      const more = () => response.destroyed || response.write('x'.repeat(65_536), more);
      more();
    });
    const { test, attempted } = await listening(server.url);
    const { status, answer } = await attempted(await test());
    expect([status, answer]).toEqual(['succeeded', 'x'.repeat(1024)]);
  });

  test('a slow server gets its event and does not delay other servers', async () => {
    const slow = await receiver((response) =>
      setTimeout(() => take(response, slow.received[0] as never, 0), 5000),
    );
    const quick = await receiver();
    const [a, b] = [await listening(slow.url), await listening(quick.url)];
    let events = 0;
    const timeOfTwenty = async () => {
      const started = Date.now();
      for (let n = 0; n < 20; n++) await b.test();
      events += 20;
      await quick.events(events);
      return Date.now() - started;
    };
    const alone = await timeOfTwenty();
    const id = await a.test();
    expect(await timeOfTwenty()).toBeLessThan(2 * alone + 3000);
    const [done] = await waitUntil(a.list, ([{ status }]) => status === 'succeeded');
    expect(done.id).toBe(id);
    expect(done.attempts.map(({ error }: { error: string }) => error)).toEqual(['TIMEOUT', null]);
    expect(done.attempts[1].duration).toBeGreaterThanOrEqual(4900);
  });

  test('a server that does not answer within ten seconds gets a later attempt', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    const { port } = await new Promise<{ port: number }>((done) =>
      silent.once('listening', () => done(silent.address() as { port: number })),
    );
    try {
      const { test, read } = await listening(`http://127.0.0.1:${port}/`);
      const id = await test();
      const { attempts, status } = await waitUntil(
        async () => (await read(id)).delivery,
        ({ attempts }) => attempts.length === 2,
      );
      expect(status).toBe('pending');
      const [first, second] = attempts;
      expect([first.error, second.error]).toEqual(['TIMEOUT', 'TIMEOUT']);
      expect(second.duration).toBeGreaterThan(9_000);
      expect(second.duration).toBeLessThan(12_000);
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });
});
