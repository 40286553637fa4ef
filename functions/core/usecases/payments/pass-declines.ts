import { utcDay } from '#basics/time.ts';
import type { Caller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import { untilTomorrow } from '#domain/merchants/unvouched-merchant.ts';
import { Conflict, QuotaUsedUp } from '#domain/outcome.ts';
import {
  type DeclineCount,
  isPassing,
  merchantCounter,
  mostPasses,
  passEnd,
  reactionTo,
} from '#domain/transactions/decline-limits.ts';
import { readDecline, storePass } from '#store/transactions/decline-counts.ts';

interface Limited {
  id: Id;
  key: string;
  test: boolean;
}

/** The declines of a merchant today. */
export async function declinesOf({ key, test }: Limited) {
  const now = Date.now();
  return shown(await readDecline(merchantCounter(key, test), utcDay(now)), now);
}

/**
 * Lets the payments of a merchant pass for an hour: the merchant's own limit has no effect. A repeat changes nothing, so that
 * nobody can lengthen the hour.
 *
 * @throws Conflict if nothing is limited, QuotaUsedUp, NoAccess
 */
export async function passDeclines(merchant: Limited, caller: Caller) {
  const now = Date.now();
  const today = utcDay(now);
  const name = merchantCounter(merchant.key, merchant.test);
  const count = await readDecline(name, today);
  if (!count || !isLimited(count))
    throw new Conflict('Nothing is limited: the merchant has too few declines today. Payments pass already');
  if (isPassing(count, now)) return shown(count, now);
  const { passes = 0 } = count;
  if (passes >= mostPasses)
    throw new QuotaUsedUp(
      `Payments have passed ${mostPasses} times today, which is the most. Customers can pay with 3-D Secure`,
      untilTomorrow(now),
    );
  const until = passEnd(now);
  await storePass(merchant.id, caller, name, today, { passes, until });
  return shown({ ...count, passes: passes + 1, passUntil: until }, now);
}

const isLimited = (merchant: DeclineCount): boolean => reactionTo({ merchant }) !== 'none';

function shown(count: DeclineCount = { declines: 0, approved: 0 }, now: number) {
  const { declines, passUntil = 0, passes = 0 } = count;
  return {
    day: utcDay(now),
    count: declines,
    limited: isLimited(count),
    passUntil: isPassing(count, now) ? new Date(passUntil).toISOString() : null,
    passesLeft: Math.max(0, mostPasses - passes),
  };
}
