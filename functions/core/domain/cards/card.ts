import { schemeOf } from './card-number.ts';
import { codeLengthOf, type Scheme } from './scheme.ts';

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

export interface CardExpiry {
  month: number;
  year: number;
}

/**
 * Whether the security code has the right length for its card. In test mode any number is a card, and three digits are
 * always right: existing test suites send three.
 */
export const isCodeOf = (code: string, scheme: Scheme | undefined, test: boolean): boolean =>
  code.length === codeLengthOf(scheme) || (test && code.length === 3);

export const expiryDate = ({ month, year }: CardExpiry): Date => new Date(Date.UTC(year, month, 1) - 1);

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
