import { type Id, idTime } from '../id.ts';

/** In milliseconds before the end of an authorization. */
const usual = 2 * 24 * 60 * 60 * 1000;

/**
 * When a merchant is warned of the end of an authorization, in milliseconds since 1970: two days before, or, if it lives
 * for less than four days, when half of its life is left.
 *
 * @param captureBefore the end, ISO 8601
 */
export function warningTime(transactionId: Id, captureBefore: string): number {
  const end = Date.parse(captureBefore);
  return end - Math.min(usual, (end - idTime(transactionId)) / 2);
}
