import type { BalanceTransaction } from '../../../../functions/core/acquirer/stripe/api/shapes.ts';
import { balanceOf, entryOf } from '../../../../functions/core/acquirer/stripe/money/balance.ts';
import { connect } from '../../../stripe/orders.ts';

afterEach(() => jest.restoreAllMocks());

const entry = (given: Partial<BalanceTransaction>): BalanceTransaction => ({
  ...{ id: 'txn_1', type: 'charge', description: null, amount: 1000, net: 960, fee: 40, currency: 'eur' },
  ...{ exchange_rate: null, source: null, created: 1_770_000_000, ...given },
});

// https://docs.stripe.com/reports/balance-transaction-types
test.each([
  ['charge', 'payment'],
  ['payment', 'payment'],
  ['refund', 'payment'],
  ['payment_refund', 'payment'],
  ['refund_failure', 'payment'],
  ['payment_failure_refund', 'payment'],
  ['payment_reversal', 'payment'],
  ['payout', 'payout'],
  ['payout_failure', 'payout back'],
  ['payout_cancel', 'payout back'],
  ['stripe_fee', 'other'],
  ['transfer', 'other'],
  ['topup', 'other'],
  ['a_type_of_later', 'other'],
])('a balance transaction of type %s is about: %s', (type, about) => {
  // Only the source of an adjustment shows its subject.
  for (const source of [null, 'dp_1', 'ch_1']) expect(entryOf(entry({ type, source })).about).toBe(about);
});

test.each([
  ['dp_1', 'dispute'],
  ['du_1', 'dispute'],
  ['ch_1', 'payment'],
  ['py_1', 'payment'],
  ['re_1', 'payment'],
  ['pyr_1', 'payment'],
  ['fr_1', 'other'],
  ['po_1', 'other'],
  [null, 'other'],
])('an adjustment for %s is about: %s', (source, about) => {
  expect(entryOf(entry({ type: 'adjustment', source })).about).toBe(about);
  if (source)
    expect(entryOf(entry({ type: 'adjustment', source: { id: source } }))).toMatchObject({ about, source });
});

test.each([
  'reserve_transaction',
  'reserved_funds',
  'reserve_hold',
  'reserve_release',
  'risk_reserved_funds',
  'connect_reserved_funds',
  'payment_network_reserve_hold',
  'payment_network_reserve_release',
  'payout_minimum_balance_hold',
  'payout_minimum_balance_release',
])('a balance transaction of type %s moves money to a reserve, or from there', (type) => {
  expect(entryOf(entry({ type }))).toMatchObject({ about: 'other', reserve: true });
  expect(entryOf(entry({ type: 'charge' }))).not.toHaveProperty('reserve');
});

test('a balance transaction names its source, and the payment of an expanded one', () => {
  const named = (source: BalanceTransaction['source']) => {
    const { source: id, payment } = entryOf(entry({ source }));
    return [id, payment];
  };
  expect(named('ch_1')).toEqual(['ch_1', undefined]);
  expect(named({ id: 'ch_1', payment_intent: 'pi_1' })).toEqual(['ch_1', 'pi_1']);
  expect(named({ id: 'ch_1', payment_intent: null })).toEqual(['ch_1', undefined]);
  expect(named(null)).toEqual([undefined, undefined]);
});

test('the sums of a balance transaction are minor units of its own currency', () => {
  const given = { amount: 500_00, net: 450_00, fee: 50_00, currency: 'ugx', available_on: 1_770_076_800 };
  expect(entryOf(entry(given))).toMatchObject({
    ...{ net: 450, fee: 50, currency: 'UGX' },
    ...{ created: '2026-02-02T02:40:00.000Z', availableOn: '2026-02-03' },
  });
});

test('a balance is the available and the pending money of each currency, whatever sources Stripe splits it by', async () => {
  const sum = (amount: number, currency: string) => ({ amount, currency });
  const body = {
    available: [sum(100, 'eur'), sum(20, 'eur'), sum(-500, 'ugx')],
    pending: [sum(7, 'eur'), sum(3, 'usd'), sum(30, 'eur')],
  };
  connect('');
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ object: 'balance', ...body }));
  expect(await balanceOf('acct_1')).toEqual({
    EUR: { total: 157, pending: 37 },
    UGX: { total: -5, pending: 0 },
    USD: { total: 3, pending: 3 },
  });
});
