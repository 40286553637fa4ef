import fc from 'fast-check';
import { exponentOf } from '#domain/money/currency.ts';
import {
  decimal,
  divideHalfEven,
  formatMoney,
  isExact,
  maxAmount,
  multiplyHalfEven,
  toMinorUnits,
} from '#domain/money/money.ts';

const integer = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 9n });

test('half-even rounding gives the nearest integer, and the even one of two equally near', () => {
  fc.assert(
    fc.property(integer, positive, (numerator, denominator) => {
      const quotient = divideHalfEven(numerator, denominator);
      const twiceRest = 2n * (numerator - quotient * denominator);
      const distance = twiceRest < 0n ? -twiceRest : twiceRest;
      expect(distance <= denominator).toBe(true);
      if (distance === denominator) expect(quotient % 2n).toBe(0n);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  [5n, 2n, 2n],
  [7n, 2n, 4n],
  [-5n, 2n, -2n],
  [-7n, 2n, -4n],
  [21n, 6n, 4n],
])('half-even rounding of %d / %d gives %d', (numerator, denominator, expected) => {
  expect(divideHalfEven(numerator, denominator)).toBe(expected);
});

test('a fee of 1.35 % differs from the exact value by at most half a cent at any amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: maxAmount }), (amount) => {
      const fee = BigInt(multiplyHalfEven(amount, decimal(0.0135)));
      const rest = 2n * (fee * 10000n - BigInt(amount) * 135n);
      expect(rest <= 10000n && rest >= -10000n).toBe(true);
    }),
  );
});

test('decimal reads all digits as written', () => {
  expect(decimal('182.85')).toEqual({ digits: 18285n, scale: 2 });
  expect(decimal(1e-7)).toEqual({ digits: 1n, scale: 7 });
  expect(() => decimal('1,5')).toThrow(RangeError);
});

test('formatMoney prints an amount with the decimals of its currency', () => {
  expect(formatMoney(1200, 'GBP')).toBe('GBP 12.00');
  expect(formatMoney(5, 'JPY')).toBe('JPY 5');
  expect(formatMoney(1, 'BHD')).toBe('BHD 0.001');
});

test('an amount with more decimals than its currency has is rounded up', () => {
  expect(toMinorUnits({ currency: 'EUR', exponent: 3, value: 1855 })).toBe(186);
  expect(toMinorUnits({ currency: 'JPY', exponent: 2, value: 101 })).toBe(2);
  expect(toMinorUnits({ currency: 'BHD', exponent: 1, value: 15 })).toBe(1500);
  fc.assert(
    fc.property(
      fc.constantFrom('EUR', 'JPY', 'BHD'),
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 1, max: 10 ** 9 }),
      (currency, exponent, value) => {
        const minor = toMinorUnits({ currency, exponent, value });
        const exact = value / 10 ** exponent;
        const unit = 10 ** -exponentOf(currency);
        expect(minor * unit).toBeGreaterThanOrEqual(exact - 1e-6);
        expect((minor - 1) * unit).toBeLessThan(exact + 1e-6);
      },
    ),
  );
});

test.each([
  ['EUR', 3, 49500, true],
  ['EUR', 3, 49501, false],
  ['EUR', 1, 495, true],
  ['EUR', 2, 4951, true],
  ['JPY', 1, 495, false],
  ['BHD', 3, 1, true],
])('an amount in %s of %d decimals and %d units fits its currency: %p', (currency, exponent, value, fits) => {
  expect(isExact({ currency, exponent, value })).toBe(fits);
});

test.each([
  ['1e-7', 1n, 7],
  // JavaScript prints very small numbers in this form.
  [1.5e-10, 15n, 11],
  ['-0.5', -5n, 1],
  ['12', 12n, 0],
])('decimal reads %p exactly', (text, digits, scale) => {
  expect(decimal(text)).toEqual({ digits, scale });
});

test.each(['', '1.', '.5', '1e5', '1,5', 'NaN', ' 1', '1 '])('decimal refuses %p', (text) => {
  expect(() => decimal(text)).toThrow(`Not a decimal number: ${text}`);
});
