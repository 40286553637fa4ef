import type { Id } from '../id.ts';
import type { Card } from './card.ts';

/** A customer's consent to save their card, for payments that they begin themselves. */
export interface CardConsent {
  /** The customer, as the merchant's server calls them. */
  customer: string;
  /** When they agreed, ISO 8601. */
  agreed: string;
  /** Copies that the new one stands in for, and what there is no room for any more. */
  replaces: Id[];
}

/** A card that is kept for a customer of one merchant. Neither its number nor a security code is in it. */
export interface CustomerCard extends Omit<CardConsent, 'replaces'> {
  /** The id of the transaction that the card was saved with. */
  id: Id;
  merchantId: Id;
  card: Card;
  /** The acquirer's reference to the card. */
  credential: unknown;
  /** The transaction that it has paid last. */
  used?: Id;
  /** Payments with it whose security code was wrong, or is being looked at. */
  tries?: ReadonlySet<Id>;
}

/** So many cards are kept of a customer; the one that was not used for longest makes room. */
export const mostCards = 10;

/**
 * So many wrong security codes a saved card takes, ever: who guesses finds the code of one card in two hundred, and who
 * has forgotten theirs types the card anew.
 */
export const mostTries = 5;

export const hasExpired = ({ card }: Pick<CustomerCard, 'card'>): boolean =>
  Date.parse(card.expiry) < Date.now();

const triesOf = ({ tries }: CustomerCard): number => tries?.size ?? 0;

/** Whether its customer may be asked to pay with it. */
export const isOffered = (saved: CustomerCard): boolean => !hasExpired(saved) && triesOf(saved) < mostTries;

const lastUse = ({ id, used = id }: CustomerCard): Id => used;

/** The one first that was used last. */
export const byUse = (cards: readonly CustomerCard[]): CustomerCard[] =>
  [...cards].sort((a, b) => (lastUse(a) < lastUse(b) ? 1 : -1));

/**
 * Of a customer's cards, those that give way to a new one. The same card has the same first six and last four digits: it
 * may have another expiry, where its bank has sent a new one.
 */
export function replacedBy({ bin, last4 }: Card, cards: readonly CustomerCard[]): Id[] {
  const isSame = ({ card }: CustomerCard) => card.bin === bin && card.last4 === last4;
  const others = byUse(cards.filter((saved) => !isSame(saved)));
  return [...cards.filter(isSame), ...others.slice(mostCards - 1)].map(({ id }) => id);
}
