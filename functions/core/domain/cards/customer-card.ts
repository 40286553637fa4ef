import { day } from '#basics/time.ts';
import type { Id } from '../id.ts';
import { type AcquirerAccount, isSameAccount } from '../merchants/acquirer-account.ts';
import type { Card } from './card.ts';
import { hasCardExpired } from './card-expiry.ts';

/** A customer's consent to save their card, for payments that they begin themselves. */
export interface CardConsent {
  /** The merchant's name for the customer. */
  customer: string;
  /** When the customer agreed, ISO 8601. */
  agreed: string;
  /** The saved cards that the new one replaces: older copies of the same card, and cards beyond the limit. */
  replaces: Id[];
}

/** A card that is saved for a customer of one merchant. Neither its number nor its security code is stored. */
export interface CustomerCard extends Omit<CardConsent, 'replaces'> {
  /** The id of the transaction that the card was saved with. */
  id: Id;
  merchantId: Id;
  card: Card;
  /** The acquirer's reference to the card. */
  credential: unknown;
  /** The last transaction that was paid with the card. */
  used?: Id;
  /** Payments with this card whose security code was wrong or is being verified. */
  tries?: ReadonlySet<Id>;
}

/** The most saved cards of a customer. If there are more, the longest unused one is deleted. */
const mostCards = 10;

/**
 * The most wrong security codes that a saved card ever accepts. With so many guesses an attacker finds the code of
 * one card in two hundred. A customer who has forgotten the code can type the whole card instead.
 */
export const mostTries = 5;

/**
 * Whether an acquirer's reference to a card belongs to the merchant's present account. No other account can charge
 * the card. Earlier releases did not store the account with a saved card.
 */
export function isOfAccount(credential: unknown, now: AcquirerAccount | undefined): boolean {
  const { at } = credential as { at?: AcquirerAccount };
  return !at || isSameAccount(now, at);
}

const triesOf = ({ tries }: CustomerCard): number => tries?.size ?? 0;

/**
 * The time after a card's printed date for which Florin keeps it, in milliseconds. The card's network may have renewed the
 * card at the acquirer, which then charges it, or declines it as expired. Nobody renews the cards of test money.
 */
export const renewalTime = ({ credential }: Pick<CustomerCard, 'credential'>): number =>
  (credential as { at?: AcquirerAccount }).at ? 365 * day : 0;

/** Whether a card can no longer be charged because of its date. */
export const hasEnded = (saved: CustomerCard): boolean =>
  hasCardExpired(saved.card.expiry, Date.now() - renewalTime(saved));

/** Whether the payment page offers the card to its customer. @param now the account that the merchant has now */
export const isOffered = (saved: CustomerCard, now: AcquirerAccount | undefined): boolean =>
  !hasEnded(saved) && triesOf(saved) < mostTries && isOfAccount(saved.credential, now);

const lastUse = ({ id, used = id }: CustomerCard): Id => used;

/** Sorts cards by their last use, newest first. */
export const byUse = (cards: readonly CustomerCard[]): CustomerCard[] =>
  [...cards].sort((a, b) => (lastUse(a) < lastUse(b) ? 1 : -1));

/**
 * The most cards that a payment deletes. Each takes two writes of the database transaction that stores the payment, and
 * DynamoDB takes a hundred. The next payment deletes the rest.
 */
const mostReplaced = 20;

/**
 * Returns the customer's cards that a new one replaces. Cards with the same first six and last four digits count as
 * the same card, since a bank may have issued the card again with another expiry.
 */
export function replacedBy({ bin, last4 }: Card, cards: readonly CustomerCard[]): Id[] {
  const sorted = byUse(cards);
  const others = sorted.filter(({ card }) => card.bin !== bin || card.last4 !== last4);
  const kept = others.slice(0, mostCards - 1);
  return sorted
    .filter((saved) => !kept.includes(saved))
    .slice(0, mostReplaced)
    .map(({ id }) => id);
}
