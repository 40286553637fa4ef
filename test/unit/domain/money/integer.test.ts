import fc from 'fast-check';
import { integer, sumOf } from '#domain/money/money.ts';

test('sumOf is exact at any size, and returns a number for every safe integer and a BigInt otherwise', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n })), (values) => {
      const exact = values.reduce((sum, value) => sum + value, 0n);
      const sum = sumOf(values.map(integer));
      expect(BigInt(sum)).toBe(exact);
      expect(typeof sum).toBe(Number.isSafeInteger(Number(exact)) ? 'number' : 'bigint');
    }),
  );
  expect(sumOf([])).toBe(0);
  expect(sumOf([2 ** 53 - 1, 1])).toBe(2n ** 53n);
});
