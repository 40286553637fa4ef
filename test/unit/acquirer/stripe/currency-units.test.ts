import currencies from '@paylike/currencies/currencies.json';
import fc from 'fast-check';
import {
  fromStripe,
  stepOf,
  toStripe,
} from '../../../../functions/core/acquirer/stripe/money/currency-units.ts';
import { maxAmount } from '../../../../functions/core/domain/money/money.ts';

const currency = fc.constantFrom(...currencies.map(({ code }) => code));
const amount = fc.integer({ min: 1, max: maxAmount });

test('an amount converted to Stripe’s units and back is unchanged', () => {
  fc.assert(
    fc.property(currency, amount, (code, sum) => {
      const theirs = toStripe(sum, code);
      if (theirs !== undefined) expect(fromStripe(theirs, code)).toBe(sum);
    }),
  );
});

test('Stripe takes only multiples of the currency’s step', () => {
  fc.assert(
    fc.property(currency, amount, (code, sum) => {
      const step = stepOf(code);
      expect(toStripe(sum, code) !== undefined).toBe(sum % step === 0);
      expect(toStripe(sum * step, code)).toBeDefined();
    }),
  );
});

// The examples of https://docs.stripe.com/currencies.
test.each([
  ['USD', 1000, 1000],
  ['JPY', 500, 500],
  ['KWD', 5120, 5120],
  ['KWD', 5124, undefined],
  ['ISK', 500, 500],
  ['ISK', 550, undefined],
  ['UGX', 5, 500],
  ['MGA', 500, 5],
  ['MGA', 550, undefined],
  ['HUF', 1045, 1045],
  ['TWD', 80045, 80045],
])('%s %d is %p in Stripe’s units', (code, ours, theirs) => {
  expect(toStripe(ours, code)).toBe(theirs);
});

test.each([null, undefined, '500', Number.NaN, 1.5, 2 ** 53])(
  'the amount %p of Stripe is an error',
  (amount) => {
    expect(() => fromStripe(amount as number, 'EUR')).toThrow(TypeError);
  },
);
