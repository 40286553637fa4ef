import type { AcquirerDispute } from '../../../functions/core/acquirer/live.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/store/disputes/acquirer-events.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/sync-dispute.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/adopt-dashboard-movements.ts')),
}));
const { own } = live;
afterEach(() => jest.restoreAllMocks());

let disputes = 0;

/** Lets Florin hear of a dispute whose state at the acquirer is the given one. */
async function heardOf(known: Pick<AcquirerDispute, 'status' | 'figures'>) {
  const shop = await live.shop();
  const { id, reference: payment } = await live.authorized(shop);
  live.stripe.capture(payment, 400, shop.account.account);
  await own.syncPayment(shop.account, payment);
  const about = { payment, amount: 400, currency: 'EUR', due: '2026-12-01T00:00:00.000Z' };
  const found = { ...about, reason: { code: 83, title: 'Fraud' }, ...known };
  jest.spyOn(own.acquirerOf(shop.account), 'findDispute').mockResolvedValue(found);
  const reference = `dp_${++disputes}`;
  for (const _ of 'twice') await own.syncDispute(shop.account, reference);
  const { disputedAmount, trail } = await live.transactionOf(id);
  const { opened, live: recorded } = (await own.disputeByReference(reference)) ?? {};
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

test('a dispute that Florin hears of when it is over is booked with all it has cost', async () => {
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
