import { isDeepStrictEqual } from 'node:util';

/**
 * Requires that two values are equal, as `expect(actual).toEqual(expected)` does. It is for properties, which run
 * thousands of times: jest takes longer to make an expectation than most rules take to run. So it calls `expect` only
 * if the values differ.
 */
export function same(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
