import { validateAccount } from '../../functions/core/acquirer/stripe/setup/account.ts';
import { acquirer as stripe } from '../../functions/core/acquirer/stripe/stripe.ts';
import { disputeStatuses } from './dispute-statuses.ts';
import { movement } from './orders.ts';
import { authorizePayment, requireApproval, standIn, useStandIn } from './use-stand-in.ts';

useStandIn();

test('accounts are separate', async () => {
  const payment = await authorizePayment({ account: 'acct_1' });
  expect(standIn.books('acct_1').authorized).toEqual({ EUR: 1000 });
  expect(standIn.books().intents).toEqual([]);
  expect(await stripe.find(movement('capture', payment, 1))).toMatchObject({ state: 'unknown' });
  expect(await validateAccount('acct_1')).toEqual({
    currency: 'EUR',
    country: 'DK',
    chargesEnabled: true,
    payoutsEnabled: true,
    live: false,
  });
});

test('a payment and a dispute’s balance transactions show their amounts in the account’s currency', async () => {
  const usd = { amount: 1000, currency: 'USD' };
  const payment = await authorizePayment(usd);
  const { figures } = requireApproval(await stripe.move(movement('capture', payment, 1000, usd)));
  expect(await stripe.findPayment(undefined, payment.reference)).toEqual({
    currency: 'USD',
    authorized: 1000,
    captureBefore: undefined,
    captured: 1000,
    captures: [{ amount: 1000, figures }],
    refunds: [],
    ended: true,
  });
  const dispute = standIn.dispute(payment.reference);
  standIn.closeDispute(dispute, 'won');
  const { figures: moved = [], ...found } = (await stripe.findDispute(undefined, dispute)) ?? {};
  expect(moved.map(({ net, fee, currency, rate }) => ({ net, fee, currency, rate }))).toEqual([
    { net: -2420, fee: 1500, currency: 'EUR', rate: 0.92 },
    { net: 920, fee: 0, currency: 'EUR', rate: 0.92 },
  ]);
  expect(found).toMatchObject({ status: 'won', payment: payment.reference, ...usd });
  expect(await stripe.findPayment(undefined, 'pi_none')).toBeUndefined();
});

test.each([...disputeStatuses, ['prevented', 'lost']] as const)(
  'a dispute that Stripe calls %s is %s',
  async (status, expected) => {
    const payment = await authorizePayment();
    await stripe.move(movement('capture', payment, 600));
    const dispute = standIn.dispute(payment.reference, { status, reason: 'product_not_received' });
    const { figures, ...found } = (await stripe.findDispute(undefined, dispute)) ?? {};
    expect(found).toMatchObject({ status: expected, amount: 600, reason: { title: 'Product not received' } });
    expect(figures).toHaveLength(status.startsWith('warning_') ? 0 : 1);
  },
);

test('a dispute that was prevented and has cost nothing is won', async () => {
  const payment = await authorizePayment();
  await stripe.move(movement('capture', payment, 600));
  const dispute = standIn.dispute(payment.reference, { status: 'prevented', booked: false });
  expect(await stripe.findDispute(undefined, dispute)).toMatchObject({ status: 'won', figures: [] });
});

test('balance transactions are read in pages', async () => {
  const payment = await authorizePayment({ amount: 99_999 });
  await Promise.all(Array.from({ length: 40 }, () => stripe.move(movement('capture', payment, 20))));
  const refunds = Array.from({ length: 70 }, () => stripe.move(movement('refund', payment, 10)));
  await Promise.all(refunds);
  const first = await stripe.listBalanceTransactions(undefined, { since: Date.now() - 60_000 });
  expect(first.entries).toHaveLength(100);
  const second = await stripe.listBalanceTransactions(undefined, { since: Date.now() - 60_000 }, first.next);
  expect(second).toMatchObject({ next: undefined, entries: { length: 10 } });
  expect(new Set([...first.entries, ...second.entries].map(({ reference }) => reference)).size).toBe(110);
});

test('a balance transaction of the second in which a period ends is in exactly one period', async () => {
  standIn.book({ type: 'stripe_fee', amount: -5 });
  const since = Date.now() - 60_000;
  const [entry] = (await stripe.listBalanceTransactions(undefined, { since })).entries;
  for (const later of [0, 1, 500, 999, 1000]) {
    const until = Date.parse(entry?.created ?? '') + later;
    const before = await stripe.listBalanceTransactions(undefined, { since, until });
    const after = await stripe.listBalanceTransactions(undefined, { since: until });
    expect(before.entries.length + after.entries.length).toBe(1);
  }
});
