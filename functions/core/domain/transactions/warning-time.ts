import { day } from '#basics/time.ts';
import { type Id, idTime } from '../id.ts';

/**
 * How long before the end of an authorization Florin warns the merchant, in milliseconds, if the authorization
 * lasts long enough.
 */
const usual = 2 * day;

/**
 * The time at which a merchant is warned of the end of an authorization, in milliseconds since 1970. It is two days
 * before the end. For an authorization that lasts less than four days, the warning comes when half of that time is
 * left.
 *
 * @param captureBefore the end, ISO 8601
 */
export function warningTime(transactionId: Id, captureBefore: string): number {
  const end = Date.parse(captureBefore);
  return end - Math.min(usual, (end - idTime(transactionId)) / 2);
}
