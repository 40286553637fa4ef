import { type CardExpiry, expiryDate } from './card-expiry.ts';
import { schemeOf } from './card-number.ts';
import type { Scheme } from './scheme.ts';

/** The parts of a card that Florin stores and shows. It never stores the number or the security code. */
export interface Card {
  /** The first six digits. */
  bin: string;
  last4: string;
  /** The last millisecond of the last valid month in UTC, ISO 8601. */
  expiry: string;
  scheme: Scheme;
  code: { present: boolean };
}

/**
 * Returns the part of a card that Florin stores.
 *
 * @param taken the schemes that the merchant takes. A test card of any other scheme is stored as a Visa.
 */
export const describeCard = (number: string, expiry: CardExpiry, taken: readonly Scheme[]): Card => ({
  bin: number.slice(0, 6),
  last4: number.slice(-4),
  expiry: expiryDate(expiry).toISOString(),
  scheme: taken.find((scheme) => scheme === schemeOf(number)) ?? 'visa',
  code: { present: true },
});
