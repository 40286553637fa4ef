import { makeClock } from '../api/support/clock.ts';
import { rawMails } from '../api/support/mails.ts';
import { type Delivery, nextAttempt } from '../api/support/next-attempt.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { type Receiver, startReceiver, take } from '../api/support/receiver.ts';
import { waitUntil } from '../api/support/wait-until.ts';

const hour = 3_600_000;
const clock = makeClock();
const own = ownFlorin({ env: clock.env });
const receivers: Receiver[] = [];

beforeAll(() => {
  own.proxy.ahead = clock.ahead;
});

afterAll(() => Promise.all(receivers.map(({ stop }) => stop())));

const fail: Receiver['behave'] = (response) => response.writeHead(503).end();

async function failing() {
  const server = await startReceiver(fail);
  receivers.push(server);
  const { api, shop, authorized } = own.here;
  const { key, merchant } = await shop();
  const hooks = `/merchants/${merchant.id}/webhooks`;
  const { webhook } = (await api('POST', hooks, { key, body: { url: server.url } })).body;
  const path = `${hooks}/${webhook.id}`;
  const query = { limit: 100 };
  const list = async (): Promise<Delivery[]> => (await api('GET', `${path}/deliveries`, { key, query })).body;
  const read = async () => (await api('GET', path, { key })).body.webhook;
  const happen = () => authorized(merchant, 1000);
  return { server, key, merchant, path, list, read, happen };
}

test('a server that works again after two days gets all events', async () => {
  const { server, list, read, happen } = await failing();
  const began = clock.now();
  for (let n = 0; n < 3; n++) await happen();
  let deliveries = await waitUntil(
    list,
    (all) => all.length === 3 && all.every(({ attempts }) => attempts.length === 1),
  );
  while (clock.now() - began < 40 * hour) {
    deliveries = await nextAttempt(clock, list);
    expect(deliveries.map(({ status }) => status)).toEqual(Array(3).fill('pending'));
  }
  expect(Date.parse((await read()).failingSince)).toBeLessThan(began + hour);
  await clock.moveTo(began + 48 * hour);
  const failed = server.received.length;
  server.behave = take;
  deliveries = await nextAttempt(clock, list);
  expect(deliveries.map(({ status }) => status)).toEqual(Array(3).fill('succeeded'));
  const taken = new Set(server.received.slice(failed).map(({ event }) => event.id));
  expect([...taken].sort()).toEqual(deliveries.map(({ id }) => id).sort());
  expect(clock.now() - began).toBeGreaterThan(48 * hour);
  await waitUntil(read, ({ failingSince }) => failingSince === null);
});

test('Florin gives up an event after three days, and disables an endpoint after five days without a success', async () => {
  const { server, key, merchant, path, list, read, happen } = await failing();
  const began = clock.now();
  await happen();
  let [delivery] = await waitUntil(list, ([one]) => one?.attempts.length === 1);
  while (delivery?.status === 'pending') [delivery] = await nextAttempt(clock, list);
  expect([delivery?.status, delivery?.next, delivery?.attempts.length]).toEqual(['failed', null, 15]);
  const lasted = Date.parse(delivery?.attempts.at(-1)?.time ?? '') - began;
  expect(lasted).toBeGreaterThan(64 * hour);
  expect(lasted).toBeLessThan(80 * hour);
  expect((await read()).enabled).toBe(true);

  await clock.moveTo(began + 121 * hour);
  await happen();
  const off = await waitUntil(read, ({ enabled }) => !enabled);
  expect(off.disabled).toEqual({ at: expect.any(String), by: 'failures' });
  const mails = () => rawMails(own.florin.mail);
  const [mail = ''] = await waitUntil(
    async () => mails(),
    ({ length }) => length > 0,
  );
  expect(mail).toContain(`To: ${merchant.email}`);
  expect(mail.replace(/=\r?\n/g, '')).toContain('fordi ingen levering til den er lykkedes i fem dage');
  expect(mail).not.toContain('127.0.0.1');

  server.behave = take;
  const { api } = own.here;
  expect((await api('PUT', path, { key, body: { enabled: true } })).status).toBe(204);
  const since = { since: new Date(began - hour).toISOString() };
  expect((await api('POST', `${path}/retries`, { key, body: since })).status).toBe(202);
  await waitUntil(list, (all) => all.length === 2 && all.some(({ status }) => status === 'succeeded'));

  server.behave = fail;
  const again = clock.now();
  const failsFrom = async (time: number) => {
    const count = server.received.length;
    await happen();
    await waitUntil(
      async () => server.received.length,
      (received) => received > count,
    );
    return waitUntil(read, ({ failingSince, enabled }) => !enabled || Date.parse(failingSince) >= time);
  };
  expect(await failsFrom(again)).toMatchObject({ enabled: true, disabled: null });
  await clock.moveTo(again + 119 * hour);
  expect((await failsFrom(again)).enabled).toBe(true);
  await clock.moveTo(again + 121 * hour);
  await happen();
  await waitUntil(read, ({ enabled }) => !enabled);
  await waitUntil(
    async () => mails(),
    ({ length }) => length === 2,
  );
});
