import { readdirSync, readFileSync } from 'node:fs';
import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import { aws } from '../api/support/aws.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { type Receiver, startReceiver } from '../api/support/receiver.ts';
import { savedCards } from '../api/support/saved-cards.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { SEAL_KEY } from '../tables/seal-key.ts';

/** The tables that `npx tsx test/tables/record.ts` has recorded, one for each release. */
const folder = 'test/tables';
const releases = readdirSync(folder).filter((name) => name.endsWith('.json'));

const own = ownFlorin({ env: { SEAL_KEY } });

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver?.stop());

const call = (action: string, input: object) =>
  callEngine(own.engine.endpoint)(action, { TableName: 'florin', ...input });

test.each(releases)('payments in the table of %s can be read, captured and refunded', async (name) => {
  await own.florin.stop();
  const recorded = readFileSync(`${folder}/${name}`, 'utf8').replace(
    /http:\/\/127\.0\.0\.1:\d+\/hooks/g,
    receiver.url,
  );
  const { items, merchants, transactions, link, ...rest } = JSON.parse(recorded);
  for (const Item of items) await call('PutItem', { Item });
  await own.start();
  // The addresses of the links have the port of the Florin that was recorded.
  const answers = JSON.parse(
    JSON.stringify(rest.answers).replace(/http:\/\/localhost:\d+/g, own.florin.posUrl),
  );
  const { invoke, report } = aws(own.florin.aws);
  const { api, createApp, move, pay } = own.here;
  await waitUntil(
    () => invoke('Backfill'),
    ({ body }) => (body as { done?: boolean }).done === true,
  );
  // The record of the table does not contain the key of the app that made the merchants.
  const { id: appId, key } = await createApp();
  for (const merchantId of Object.values(merchants))
    expect((await invoke('AddApp', { merchantId, appId })).error).toBeUndefined();

  for (const [path, answer] of Object.entries(answers)) {
    const { status, body } = await api('GET', path, { key });
    expect({ path, status, body }).toMatchObject({ path, status: 200, body: answer });
  }
  // The first release stored no order with a payment and its lines.
  const ordersOf = async (kind: 'transactions' | 'lines') => {
    const all = await api('GET', `/merchants/${merchants.euro}/${kind}`, { key, query: { limit: 100 } });
    return all.body.flatMap(({ order }: { order: object | null }) => (order ? [order] : []));
  };
  const [reference, description] = [{ reference: 'Order 4711' }, { description: 'Coffee' }];
  expect(await ordersOf('transactions')).toEqual(
    expect.arrayContaining([expect.objectContaining(reference), expect.objectContaining(description)]),
  );
  expect(await ordersOf('lines')).toContainEqual(expect.objectContaining(reference));
  const list = `/merchants/${merchants.euro}/transactions`;
  const pending = (await api('GET', list, { key, query: { limit: 100, 'filter[pending]': 'yes' } })).body;
  expect(pending.map(({ id }: { id: string }) => id)).toContain(transactions.pending);

  const balance = async () =>
    (await api('GET', `/merchants/${merchants.euro}`, { key })).body.merchant.balance;
  const before = await balance();
  const done = async (id: string, kind: 'captures' | 'refunds' | 'voids', amount: number) =>
    expect((await move(key, id, kind, amount)).status).toBe(201);
  await done(transactions.pending, 'captures', 4000);
  await done(transactions.pending, 'voids', 1000);
  await done(transactions.captured, 'refunds', 1000);
  await done(transactions.recurring, 'captures', 250);
  expect((await move(key, transactions.voided, 'captures', 1)).status).toBe(400);
  expect((await move(key, transactions.refunded, 'refunds', 1)).status).toBe(400);
  // 1.35 % and EUR 0.25 are the fee of a capture.
  expect(await balance()).toBe(before + 4000 - 79 - 1000 + 250 - 28);

  const again = { transactionId: transactions.captured, currency: 'EUR', amount: 100 };
  expect((await api('POST', list, { key, body: again })).status).toBe(201);
  const [saved] = (
    await api('GET', `/merchants/${merchants.euro}/customers/Customer%201/cards`, {
      key,
      query: { limit: 1 },
    })
  ).body;
  const merchant = { ...(await api('GET', `/merchants/${merchants.euro}`, { key })).body.merchant };
  const cards = savedCards(own.here, () => ({ key, merchant }));
  const order = await cards.withSaved(link, saved.id, {
    amount: { currency: 'EUR', exponent: 2, value: 777 },
  });
  expect((await pay(order)).status).toBe(201);
  await report({ type: 'dispute.resolved', reference: 'dispute-open', outcome: 'won' });
  await waitUntil(
    async () => (await api('GET', `/transactions/${transactions.disputed}`, { key })).body.transaction,
    ({ disputedAmount }) => disputedAmount === 0,
  );
  expect(
    (await invoke('CheckLedger', { time: new Date(Date.now() + 86_400_000).toISOString() })).error,
  ).toBeUndefined();
  await waitUntil(
    () => aws(own.florin.aws).waiting('LedgerChecks'),
    (count) => count === 0,
  );
  expect(own.florin.log()).not.toMatch(/"level":"error"|"LedgerMismatch":1/);
});
