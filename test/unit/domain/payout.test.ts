import fc from 'fast-check';
import { integer } from '#domain/integer.ts';
import { canBePaid, largestPayout, payoutOf } from '#domain/payout.ts';

test.each([
  [1001, 1000, 1001],
  [1000, 1000, 0],
  [999, 1000, 0],
  [1, 0, 1],
  [0, 0, 0],
  [-1, 0, 0],
  [-2000, -5000, 0],
  [-1, Number.NaN, 0],
  [5000, Number.NaN, 0],
])('of a balance of %d with a minimum of %d is paid %d', (balance, minimum, paid) => {
  expect(payoutOf(balance, minimum)).toBe(paid);
});

test('never more than there is, never what is owed, all of it in the end', () => {
  const balances = fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n });
  fc.assert(
    fc.property(balances, fc.integer({ min: 0, max: 10 ** 9 }), (balance, minimum) => {
      const paid = payoutOf(integer(balance), minimum);
      expect(Number.isSafeInteger(paid)).toBe(true);
      const due = balance > minimum && balance > 0n;
      const most = BigInt(largestPayout);
      expect(BigInt(paid)).toBe(due ? (balance < most ? balance : most) : 0n);
    }),
  );
});

test('live merchants with a bank account are paid, test merchants where it is wanted', () => {
  const bank = { iban: 'DK5000400440116243' };
  expect(canBePaid({ bank, test: false }, false)).toBe(true);
  expect(canBePaid({ bank, test: true }, false)).toBe(false);
  expect(canBePaid({ bank, test: true }, true)).toBe(true);
  expect(canBePaid({ bank: {}, test: false }, true)).toBe(false);
  expect(canBePaid({ test: false }, true)).toBe(false);
});
