// Importing the whole package would add 4 KB.
import { cardNumber as read } from 'card-validator/dist/card-number.js';
import type { Scheme } from './scheme.ts';

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
 * Whether this is a valid card number. In test mode any 10–19 digits are valid, even with a wrong Luhn checksum, as the
 * test suites of existing client libraries pay with such numbers. In live mode the length must fit the scheme, and the
 * Luhn checksum must be right.
 */
export const isCardNumber = (number: string, test: boolean): boolean =>
  digits.test(number) && (test || read(number).isValid);
