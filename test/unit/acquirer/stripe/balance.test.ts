import { readFileSync } from 'node:fs';
import type { BalanceTransaction } from '../../../../functions/core/acquirer/stripe/api/shapes.ts';
import { balanceOf, entryOf } from '../../../../functions/core/acquirer/stripe/money/balance.ts';
import { connect } from '../../../stripe/orders.ts';
import { categories } from '../../../stripe/stand-in/books.ts';

afterEach(() => jest.restoreAllMocks());

const entry = (given: Partial<BalanceTransaction>): BalanceTransaction => ({
  ...{ id: 'txn_1', type: 'charge', description: null, amount: 1000, net: 960, fee: 40, currency: 'eur' },
  ...{ exchange_rate: null, source: null, created: 1_770_000_000, ...given },
});

/** Florin's treatment of each type in Stripe's SDK: https://docs.stripe.com/reports/balance-transaction-types */
const treatments: Record<string, string> = {
  payment: `charge payment payment_failure_refund payment_refund payment_reversal refund refund_failure`,
  payout: 'payout',
  'payout back': 'payout_cancel payout_failure',
  reserve: `payment_network_reserve_hold payment_network_reserve_release payout_minimum_balance_hold
    payout_minimum_balance_release reserve_hold reserve_release reserve_transaction reserved_funds`,
  'fee: service': 'stripe_fee',
  'fee: exchange': 'stripe_fx_fee',
  'fee: tax': 'tax_fee',
  other: `adjustment advance advance_funding anticipation_repayment application_fee application_fee_refund
    climate_order_purchase climate_order_refund connect_collection_transfer contribution fee_credit_funding inbound_transfer
    inbound_transfer_reversal issuing_authorization_hold issuing_authorization_release issuing_dispute
    issuing_dispute_provisional_credit issuing_dispute_provisional_credit_reversal issuing_transaction obligation_outbound
    obligation_reversal_inbound payment_unreconciled stripe_balance_payment_debit stripe_balance_payment_debit_reversal
    tax_fund topup topup_reversal transfer transfer_cancel transfer_failure transfer_refund a_type_of_later`,
};
const types = Object.entries(treatments).flatMap(([treatment, names]) =>
  names.split(/\s+/).map((type) => [type, treatment] as const),
);

const sdk = readFileSync('node_modules/stripe/esm/resources/BalanceTransactions.d.ts', 'utf8');

test('Florin and the test double know each type of a balance transaction in Stripe’s SDK', () => {
  const [, union = ''] = /^ {4}type Type = (.*);$/m.exec(sdk) ?? [];
  const listed = [...union.matchAll(/'(\w+)'/g)].map(([, type = '']) => type).sort();
  expect(listed.length).toBeGreaterThan(50);
  const known = types.map(([type]) => type).filter((type) => type !== 'a_type_of_later');
  expect(known.sort()).toEqual(listed);
  expect(Object.keys(categories).sort()).toEqual(listed);
});

test.each(types)('a balance transaction of type %s is treated as: %s', (type, treatment) => {
  const reporting_category = categories[type] ?? '';
  const amounts = { amount: -500, fee: 0, net: -500, fee_details: [] };
  const { about, reserve, net, fee, fees } = entryOf(entry({ type, reporting_category, ...amounts }));
  const kind = treatment.startsWith('fee: ') ? treatment.slice(5) : undefined;
  expect([about, reserve, net]).toEqual([
    kind || treatment === 'reserve' ? 'other' : treatment,
    treatment === 'reserve' || undefined,
    -500,
  ]);
  expect([fee, fees]).toEqual(kind ? [500, [{ kind, amount: 500 }]] : [0, undefined]);
});

test.each([
  ['stripe_fee', 'fee', 'du_1', 'dispute'],
  ['stripe_fee', 'fee', 'dp_1', 'dispute'],
  ['stripe_fee', 'fee', 'ch_1', 'processing'],
  ['stripe_fee', 'fee', 'py_1', 'processing'],
  ['adjustment', 'fee', 'fr_1', 'application'],
  ['adjustment', 'fee', 'du_1', 'dispute'],
  ['adjustment', 'fee', null, 'service'],
  ['adjustment', 'tax', null, 'tax'],
  ['a_type_of_later', 'network_cost', null, 'network'],
  ['tax_fee', 'tax', 'ch_1', 'tax'],
])('a %s of the category %s for %s is a fee of the kind: %s', (type, reporting_category, source, kind) => {
  const fee = { type, reporting_category, source, amount: -300, fee: 0, net: -300 };
  expect(entryOf(entry(fee))).toMatchObject({ about: 'other', fee: 300, fees: [{ kind, amount: 300 }] });
  const returned = entryOf(entry({ ...fee, amount: 300, net: 300 }));
  expect(returned).toMatchObject({ net: 300, fee: -300, fees: [{ kind, amount: -300 }] });
});

test('the tax on a fee is a part of its own', () => {
  const fee_details = [{ type: 'tax', amount: 60 }];
  const fee = { type: 'stripe_fee', amount: -300, fee: 60, net: -360, fee_details };
  expect(entryOf(entry(fee))).toMatchObject({
    ...{ net: -360, fee: 360 },
    fees: [
      { kind: 'service', amount: 300 },
      { kind: 'tax', amount: 60 },
    ],
  });
});

test('the fee of a dispute is part of the entry that takes the disputed money', () => {
  const fee_details = [{ type: 'stripe_fee', amount: 1500 }];
  const taken = { type: 'adjustment', reporting_category: 'dispute', source: 'du_1', amount: -1000 };
  expect(entryOf(entry({ ...taken, fee: 1500, net: -2500, fee_details }))).toMatchObject({
    ...{ about: 'dispute', net: -2500, fee: 1500, fees: [{ kind: 'dispute', amount: 1500 }] },
  });
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

test.each(['risk_reserved_funds', 'connect_reserved_funds'])(
  'a balance transaction of the older type %s moves money to a reserve, or from there',
  (type) => expect(entryOf(entry({ type }))).toMatchObject({ about: 'other', reserve: true }),
);

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

test.each([undefined, 'payments'])(
  'a balance transaction of the balance %s changes the balance',
  (balance_type) => {
    expect(entryOf(entry({ balance_type }))).toMatchObject({ net: 960, fee: 40 });
    expect(entryOf(entry({ balance_type }))).not.toHaveProperty('pocket');
  },
);

test.each(['risk_reserved', 'refund_and_dispute_prefunding', 'issuing', 'a_balance_of_later'])(
  'a balance transaction of Stripe’s balance %s moves money in that pocket, and leaves the balance as it is',
  (name) => {
    const fee_details = [{ type: 'stripe_fee', amount: 40 }];
    const { net, fee, fees, pocket } = entryOf(entry({ balance_type: name, fee_details }));
    expect([net, fee, fees, pocket]).toEqual([0, 0, undefined, { name, net: 960, fee: 40 }]);
  },
);

test('a balance is the available and the pending money of each currency, and the pockets that Stripe tells', async () => {
  const sum = (amount: number, currency: string) => ({ amount, currency });
  const body = {
    available: [sum(100, 'eur'), sum(20, 'eur'), sum(-500, 'ugx')],
    pending: [sum(7, 'eur'), sum(3, 'usd'), sum(30, 'eur')],
    instant_available: [sum(50, 'eur')],
    connect_reserved: [sum(9, 'eur')],
    refund_and_dispute_prefunding: { available: [sum(8, 'eur')], pending: [sum(1, 'eur'), sum(200, 'ugx')] },
  };
  connect('');
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ object: 'balance', ...body }));
  expect(await balanceOf('acct_1')).toEqual({
    EUR: { total: 157, pending: 37, pockets: { connect_reserved: 9, refund_and_dispute_prefunding: 9 } },
    UGX: { total: -5, pending: 0, pockets: { connect_reserved: 0, refund_and_dispute_prefunding: 2 } },
    USD: { total: 3, pending: 3, pockets: { connect_reserved: 0, refund_and_dispute_prefunding: 0 } },
  });
});
