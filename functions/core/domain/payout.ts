import type { Integer } from './integer.ts';
import type { Merchant } from './merchant.ts';

/** The most of one payout, in minor units: what clients read as a number. The rest is paid the next day. */
export const largestPayout = Number.MAX_SAFE_INTEGER;

/**
 * What a merchant is paid out of a balance, in minor units of its currency: all of it, or 0 if it is not above the
 * minimum. What is owed to Florin is never paid, whatever the minimum.
 */
export function payoutOf(balance: Integer, minimum: number): number {
  if (!(balance > Math.max(0, minimum))) return 0;
  return balance < largestPayout ? Number(balance) : largestPayout;
}

/** Whether there is anywhere to pay to; test merchants' money is none, and is only moved to be looked at. */
export const canBePaid = ({ bank, test }: Pick<Merchant, 'bank' | 'test'>, testToo: boolean): boolean =>
  bank?.iban !== undefined && (testToo || !test);
