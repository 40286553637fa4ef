import fc from 'fast-check';
import {
  agreedFee,
  platformFeeOf,
  readPlatformFee,
  showPlatformFee,
} from '../../../../functions/core/domain/money/platform-fee.ts';

const fee = (basisPoints: number, flat = {}) => ({ basisPoints, flat, returned: false });

test.each([
  [150, {}, 1000, 15],
  [150, {}, 1001, 16],
  [1, {}, 1000, 1],
  [150, { EUR: 20 }, 401, 27],
  [150, { DKK: 20 }, 1000, 15],
  [0, { EUR: 500 }, 50, 49],
  [9999, { EUR: 20 }, 1, 0],
  // The exact product exceeds the largest safe integer.
  [9999, {}, 999_999_999_999, 999_900_000_000],
])(
  'the platform fee of %d basis points and %j on %d minor units of EUR is %d',
  (basisPoints, flat, amount, expected) => {
    expect(platformFeeOf(fee(basisPoints, flat), amount, 'EUR')).toBe(expected);
  },
);

test('a payment has no agreed fee if the fee comes to 0, or if a card is saved', () => {
  const terms = fee(0, { EUR: 20 });
  expect(agreedFee(terms, 1000, 'EUR')).toBe(terms);
  for (const [amount, currency] of [
    [1000, 'DKK'],
    [1, 'EUR'],
    [0, 'EUR'],
  ] as const)
    expect(agreedFee(terms, amount, currency)).toBeUndefined();
  expect(agreedFee(undefined, 1000, 'EUR')).toBeUndefined();
});

test('the platform fee is the exact fee rounded up to a multiple of the step, and less than the amount', () => {
  const parts = fc.record({
    basisPoints: fc.integer({ min: 0, max: 9999 }),
    flat: fc.integer({ min: 0, max: 10 ** 12 }),
    step: fc.constantFrom(1, 10, 100),
    steps: fc.integer({ min: 1, max: 10 ** 10 }),
  });
  fc.assert(
    fc.property(parts, ({ basisPoints, flat, step, steps }) => {
      const amount = steps * step;
      const found = platformFeeOf(fee(basisPoints, { EUR: flat }), amount, 'EUR', step);
      expect(found % step).toBe(0);
      expect(found).toBeGreaterThanOrEqual(0);
      expect(found).toBeLessThanOrEqual(amount - step);
      const exact = BigInt(amount) * BigInt(basisPoints) + BigInt(flat) * 10_000n;
      const over = BigInt(found) * 10_000n - exact;
      expect(over < BigInt(step) * 10_000n).toBe(true);
      if (found < amount - step) expect(over >= 0n).toBe(true);
    }),
  );
});

test.each(['1.5%', '0.01%', '99.99%+20EUR', '2%+150DKK+20EUR', '0%+20EUR', '1%+1000000000000EUR'])(
  'the fee %s is read and shown as written',
  (text) => {
    const read = readPlatformFee(text);
    expect(read && showPlatformFee(read)).toBe(text);
  },
);

test('a fee may have only a flat part', () => {
  expect(readPlatformFee('20EUR')).toEqual({ basisPoints: 0, flat: { EUR: 20 } });
});

test.each([
  '',
  '%',
  '1',
  '0%',
  '100%',
  '1,5%',
  ' 1%',
  '1% + 20EUR',
  '1%+1%',
  '20eur',
  '1.5EUR',
  '0EUR',
  '1000000000001EUR',
  '20EUR+30EUR',
  '20ZZZ',
  '1.555%',
])('%j is refused as a fee', (text) => {
  expect(readPlatformFee(text)).toBeUndefined();
});
