import { createHash } from 'node:crypto';
import { BoundedMap } from '#basics/bounded-map.ts';
import { utcDay } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import { untilTomorrow } from '#domain/merchants/unvouched-merchant.ts';
import { QuotaUsedUp } from '#domain/outcome.ts';
import {
  type DeclineCounts,
  type DeclineReaction,
  type DeclineScope,
  declineMode,
  isPassing,
  merchantCounter,
  reactionTo,
} from '#domain/transactions/decline-limits.ts';
import { countDecline, noteLimited, readDeclines } from '#store/transactions/decline-counts.ts';
import { fingerprintOf, newFingerprintOf } from './card-fingerprint.ts';

/** The traits that a payment can have in common with others, as far as its request tells. */
export interface DeclineTraits {
  publicKey: string;
  /** Whether the merchant is a test merchant: what its payments have in common with those of others does not count. */
  test: boolean;
  /** The sender's network, as `networkOf` has it. */
  network: string;
  /** The id of the paid link, or the code of a till. */
  link?: string;
  /** The id of a saved card. */
  saved?: Id;
  /** The number of a typed card; undefined if its token is invalid. */
  number?: () => Promise<string | undefined>;
}

/** The declines before a payment, to which its own end is added. */
export interface EarlierDeclines {
  /** @param ownLink whether the payment's link can be paid only once */
  reactionFor(ownLink: boolean): DeclineReaction;
  /** Notes an approved payment, without any write. */
  approved(): void;
  /** @returns whether this decline is the first one after which the merchant's payments need 3-D Secure */
  declined(merchant: { id: Id; test: boolean }): Promise<boolean>;
}

/** The counter of the stage that this function instance uses. One counter for all would be a hot item. */
const part = Math.floor(Math.random() * 16);

/**
 * The approved payments that this instance has seen since its last decline of the same kind. They are written with that
 * decline, so that an approved payment costs no write.
 */
const approvals = new BoundedMap<string, number>(10_000);

/** The merchants that this instance has noted, with the day. */
const noted = new BoundedMap<Id, string>(1000);

/** Whether this stage limits declines of real money. */
const isOn = (): boolean => process.env.DECLINE_LIMITS === 'on';

/**
 * Reads the declines of today that have something in common with a payment: at the same time as the merchant, in one request.
 *
 * @returns undefined for a payment that has no limits: a live one on a stage without them, or a test one that does not ask for
 *   them
 */
export async function earlierDeclines(
  traits: DeclineTraits,
  asked: boolean,
): Promise<EarlierDeclines | undefined> {
  if (!(traits.test ? asked : isOn())) return undefined;
  const today = utcDay(Date.now());
  const number = await traits.number?.();
  const card = traits.saved ?? (number && (await fingerprintOf(number)));
  const names = namesOf(traits, card);
  const counts = await readDeclines(Object.values(names), today);
  const countsFor = (ownLink: boolean) => {
    const found: DeclineCounts = {};
    for (const [scope, name] of Object.entries(names))
      found[scope === 'link' ? linkScope(ownLink) : (scope as DeclineScope)] = counts.get(name);
    // Only the merchant's own limit: an owner lets honest customers pass, and no card or network that is tried.
    if (isPassing(found.merchant, Date.now())) delete found.merchant;
    return found;
  };
  return {
    reactionFor: (ownLink) => reactionTo(countsFor(ownLink)),
    approved: () => {
      for (const name of Object.values(names)) approvals.set(name, (approvals.get(name) ?? 0) + 1);
    },
    declined: async ({ id, test }) => {
      const made = card ?? (number && (await newFingerprintOf(number).catch(() => undefined)));
      const { merchant, ...others } = namesOf(traits, made);
      const [after] = await Promise.all(
        [merchant, ...Object.values(others)].map(async (name) => {
          const seen = approvals.get(name) ?? 0;
          approvals.delete(name);
          return countDecline(name, today, seen);
        }),
      );
      if (!after || reactionTo({ merchant: after }) === 'none' || noted.get(id) === today) return false;
      // The decline is stored already. Another one makes up for a failure here.
      const isNew = await noteLimited(id, test, today).catch(() => undefined);
      if (isNew !== undefined) noted.set(id, today);
      return isNew ?? false;
    },
  };
}

/** The message helps an honest customer. It tells a thief neither which limit it is, nor whether the card is good. */
export function refuseAfterDeclines(): never {
  throw new QuotaUsedUp(
    'Too many attempts have failed: use another card, or try again tomorrow',
    untilTomorrow(),
    'TOO_MANY_DECLINES',
  );
}

const linkScope = (ownLink: boolean): DeclineScope => (ownLink ? 'ownLink' : 'sharedLink');

/** The names of the counters. */
function namesOf({ publicKey, test, network, link }: DeclineTraits, card: string | undefined) {
  const mode = declineMode(publicKey, test);
  return {
    merchant: merchantCounter(publicKey, test),
    network: `${mode}#network#${network}`,
    stage: `${mode}#stage#${part}`,
    ...(card && { card: `${mode}#card#${card}` }),
    ...(link && { link: `${mode}#link#${createHash('sha256').update(link).digest('base64url')}` }),
  };
}
