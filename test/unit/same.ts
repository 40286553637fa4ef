import { isDeepStrictEqual } from 'node:util';

/**
 * Is `expect(actual).toEqual(expected)` for the bodies of properties, which run thousands of times: jest takes longer to
 * make an expectation than most rules to run. It is asked only where the values are not strictly the same.
 */
export function same(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
