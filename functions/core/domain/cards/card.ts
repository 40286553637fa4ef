// The numbers alone: all of it is 4 KB more.
import { cardNumber as read } from 'card-validator/dist/card-number.js';
import { codeLengthOf, type Scheme } from './scheme.ts';

/** The parts of a card that Florin stores and shows. It never stores the number or the security code. */
export interface Card {
  /** First six digits. */
  bin: string;
  last4: string;
  /** ISO 8601, the last millisecond of the last valid month, UTC. */
  expiry: string;
  scheme: Scheme;
  code: { present: boolean };
}

export interface CardExpiry {
  month: number;
  year: number;
}

const digits = /^\d{10,19}$/;

/** The schemes, as `card-validator` names them. */
const schemes: Record<string, Scheme> = {
  visa: 'visa',
  mastercard: 'mastercard',
  'american-express': 'amex',
  discover: 'discover',
  'diners-club': 'diners',
  jcb: 'jcb',
  unionpay: 'unionpay',
};

/** The scheme that the number belongs to, where it is one that Florin knows. */
export const schemeOf = (number: string): Scheme | undefined => schemes[read(number).card?.type ?? ''];

/** The name of a number's scheme, also of schemes that Florin does not take. */
export const schemeNameOf = (number: string): string | undefined => read(number).card?.niceType;

/**
 * Has the security code as many digits as its card? In test mode, where any number is a card, three will always do, as
 * before there were others.
 */
export const isCodeOf = (code: string, scheme: Scheme | undefined, test: boolean): boolean =>
  code.length === codeLengthOf(scheme) || (test && code.length === 3);

/**
 * Is this a card number? In test mode any 10–19 digits are, Luhn-valid or not: the test suites of existing client
 * libraries pay with such numbers. Live, its length must be the scheme's and its Luhn checksum right.
 */
export const isCardNumber = (number: string, test: boolean): boolean =>
  digits.test(number) && (test || read(number).isValid);

export const expiryDate = ({ month, year }: CardExpiry): Date => new Date(Date.UTC(year, month, 1) - 1);

/**
 * The part of a card that is kept.
 *
 * @param taken the schemes that can be; the card is said to be a Visa where it is of none of them (test mode only)
 */
export const describeCard = (number: string, expiry: CardExpiry, taken: readonly Scheme[]): Card => ({
  bin: number.slice(0, 6),
  last4: number.slice(-4),
  expiry: expiryDate(expiry).toISOString(),
  scheme: taken.find((scheme) => scheme === schemeOf(number)) ?? 'visa',
  code: { present: true },
});
