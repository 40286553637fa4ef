import { isDeepStrictEqual } from 'node:util';

/**
 * Requires that two values are equal, as `expect(actual).toEqual(expected)` does. Jest takes longer to make an
 * expectation than most rules take to run, and properties run thousands of times, so `same` calls `expect` only if the
 * values differ.
 */
export function same(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
