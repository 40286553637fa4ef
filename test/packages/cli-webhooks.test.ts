import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startReceiver, verifyDelivery } from '../api/support/receiver.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';
import { startCutting } from '../examples/cutting-proxy.ts';
import { type Running, useTool } from './tool.ts';

const { api, shop } = world();
const baseUrl = process.env.FLORIN_BASE_URL ?? '';

const started: Running[] = [];
const tool = useTool();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL');
  await Promise.all(ends.splice(0).map((end) => end()));
});

const start = (args: string[], env: Record<string, string>): Running => {
  const running = tool.start(args, env);
  started.push(running);
  return running;
};

const printed = (running: Running, text: string | RegExp): Promise<Running['printed']> =>
  waitUntil(
    async () => running.printed,
    ({ out, err }) => (typeof text === 'string' ? (out + err).includes(text) : text.test(out + err)),
  );

async function ownShop() {
  const { key, merchant } = await shop();
  const webhooks = async () =>
    (await api('GET', `/merchants/${merchant.id}/webhooks`, { key, query: { limit: 10 } })).body;
  return { key, merchant, webhooks, env: { FLORIN_URL: baseUrl, FLORIN_KEY: key } };
}

test('listen forwards the signed events that trigger causes, and removes its webhook on Ctrl-C', async () => {
  const { env, webhooks, key, merchant } = await ownShop();
  const server = await startReceiver();
  ends.push(() => server.stop());
  const listen = start(['listen', '--forward-to', server.url], env);
  const [, secret = ''] = /(whsec_\S+)/.exec((await printed(listen, /whsec_\S+\n/)).err) ?? [];
  const trigger = await tool.run(['trigger', 'dispute.opened'], env);
  expect(trigger).toMatchObject({ code: 0, out: 'dispute.opened: done\n', err: '' });
  const events = await server.events(3);
  expect(events.map(({ type }) => type).sort()).toEqual([
    'dispute.opened',
    'transaction.captured',
    'transaction.created',
  ]);
  for (const received of server.received) expect(verifyDelivery(secret, received)).toEqual(received.event);
  await printed(listen, /(→ 204[^→]*){3}/);
  const [webhook, ...others] = await webhooks();
  expect(others).toEqual([]);
  const [{ id = '' } = {}] = events;
  const path = `/merchants/${merchant.id}/webhooks/${webhook.id}/deliveries/${id}`;
  expect((await api('POST', `${path}/retries`, { key })).status).toBe(202);
  await printed(listen, /(→ 204[^→]*){4}/);
  expect(server.received.filter(({ event }) => event.id === id)).toHaveLength(2);
  expect((await api('GET', path, { key })).body.delivery).toMatchObject({
    ...{ status: 'pending', next: null, attempts: [{ status: null, error: 'NO_URL' }] },
  });
  listen.child.kill('SIGINT');
  expect(await listen.ended).toBe(0);
  expect(await webhooks()).toEqual([]);
  expect(listen.printed.out + listen.printed.err).not.toContain(key);
});

test('listen prints a line of JSON for each event, also if forwarding fails or the connection was lost for a while', async () => {
  const { env } = await ownShop();
  const line = await startCutting(baseUrl);
  ends.push(() => line.stop());
  const listen = start(
    ['listen', '--json', '--events', 'user.added', '--forward-to', 'http://127.0.0.1:1/'],
    {
      ...env,
      FLORIN_URL: line.url,
    },
  );
  await printed(listen, 'whsec_');
  line.lose(/deliveries/);
  await printed(listen, 'trying again');
  line.lose(undefined);
  expect((await tool.run(['trigger', 'user.added', '--json'], env)).json).toMatchObject({ done: true });
  const { out } = await printed(listen, /user.added.*\n/);
  expect(JSON.parse(out)).toMatchObject({
    event: { type: 'user.added' },
    forwarded: { error: expect.any(String) },
  });
  listen.child.kill('SIGTERM');
  expect(await listen.ended).toBe(0);
});

test('logs tail follows the attempts of a webhook that fails and then takes its delivery', async () => {
  const { env, merchant, key } = await ownShop();
  const server = await startReceiver((response) => response.writeHead(503).end());
  ends.push(() => server.stop());
  const body = { url: server.url, events: ['user.added'] };
  const { webhook } = (await api('POST', `/merchants/${merchant.id}/webhooks`, { key, body })).body;
  const tail = start(['logs', 'tail', '--only', 'deliveries', '--json'], env);
  await printed(tail, 'until Ctrl-C');
  await tool.run(['trigger', 'user.added'], env);
  await printed(tail, '"status":503');
  const [first = ''] = tail.printed.out.split('\n');
  expect(JSON.parse(first)).toMatchObject({ webhookId: webhook.id, type: 'user.added', status: 503 });
  server.behave = (response) => response.writeHead(204).end();
  const { deliveryId } = JSON.parse(first);
  await api('POST', `/merchants/${merchant.id}/webhooks/${webhook.id}/deliveries/${deliveryId}/retries`, {
    key,
  });
  await printed(tail, '"status":204');
  tail.child.kill('SIGINT');
  expect(await tail.ended).toBe(0);
  const failed = await tool.run(['logs', 'tail', '--once', '--failed', '--webhook', webhook.id], env);
  expect(failed.code).toBe(0);
  expect(failed.out).toMatch(/ 503 \d+ ms user\.added /);
  expect(failed.out).not.toContain(' 204 ');
});

test('trigger refuses an unknown type, and lists the known ones', async () => {
  const { code, err } = await tool.run(['trigger', 'dispute.open']);
  expect(code).toBe(2);
  expect(err).toMatch(/Did you mean `dispute\.opened`\?(.|\n)*fraud\.reported/);
});

test('without a key, trigger makes a test merchant of the Florin on this machine, and uses it again', async () => {
  const env = { FLORIN_URL: baseUrl };
  const first = await tool.run(['trigger', 'merchant.updated', '--json'], env);
  expect([first.code, first.err]).toEqual([0, expect.stringContaining('Made the test merchant')]);
  const second = await tool.run(['trigger', 'transaction.declined', '--json'], env);
  expect([second.code, second.err]).toEqual([0, '']);
  expect(second.json.merchantId).toBe(first.json.merchantId);
  const file = join(tool.home, '.config/florin/profiles.json');
  const kept = readFileSync(file, 'utf8');
  const { key } = JSON.parse(kept).default;
  expect(first.out + first.err).not.toContain(key);
  const remote = await tool.run(['trigger', 'merchant.updated', '--profile', 'none'], {
    FLORIN_URL: 'https://florin.example.com',
  });
  expect([remote.code, remote.err]).toEqual([2, expect.stringContaining('There is no key')]);
});
