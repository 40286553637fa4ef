/** The number of payments on a day (UTC) that have something in common. */
export interface DeclineCount {
  declines: number;
  /** Approved payments of more than 0. Florin learns of them with the next decline. */
  approved: number;
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
