import { day, hour } from '#basics/time.ts';

/** The number of payments on a day (UTC) that have something in common. */
export interface DeclineCount {
  declines: number;
  /** Approved payments of more than 0. Florin learns of them with the next decline. */
  approved: number;
  /** Until this time, in milliseconds, the merchant's own limit has no effect. Only the counter of a merchant has it. */
  passUntil?: number;
  /** The number of times that the merchant's owners have let payments pass on this day. */
  passes?: number;
}

/**
 * A trait that declined payments have in common. A card and a link that can be paid once belong to one customer. Many
 * customers share the others: all customers of a merchant's server have its network, for example.
 */
export type DeclineScope = 'card' | 'ownLink' | 'sharedLink' | 'network' | 'merchant' | 'stage';

/** The counts before a payment. A count that could not be read is absent, and limits nothing. */
export type DeclineCounts = Partial<Record<DeclineScope, DeclineCount>>;

/**
 * The declines of a day from which on a payment needs 3-D Secure (`secure`), or is refused (`refuse`). Only what belongs
 * to one customer is ever refused, so that a thief can never stop the payments of others.
 */
export const declineLimits: Record<DeclineScope, { secure: number; refuse?: number }> = {
  card: { secure: 3, refuse: 8 },
  ownLink: { secure: 5, refuse: 15 },
  sharedLink: { secure: 20 },
  network: { secure: 10 },
  merchant: { secure: 30 },
  // One of the sixteen counters of a stage.
  stage: { secure: 200 },
};

/** Honest customers mistype, too: a shared trait may have one more decline for this many approved payments. */
const approvedForDecline = 4;

export type DeclineReaction = 'none' | 'secure' | 'refuse';

/** Whether a payment needs 3-D Secure, or is refused, after so many declines. */
export function reactionTo(counts: DeclineCounts): DeclineReaction {
  const reactions = (Object.keys(counts) as DeclineScope[]).map((scope) => reactionIn(scope, counts[scope]));
  return (['refuse', 'secure'] as const).find((one) => reactions.includes(one)) ?? 'none';
}

function reactionIn(
  scope: DeclineScope,
  { declines, approved }: DeclineCount = { declines: 0, approved: 0 },
): DeclineReaction {
  const { secure, refuse } = declineLimits[scope];
  if (refuse !== undefined) return declines >= refuse ? 'refuse' : declines >= secure ? 'secure' : 'none';
  return declines >= secure + Math.floor(approved / approvedForDecline) ? 'secure' : 'none';
}

/** The most times on a day that a merchant can let payments pass. Each pass is a chance to try cards. */
export const mostPasses = 3;

/**
 * The time until which payments pass that an owner lets pass now: an hour, but at most until midnight (UTC), when the counters
 * begin again.
 */
export function passEnd(now: number): number {
  const midnight = (Math.floor(now / day) + 1) * day;
  return Math.min(now + hour, midnight);
}

/** Whether the merchant's own limit has no effect now. */
export const isPassing = (count: DeclineCount | undefined, now: number): boolean =>
  now < (count?.passUntil ?? 0);

/** The prefix of the counters. Those of a test merchant are its own, so that no stranger's test limits another one's. */
export const declineMode = (publicKey: string, test: boolean): string =>
  test ? `test#${publicKey}` : 'live';

/** The name of a merchant's counter. */
export const merchantCounter = (publicKey: string, test: boolean): string =>
  `${declineMode(publicKey, test)}#merchant#${publicKey}`;
