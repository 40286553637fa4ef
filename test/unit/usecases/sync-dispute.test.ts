import type { AcquirerDispute } from '../../../functions/core/acquirer/acquirer.ts';
import type { Item } from '../../../functions/core/store/table/read.ts';
import { failure } from '../../api/support/answer.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { compileValidators } from '../http/validators.ts';
import { letTwoWritesMeet } from '../let-two-writes-meet.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => {
  for (const [name, compiled] of Object.entries(await compileValidators()))
    jest.doMock(`validator:${name}`, () => ({ __esModule: true, default: compiled }), { virtual: true });
  return {
    ...(await import('../../../functions/core/acquirer/registry.ts')),
    ...(await import('../../../functions/core/store/disputes/acquirer-events.ts')),
    ...(await import('../../../functions/core/store/disputes/alerts.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/report-fraud.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/read.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/sync-dispute.ts')),
    ...(await import('../../../functions/core/usecases/acquirer-events/adopt-dashboard-movements.ts')),
    job: (await import('../../../functions/jobs/receive-acquirer-event.ts')).handler,
  };
});
const { own } = live;
afterEach(() => jest.restoreAllMocks());

let disputes = 0;

/** A payment of real money that was captured in the dashboard, which Florin knows. */
async function makeCaptured(amount = 400) {
  const shop = await live.shop();
  const { id, reference: payment } = await live.authorized(shop);
  live.stripe.capture(payment, amount, shop.account.account);
  await own.syncPayment(shop.account, payment);
  return { shop, id, payment };
}

/** Lets Florin learn of a dispute whose state at the acquirer is `known`. */
async function heardOf(known: Pick<AcquirerDispute, 'status' | 'figures'>) {
  const { shop, id, payment } = await makeCaptured();
  const about = { payment, amount: 400, currency: 'EUR', due: '2026-12-01T00:00:00.000Z' };
  const found = { ...about, reason: { code: 83, title: 'Fraud' }, ...known };
  jest.spyOn(own.acquirerOf(shop.account), 'findDispute').mockResolvedValue(found);
  const reference = `dp_${++disputes}`;
  for (const _ of 'twice') await own.syncDispute(shop.account, reference);
  const { disputedAmount, trail } = await live.transactionOf(id);
  const { opened, live: recorded } = (await own.disputeByReference('stripe', reference)) ?? {};
  const booked = trail.filter(({ kind }) => /dispute/.test(kind)).length;
  return { disputedAmount, booked, known: opened !== undefined || recorded !== undefined };
}

const figures = (net: number, fee: number) => ({
  reference: `txn_dispute_${++disputes}`,
  currency: 'EUR',
  net,
  fee,
});

test('a dispute that was prevented and has cost nothing leaves no trace', async () => {
  expect(await heardOf({ status: 'won', figures: [] })).toEqual({
    disputedAmount: 0,
    booked: 0,
    known: false,
  });
});

test('a dispute that is first reported after its end is booked with its whole cost', async () => {
  const [taken, back] = [figures(-2000, 1600), figures(400, 0)];
  expect(await heardOf({ status: 'lost', figures: [taken] })).toMatchObject({
    disputedAmount: 400,
    known: true,
  });
  expect(await heardOf({ status: 'won', figures: [figures(-1500, 1500)] })).toMatchObject({ known: true });
  expect(await heardOf({ status: 'won', figures: [figures(-2000, 1600), back] })).toMatchObject({
    disputedAmount: 0,
    known: true,
  });
  expect(await heardOf({ status: 'open', figures: [] })).toMatchObject({ known: true });
});

test('an inquiry that Florin first hears of when it is closed is never stored as a dispute', async () => {
  const statuses = new Set<string>();
  own.proxy.afterAnswer = (_, body) => {
    for (const [, status = ''] of body.matchAll(/"status":\{"S":"(\w+)"\}/g)) statuses.add(status);
  };
  await heardOf({ status: 'inquiry_closed', figures: [] });
  own.proxy.afterAnswer = undefined;
  expect([...statuses].sort()).toEqual(['inquiry', 'inquiry_closed']);
});

test('a dispute shows its deadline for evidence as the acquirer has it now, and changes nothing else', async () => {
  const { shop, id, payment } = await makeCaptured();
  const reference = `dp_${++disputes}`;
  const sought = jest.spyOn(own.acquirerOf(shop.account), 'findDispute');
  const shownAfter = async (due: string, reason: AcquirerDispute['reason']) => {
    const about = { payment, amount: 400, currency: 'EUR', reason };
    sought.mockResolvedValue({ ...about, due, status: 'open', figures: [] });
    await own.syncDispute(shop.account, reference);
    const { live: recorded } = (await own.disputeByReference('stripe', reference)) ?? {};
    return own.getAlert('dispute', recorded?.id ?? '');
  };
  // The trail shows the capture, the release of the rest, and then the dispute, whose entry has the number 2.
  for (const [due, reason] of [
    ['2026-12-01T00:00:00.000Z', { code: 83, title: 'Fraud' }],
    ['2026-12-08T00:00:00.000Z', { code: 30, title: 'Not received' }],
  ] as const)
    expect(await shownAfter(due, reason)).toMatchObject({ due, reason, sequence: 2, reference });
  expect(await live.transactionOf(id)).toMatchObject({ disputedAmount: 400, refundableAmount: 0 });
});

test('a dispute whose amount the acquirer changes disputes the new amount', async () => {
  const { shop, id, payment } = await makeCaptured();
  const reference = `dp_${++disputes}`;
  const sought = jest.spyOn(own.acquirerOf(shop.account), 'findDispute');
  for (const amount of [400, 300]) {
    const about = { payment, amount, currency: 'EUR', reason: { code: 83, title: 'Fraud' } };
    sought.mockResolvedValue({ ...about, due: '2026-12-01T00:00:00.000Z', status: 'open', figures: [] });
    await own.syncDispute(shop.account, reference);
    const { live: recorded } = (await own.disputeByReference('stripe', reference)) ?? {};
    expect(await own.getAlert('dispute', recorded?.id ?? '')).toMatchObject({ amount });
    expect(await live.transactionOf(id)).toMatchObject({
      disputedAmount: amount,
      refundableAmount: 400 - amount,
    });
  }
});

test('a fraud alert is deleted together with its payment', async () => {
  const { id } = await makeCaptured(10_000);
  const { transactionKey, put, get, transact } = own;
  const expires = 2_000_000_000;
  const alertOf = async (reference: string) => {
    await own.reportFraud('stripe', reference, {
      transactionId: id,
      reported: '2026-11-26T00:00:00.000Z',
      reason: 1,
    });
    const found = await get<Item & { fraudId: string }>(own.referenceKey('fraud', 'stripe', reference));
    return (await own.getAlert('fraud', found?.fraudId ?? '')) as { expires?: number } | undefined;
  };
  expect(await alertOf(`issfr_${id}`)).toMatchObject({ sequence: 1, reason: 1, transactionId: id });
  expect((await alertOf(`issfr_${id}`))?.expires).toBeUndefined();
  const stored = await get(transactionKey(id));
  await transact([{ item: put({ ...stored, ...transactionKey(id), expires }) }]);
  expect((await alertOf(`issfr_${id}_later`))?.expires).toBe(expires);
});

test('a dispute that is lost on appeal gets a line for each of its balance transactions', async () => {
  const { shop, id, payment } = await makeCaptured(10_000);
  const { account } = shop.account;
  const dispute = live.stripe.dispute(payment, { amount: 4000 }, account);
  const disputed = async () => (await own.getMerchant(shop.merchant.id))?.disputed;
  await own.syncDispute(shop.account, dispute);
  expect(await disputed()).toBe(5500);
  for (const status of ['won', 'lost'] as const) live.stripe.closeDispute(dispute, status, account);
  await own.syncDispute(shop.account, dispute);
  expect(await disputed()).toBe(0);
  const { trail, disputedAmount } = await live.transactionOf(id);
  const moved = trail.filter(({ balance, kind }) => kind === 'dispute' && balance !== 0);
  expect([moved.map(({ balance }) => balance).sort(), disputedAmount]).toEqual([[-4000, -5500, 4000], 4000]);
});

describe('the job of acquirers’ events', () => {
  const receive = async (...events: object[]) => {
    const Records = events.map((event, n) => ({ messageId: String(n), body: JSON.stringify(event) }));
    const { batchItemFailures } = await own.job({ Records } as Parameters<typeof own.job>[0]);
    return batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier));
  };
  const rest = { reason: { code: 83, title: 'Fraud' }, due: '2030-01-01T00:00:00.000Z' };
  const opened = (transactionId: string, amount: number) => ({
    ...{ type: 'dispute.opened', reference: `dp_test_${++disputes}`, transactionId, amount, ...rest },
  });

  beforeEach(() => {
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    own.proxy.instead = undefined;
  });

  test('the job of acquirers’ events repeats each event that is unknown, wrong, about no payment, or not stored, and no other', async () => {
    const shop = await live.shop();
    jest.spyOn(own.acquirerOf(shop.account), 'findDispute').mockRejectedValue(new Error('Broken'));
    const { reference } = await live.authorized(shop);
    const nowhere = own.newId();
    own.proxy.instead = (_, body) => (body.includes('dp_lost') ? failure('ValidationException') : undefined);
    const events = [
      { type: 'dispute.resolved', reference: `dp_test_${++disputes}`, outcome: 'won' },
      { type: 'dispute.closed', reference: 'dp_test' },
      { ...opened(nowhere, 5), due: undefined },
      opened(nowhere, 5),
      { type: 'fraud.reported', reference: 'fr_test', transactionId: nowhere },
      { type: 'dispute.resolved', reference: 'dp_lost', outcome: 'won' },
      { ...shop.account, type: 'dispute.changed', payment: reference, reference: 'dp_broken' },
    ];
    expect(await receive(...events)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('the job of acquirers’ events opens two disputes of a payment at the same time, one after the other', async () => {
    const merchant = someMerchant();
    const transaction = own.openTransaction(merchant, {
      ...{ id: own.newId(), currency: 'EUR', amount: 100, descriptor: 'Shop', recurring: false },
      card: { bin: '400000', last4: '0259', expiry: '', scheme: 'visa', code: { present: true } },
    });
    await own.createTransaction(transaction, {}, { merchant: {}, alongside: [] });
    letTwoWritesMeet(own.proxy);
    expect(await receive(opened(transaction.id, 30), opened(transaction.id, 20))).toEqual([]);
    own.proxy.instead = undefined;
    const wrong = [
      { ...opened(transaction.id, 5), reason: { code: '83', title: 'Fraud' } },
      { type: 'dispute.resolved', reference: 'dp_wrong', outcome: 'maybe' },
      { type: 'fraud.reported', reference: 'fr_wrong', transactionId: transaction.id, reason: '1' },
    ];
    expect(await receive(...wrong)).toEqual([0, 1, 2]);
    expect(await own.getTransactionState(transaction.id)).toMatchObject({ disputedAmount: 50 });
  });
});
