import { readFileSync } from 'node:fs';
import type { BalanceTransaction } from '../../../../functions/core/acquirer/stripe/api/shapes.ts';
import { figuresOf, isOfAmount } from '../../../../functions/core/acquirer/stripe/money/figures.ts';

const entry = (amount: number, over: Partial<BalanceTransaction> = {}) =>
  ({ amount, currency: 'eur', exchange_rate: null, created: 1_770_000_000, ...over }) as BalanceTransaction;

test.each([
  [999, false],
  [1000, true],
  [1001, false],
  [-1000, true],
])(
  'a balance transaction of EUR %i, in the account’s own currency, matches a capture of 1000: %s',
  (amount, is) => {
    expect(isOfAmount(entry(amount), { amount: 1000, currency: 'EUR' })).toBe(is);
  },
);

// USD 10.00 at 0.9 are EUR 9.00. The tolerance is one minor unit for rounding plus a ten-thousandth for the rate’s
// digits.
test.each([
  [898, false],
  [899, true],
  [900, true],
  [901, true],
  [902, false],
])('a balance transaction of EUR %i, exchanged at 0.9, matches a capture of USD 10.00: %s', (amount, is) => {
  expect(isOfAmount(entry(amount, { exchange_rate: 0.9 }), { amount: 1000, currency: 'USD' })).toBe(is);
});

test.each([
  [900_091, true],
  [900_092, false],
])(
  'a balance transaction of EUR %i, exchanged at 0.9, matches a capture of USD 10,000.00: %s',
  (amount, is) => {
    expect(isOfAmount(entry(amount, { exchange_rate: 0.9 }), { amount: 1_000_000, currency: 'USD' })).toBe(
      is,
    );
  },
);

// JPY 1000 are EUR 6.10. Stripe's pages leave open whether the rate is that of the minor units.
test.each([0.61, 0.0061])(
  'the rate of yen in euro is that of major units, if Stripe writes %d',
  (exchange_rate) => {
    const exchanged = entry(610, { id: 'txn_1', net: 600, fee: 10, exchange_rate });
    expect(figuresOf(exchanged, { amount: 1000, currency: 'JPY' }).rate).toBeCloseTo(0.0061, 8);
    expect(isOfAmount(exchanged, { amount: 1000, currency: 'JPY' })).toBe(true);
  },
);

// JPY 1000 are UGX 24000, which Stripe writes with two decimals.
test.each([2400, 24])(
  'the rate of yen in shilling is that of major units, if Stripe writes %d',
  (exchange_rate) => {
    const exchanged = entry(2_400_000, {
      ...{ id: 'txn_1', currency: 'ugx', net: 2_300_000, fee: 100_000, exchange_rate },
    });
    const figures = figuresOf(exchanged, { amount: 1000, currency: 'JPY' });
    expect(figures).toMatchObject({ currency: 'UGX', net: 23_000, fee: 1_000, rate: expect.closeTo(24, 8) });
    expect(isOfAmount(exchanged, { amount: 1000, currency: 'JPY' })).toBe(true);
  },
);

test('the text of a fee has at most 200 characters, all of them whole', () => {
  const description = `${'x'.repeat(199)}😀😀`;
  const details = [{ type: 'stripe_fee', amount: 10, currency: 'eur', description }];
  const withFee = entry(1000, { fee: 10, net: 990, fee_details: details });
  const { fees } = figuresOf(withFee, { amount: 1000, currency: 'EUR' });
  expect(fees).toEqual([{ kind: 'processing', amount: 10, description: `${'x'.repeat(199)}😀` }]);
});

const sdk = readFileSync('node_modules/stripe/esm/resources/BalanceTransactions.d.ts', 'utf8');

// https://docs.stripe.com/api/balance_transactions/object#balance_transaction_object-fee_details-type
test('each part of a fee in Stripe’s SDK has its kind, and the rest of the fee is one more part', () => {
  const parts = {
    stripe_fee: 1,
    payment_method_passthrough_fee: 2,
    application_fee: 3,
    tax: 4,
    withheld_tax: 5,
  };
  const documented = /Type of the fee, one of: (.*)\./.exec(sdk)?.[1] ?? '';
  expect([...documented.matchAll(/`(\w+)`/g)].map(([, type]) => type).sort()).toEqual(
    Object.keys(parts).sort(),
  );
  const fee_details = Object.entries({ ...parts, a_fee_of_later: 6 }).map(([type, amount]) => ({
    type,
    amount,
  }));
  const { fees } = figuresOf(entry(1000, { fee: 28, net: 972, fee_details }), {
    amount: 1000,
    currency: 'EUR',
  });
  expect(fees).toEqual([
    { kind: 'processing', amount: 1 },
    { kind: 'network', amount: 2 },
    { kind: 'application', amount: 3 },
    { kind: 'tax', amount: 4 },
    { kind: 'withheld_tax', amount: 5 },
    { kind: 'other', amount: 6 },
    { kind: 'other', amount: 7 },
  ]);
});

test('money in the payment’s own currency has no rate', () => {
  const booked = entry(1000, { id: 'txn_1', fee: 10, net: 990, exchange_rate: 1 });
  expect(figuresOf(booked, { amount: 1000, currency: 'EUR' })).not.toHaveProperty('rate');
});
