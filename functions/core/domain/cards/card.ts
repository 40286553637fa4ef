// Imports only the part for card numbers, as the whole package would add 4 KB.
import { cardNumber as read } from 'card-validator/dist/card-number.js';
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

const digits = /^\d{10,19}$/;

/** Florin's names for the schemes that `card-validator` knows. */
const schemes: Record<string, Scheme> = {
  visa: 'visa',
  mastercard: 'mastercard',
  'american-express': 'amex',
  discover: 'discover',
  'diners-club': 'diners',
  jcb: 'jcb',
  unionpay: 'unionpay',
};

/** The scheme of a number, if Florin knows it. */
export const schemeOf = (number: string): Scheme | undefined => schemes[read(number).card?.type ?? ''];

/** The name of a number's scheme, also of schemes that Florin does not take. */
export const schemeNameOf = (number: string): string | undefined => read(number).card?.niceType;

/**
 * Whether the security code has the right length for its card. In test mode any number is a card, and three digits are
 * always right: existing test suites send three.
 */
export const isCodeOf = (code: string, scheme: Scheme | undefined, test: boolean): boolean =>
  code.length === codeLengthOf(scheme) || (test && code.length === 3);

/**
 * Whether this is a valid card number. In test mode any 10–19 digits are valid, even with a wrong Luhn checksum, as the
 * test suites of existing client libraries pay with such numbers. In live mode the length must fit the scheme, and the
 * Luhn checksum must be right.
 */
export const isCardNumber = (number: string, test: boolean): boolean =>
  digits.test(number) && (test || read(number).isValid);

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
