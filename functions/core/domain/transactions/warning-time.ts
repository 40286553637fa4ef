import { type Id, idTime } from '../id.ts';

/** How long before the end of an authorization its merchant is warned, in milliseconds, if it lives long enough. */
const usual = 2 * 24 * 60 * 60 * 1000;

/**
 * The time at which a merchant is warned of the end of an authorization, in milliseconds since 1970. It is two days before
 * the end. An authorization that lives for less than four days has its warning when half of its life is left.
 *
 * @param captureBefore the end, ISO 8601
 */
export function warningTime(transactionId: Id, captureBefore: string): number {
  const end = Date.parse(captureBefore);
  return end - Math.min(usual, (end - idTime(transactionId)) / 2);
}
