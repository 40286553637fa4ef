import { unmarshall } from '@aws-sdk/util-dynamodb';
import { newId } from '../../../functions/core/domain/id.ts';
import type { Merchant } from '../../../functions/core/domain/merchants/merchant.ts';
import { expiryOf } from '../../../functions/core/domain/merchants/unvouched-merchant.ts';
import { bundledRates } from '../../../functions/core/domain/money/rates-snapshot.ts';
import { openLink } from '../../../functions/core/domain/transactions/link.ts';
import { capture } from '../../../functions/core/domain/transactions/test-movements.ts';
import { callEngine } from '../../../lib/local/dynamodb/engine.ts';
import { failure } from '../../api/support/answer.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { someCard, somePayment } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';

/** Replaces the pause in which `keepTestData` waits for earlier requests. */
let mockDuring: (milliseconds: number) => Promise<void>;
jest.mock('node:timers/promises', () => {
  const { setTimeout } = jest.requireActual('node:timers/promises');
  return { setTimeout: (time: number) => (time < 10_000 ? setTimeout(time) : mockDuring(time)) };
});

const own = onOwnTable(async () => {
  process.env.UNVOUCHED_TEST_DAYS = '90';
  return {
    ...(await import('../../../functions/core/store/cards/cards.ts')),
    ...(await import('../../../functions/core/store/disputes/acquirer-events.ts')),
    ...(await import('../../../functions/core/store/merchants/apps.ts')),
    ...(await import('../../../functions/core/store/merchants/founders.ts')),
    ...(await import('../../../functions/core/store/merchants/members.ts')),
    ...(await import('../../../functions/core/store/merchants/merchants.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/store/table/read.ts')),
    ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
    ...(await import('../../../functions/core/store/transactions/links.ts')),
    ...(await import('../../../functions/core/store/transactions/movement-writes.ts')),
    ...(await import('../../../functions/core/store/transactions/transactions.ts')),
    ...(await import('../../../functions/core/usecases/accounts/keep-test-data.ts')),
    ...(await import('../../../functions/core/usecases/accounts/found-merchant.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/apply-test-dispute-event.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/require-transaction.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/report-fraud.ts')),
    ...(await import('../../../functions/core/usecases/console/index-payment.ts')),
    job: (await import('../../../functions/jobs/vouch-for-app.ts')).handler,
  };
});

let waits: number[];
beforeEach(() => {
  own.proxy.instead = undefined;
  waits = [];
  mockDuring = async (time) => void waits.push(time);
});

/** A test merchant of an app. Its test data expires unless an operator vouches for the app. */
async function shop(app: string, unvouched: Merchant['unvouched'] = { app, days: 90 }) {
  const merchant = { ...someMerchant(), unvouched };
  await own.createMerchant(merchant, { id: app, name: null });
  return merchant;
}

async function pay(merchant: Merchant) {
  const transaction = somePayment(merchant);
  await own.createTransaction(transaction, {}, { merchant, alongside: [] });
  return transaction.id;
}

const present = async ({ id }: Merchant) => {
  const merchant = await own.findMerchant(id);
  if (!merchant) throw new Error(`No merchant ${id}`);
  return merchant;
};

/** Whether a payment expires. */
async function expires(id: string): Promise<boolean> {
  const { pk, sk } = own.transactionKey(id);
  const { Item } = await callEngine(own.engine)('GetItem', {
    TableName: own.table,
    Key: { pk: { S: pk }, sk: { S: sk } },
  });
  return 'expires' in (Item as object);
}

test('the test data of all merchants that an app has made is kept, and that of no other merchant', async () => {
  const [app, other] = [newId(), newId()];
  const [one, two, foreign] = [await shop(app), await shop(app), await shop(other)];
  const payments = [await pay(one), await pay(one), await pay(two)];
  const theirs = await pay(foreign);
  expect(await own.keepTestData(app)).toBe(3);
  for (const id of payments) expect(await expires(id)).toBe(false);
  for (const { unvouched } of [await present(one), await present(two)]) expect(unvouched).toBeUndefined();
  expect([await expires(theirs), (await present(foreign)).unvouched]).toEqual([true, foreign.unvouched]);
  // The second wait comes before the run that finds no more items.
  expect(waits).toEqual([30_000, 30_000]);
});

test('the test data of merchants that users have made by the standing of an app is kept with that of the app', async () => {
  const app = newId();
  const first = await shop(app);
  const user = { id: newId(), email: 'ann@example.com', merchantId: first.id, test: true };
  await own.transact([
    {
      item: own.put({
        ...own.membershipKey(first.id, { kind: 'user', id: user.id }),
        ...user,
        role: 'owner',
      }),
    },
  ]);
  const caller = { kind: 'user', id: user.id, route: 'POST /merchants/{merchantId}/merchants' } as const;
  const found = async (merchantId: string) => {
    const appId = await own.standingOf(merchantId, caller);
    const founder = { caller, email: user.email, merchantId, appId };
    return own.foundMerchant(someMerchant(), founder, { id: appId }, () => []);
  };
  const second = await found(first.id);
  // A merchant that is made from the second one counts for the same app.
  const third = await found(second.id);
  expect([second.unvouched, third.unvouched]).toEqual([first.unvouched, first.unvouched]);
  const payments = [await pay(second), await pay(third)];
  expect(await own.keepTestData(app)).toBe(2);
  for (const id of payments) expect(await expires(id)).toBe(false);
  expect((await present(third)).unvouched).toBeUndefined();
});

test('Florin keeps the test data of an app that an operator approves, also after the approval is revoked', async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const appId = newId();
  await own.createApp({ id: appId, name: null }, `key ${appId}`);
  const payment = await pay(await shop(appId));
  const isVouched = async () => (await own.getApp(appId))?.vouched ?? false;
  expect(await own.job({ appId, vouched: false })).toEqual({ appId, vouched: false, kept: 0 });
  expect([await isVouched(), await expires(payment), waits]).toEqual([false, true, []]);
  expect(await own.job({ appId })).toEqual({ appId, vouched: true, kept: 1 });
  expect([await isVouched(), await expires(payment)]).toEqual([true, false]);
  expect(await own.job({ appId, vouched: false })).toEqual({ appId, vouched: false, kept: 0 });
  expect([await isVouched(), await expires(payment)]).toEqual([false, false]);
  for (const wrong of [{}, { appId: 'x' }, { appId, vouched: 'no' }])
    await expect(own.job(wrong)).rejects.toThrow('Expected {"appId"');
  expect(await isVouched()).toBe(false);
  jest.restoreAllMocks();
});

test('a payment is kept if its request has read the merchant before, and writes the payment during the run', async () => {
  const app = newId();
  const merchant = await shop(app);
  let late = '';
  let read: Merchant | undefined;
  mockDuring = async () => {
    if (late) return;
    read = await present(merchant);
    late = await pay(merchant);
  };
  expect(await own.keepTestData(app)).toBe(1);
  expect([await expires(late), read?.unvouched]).toEqual([false, undefined]);
});

test.each([
  ['a merchant', true],
  ['the first merchant of an app', false],
])('%s is kept whose request read the app before the approval', async (_, hasOther) => {
  const app = newId();
  if (hasOther) await shop(app);
  let late: Merchant | undefined;
  let payment = '';
  mockDuring = async () => {
    if (late) return;
    late = await shop(app);
    payment = await pay(late);
  };
  expect(await own.keepTestData(app)).toBe(1);
  expect([await expires(payment), (await present(late as Merchant)).unvouched]).toEqual([false, undefined]);
});

test('an alert is kept whose request read the expiry before the approval, even if the alert comes after the first run', async () => {
  const before = await expiring();
  const app = newId();
  const merchant = await shop(app);
  const id = await pay(merchant);
  const read = await own.requireTransaction(id);
  let isWritten = false;
  mockDuring = async () => {
    if (isWritten || (await expires(id))) return;
    isWritten = true;
    const alert = { id: newId(), merchantId: merchant.id, transactionId: id, reason: 1, sequence: 0 };
    await own.recordFraud(undefined, `f-${id}`, {
      ...alert,
      reported: '2030-01-01T00:00:00.000Z',
      expires: read.expires,
    });
  };
  expect([await own.keepTestData(app), await expiring()]).toEqual([expect.any(Number), before]);
  expect(isWritten).toBe(true);
});

test('a run after an interruption keeps the rest, and does not wait before', async () => {
  const app = newId();
  const merchant = await shop(app);
  const id = await pay(merchant);
  mockDuring = () => Promise.reject(new Error('Interrupted'));
  await expect(own.keepTestData(app)).rejects.toThrow('Interrupted');
  expect(await expires(id)).toBe(true);
  mockDuring = async () => expect(await expires(id)).toBe(false);
  expect([await own.keepTestData(app), await expires(id)]).toEqual([1, false]);
  expect(await own.keepTestData(app)).toBe(0);
});

test('a merchant whose new data may still expire is an error', async () => {
  const app = newId();
  const merchant = await shop(app);
  const id = await pay(merchant);
  own.proxy.instead = (_, body) => (body.includes('"pos#') ? failure('ValidationException') : undefined);
  await expect(own.keepTestData(app)).rejects.toMatchObject({ name: 'ValidationException' });
  own.proxy.instead = undefined;
  expect(waits).toEqual([]);
  expect([await own.keepTestData(app), await expires(id)]).toEqual([1, false]);
  expect((await own.merchantOfKey(merchant.key))?.unvouched).toBeUndefined();
});

test('a deleted merchant does not stop the others', async () => {
  const app = newId();
  const gone = await shop(app);
  await own.transact([{ item: own.remove(own.merchantKey(gone.id)) }]);
  const id = await pay(await shop(app));
  expect([await own.keepTestData(app), await expires(id)]).toEqual([1, false]);
});

/** The partitions of all items that expire. */
async function expiring(): Promise<string[]> {
  const scan = { TableName: own.table, FilterExpression: 'attribute_exists(expires)' };
  const { Items } = await callEngine(own.engine)('Scan', scan);
  return (Items as Parameters<typeof unmarshall>[0][]).map((item) => unmarshall(item).pk);
}

test('every kind of test data is kept: payments, lines, links, cards, alerts, and what a search finds', async () => {
  const before = await expiring();
  const app = { kind: 'app', id: newId(), route: '' } as const;
  const merchant = await shop(app.id);
  const { id: merchantId } = merchant;
  const until = expiryOf(merchant.unvouched);
  const link = openLink({ amount: 1000, currency: 'EUR' }, { id: newId(), merchantId, test: true });
  await own.createLink(link, app, [], until);
  await own.saveCard({ id: newId(), merchantId, card: someCard }, app, [], until);
  const payment = somePayment(merchant, { linkId: link.id });
  const custom = { reference: 'Order 7' };
  await own.createTransaction(payment, { custom }, { merchant, alongside: [] });
  const { id: transactionId } = payment;
  const paid = await own.requireTransaction(transactionId);
  await own.applyToTransaction(paid, capture(paid, { amount: 400 }, bundledRates, Date.now()), []);
  const due = '2030-01-01T00:00:00.000Z';
  const reason = { code: 83, title: 'Fraud' };
  await own.applyOpening(`d-${transactionId}`, { transactionId, amount: 100, reason, due });
  await own.reportFraud(undefined, `f-${transactionId}`, { transactionId, reported: due, reason: 1 });
  const header = () => own.get(own.transactionKey(transactionId));
  const made = await header();
  await own.indexChange(made, undefined);
  const kinds = (await expiring())
    .filter((pk) => !before.includes(pk))
    .map((pk) => pk.replace(/#.*/, ''))
    .sort();
  expect([...new Set(kinds)]).toEqual(['card', 'dispute', 'fraud', 'line', 'link', 'search', 'tx']);
  expect(await own.keepTestData(app.id)).toBe(kinds.filter((kind) => kind !== 'search').length);
  await own.indexChange(await header(), made);
  expect(await expiring()).toEqual(before);
  // The stream may deliver a record twice.
  await own.indexChange(made, undefined);
  expect(await expiring()).toEqual(before);
  expect((await own.merchantOfKey(merchant.key))?.unvouched).toBeUndefined();
});
