import { randomBytes } from 'node:crypto';
import { ownFlorin } from '../api/support/own-florin.ts';
import { type Receiver, startReceiver } from '../api/support/receiver.ts';
import { waitUntil } from '../api/support/wait-until.ts';

const own = ownFlorin({
  env: { SEAL_KEY: randomBytes(32).toString('base64'), FLORIN_VISIBILITY_SECONDS: '1' },
});

let server: Receiver;

beforeAll(async () => {
  server = await startReceiver();
});

afterAll(() => server?.stop());

test('after a kill in the middle of payments, the endpoint gets one event for each stored transaction', async () => {
  const { api, shop } = own.here;
  const { key, merchant } = await shop();
  const hooks = `/merchants/${merchant.id}/webhooks`;
  const { webhook } = (await api('POST', hooks, { key, body: { url: server.url } })).body;
  const list = async (path: string) => (await own.here.api('GET', path, { key, query: { limit: 100 } })).body;

  const payments = Array.from({ length: 6 }, () =>
    own.here.authorized(merchant, 1000).catch(() => undefined),
  );
  await Promise.race(payments);
  await own.florin.kill();
  await Promise.all(payments);
  await own.start();

  const transactions: { id: string }[] = await list(`/merchants/${merchant.id}/transactions`);
  expect(transactions.length).toBeGreaterThan(0);
  await waitUntil(
    () => list(`${hooks}/${webhook.id}/deliveries`),
    (all: { status: string }[]) =>
      all.length === transactions.length && all.every(({ status }) => status === 'succeeded'),
  );
  const ids = server.received.map(({ event }) => event.data.transaction.id);
  expect([...new Set(ids)].sort()).toEqual(transactions.map(({ id }) => id).sort());
});
