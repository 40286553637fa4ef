import { waitUntil } from './support/wait-until.ts';
import { world } from './support/world.ts';

const { api, shop, payment, pay, authorized, move, createApp } = world();

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

async function scene() {
  const { key, merchant } = await shop();
  const list = (query: Record<string, string | number> = {}) =>
    api('GET', `/merchants/${merchant.id}/transactions`, {
      key,
      query: { limit: 10, 'filter[pending]': 'yes', ...query },
    });
  /** Waits until the index lists exactly these ids. */
  const ids = (wanted: string[], query = {}) =>
    waitUntil(
      async () => (await list(query)).body.map(({ id }: Json) => id) as string[],
      (found) => JSON.stringify(found) === JSON.stringify(wanted),
    );
  return { key, merchant, list, ids };
}

test('the list of pending transactions shows each until its whole amount is captured or voided', async () => {
  const { key, merchant, list, ids } = await scene();
  const [a, b, c] = [
    await authorized(merchant, 1000),
    await authorized(merchant, 2000, { custom: { order: 2 } }),
    await authorized(merchant, 3000),
  ];
  await pay(await payment(merchant, { test: { tds: { challenge: false }, card: { status: 'lost' } } }));
  await pay(await payment(merchant, { amount: undefined }));
  await ids([c, b, a]);
  await move(key, a, 'captures', 400);
  await ids([c, b, a]);
  await move(key, a, 'voids', 600);
  await move(key, c, 'captures', 3000);
  await ids([b]);
  await move(key, c, 'refunds', 1000);
  const { body } = await list();
  expect(body).toMatchObject([{ id: b, pendingAmount: 2000, custom: { order: 2 }, trail: [] }]);
});

test('the list of pending transactions shows a transaction with its whole trail of 25 captures', async () => {
  const { key, merchant, list } = await scene();
  const id = await authorized(merchant, 1000);
  for (let n = 0; n < 25; n++) await move(key, id, 'captures', 1);
  const { body } = await waitUntil(list, ({ body }) => body[0]?.capturedAmount === 25);
  expect(body).toEqual([(await api('GET', `/transactions/${id}`, { key })).body.transaction]);
});

test('the list of pending transactions is paged by ids, and by a timestamp as a cursor', async () => {
  const { merchant, list, ids } = await scene();
  const made: string[] = [];
  for (let n = 0; n < 3; n++) made.unshift(await authorized(merchant, 1000));
  const [c = '', b = '', a = ''] = made;
  await ids([c, b, a]);
  await ids([c, b], { limit: 2 });
  await ids([a], { limit: 2, before: b });
  await ids([b, c], { after: a });
  const days = (ago: number) =>
    `${Math.floor(Date.now() / 1000 - ago * 86_400).toString(16)}0000000000000000`;
  expect((await list({ before: days(5) })).body).toEqual([]);
  await ids([c, b, a], { before: days(-1) });
});

test('the list of pending transactions can be combined with filter[successful] and filter[test]', async () => {
  const { merchant, list, ids } = await scene();
  const id = await authorized(merchant, 1000);
  await ids([id], { 'filter[successful]': 'yes', 'filter[test]': 'yes' });
  expect((await list({ 'filter[successful]': 'no' })).body).toEqual([]);
  expect((await list({ 'filter[test]': 'no' })).body).toEqual([]);
});

test.each(['no', '', 'perhaps', 'null'])(
  'filter[pending] refuses "%s", because only pending transactions can be listed',
  async (value) => {
    const { list } = await scene();
    expect(await list({ 'filter[pending]': value })).toMatchObject({
      status: 400,
      body: [{ field: 'filter[pending]', message: 'Must be yes' }],
    });
  },
);

test('another app cannot list the pending transactions of a merchant', async () => {
  const { merchant } = await scene();
  const { key } = await createApp();
  const query = { limit: 10, 'filter[pending]': 'yes' };
  expect((await api('GET', `/merchants/${merchant.id}/transactions`, { key, query })).status).toBe(403);
});

test('the list of pending transactions omits a payment that is captured with its authorization', async () => {
  const { key, merchant, list } = await scene();
  await api('PUT', `/merchants/${merchant.id}`, { key, body: { capture: true } });
  const id = await authorized(merchant, 1000);
  const all = () => api('GET', `/merchants/${merchant.id}/transactions`, { key, query: { limit: 1 } });
  await waitUntil(all, ({ body }) => body[0]?.id === id);
  expect((await list()).body).toEqual([]);
});
