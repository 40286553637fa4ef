import type { CardExpiry } from '#domain/cards/card-expiry.ts';
import type { Scheme } from '#domain/cards/scheme.ts';
import { withLatinDigits } from '../basics/digits.ts';

/**
 * The schemes by the first digits of a number. The package card-validator, which the server uses, knows more schemes,
 * but is as large as the rest of this script.
 */
const schemes: [scheme: Scheme, start: RegExp, length: RegExp][] = [
  ['visa', /^4/, /^(16|18|19)$/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, /^16$/],
  ['amex', /^3[47]/, /^15$/],
  ['diners', /^3(0[0-5]|[689])/, /^(14|16|19)$/],
  ['jcb', /^(2131|1800|35(2[89]|[3-8]))/, /^1[6-9]$/],
  ['discover', /^(6011|64[4-9]|65)/, /^(16|19)$/],
  ['unionpay', /^(62|81)/, /^1[4-9]$/],
];

/** The scheme, as soon as the first digits show it. */
export const schemeOf = (number: string): Scheme | undefined =>
  schemes.find(([, start]) => start.test(number))?.[0];

export const isComplete = (number: string, scheme: Scheme): boolean =>
  schemes.some(([name, , length]) => name === scheme && length.test(String(number.length)));

/**
 * Whether a number is complete: it has the greatest length of its scheme. For Visa 16 digits count as complete, as
 * longer numbers hardly exist.
 */
export function isUsual(number: string): boolean {
  const scheme = schemeOf(number);
  const most = { visa: 16, mastercard: 16, amex: 15 }[scheme as string] ?? 19;
  return scheme !== undefined && number.length === most;
}

/** Groups the digits as they are embossed on the card. */
export const groupNumber = (digits: string): string =>
  schemeOf(digits) === 'amex'
    ? digits.replace(/^(\d{4})(\d{1,6})(\d*)/, '$1 $2 $3').trim()
    : digits.replace(/\d{4}(?=\d)/g, '$& ');

/**
 * Formats an expiry as on the card: `12 / 30`. Reads `1230`, `12/30`, `1/30`, `12-30`, `12/2030` as browsers fill it
 * in, `2030-12` and `203012`. A text that could mean several dates, `31/12/2030`, stays as it is and is invalid.
 */
export function groupExpiry(text: string): string {
  const entered = withLatinDigits(text);
  // While the customer corrects the month, the other digits must not move.
  if (/^\d{0,2} \/ \d\d?$/.test(entered)) return entered;
  const given = entered.trim();
  const [first = '', second = '', third] = given.match(/\d+/g) ?? [];
  let digits = given.replace(/\D/g, '');
  if (/^20\d\d$/.test(first) && second) digits = second.padStart(2, '0').slice(0, 2) + first.slice(2);
  else if (/^20\d{2}(0[1-9]|1[0-2])$/.test(digits)) digits = digits.slice(4) + digits.slice(2, 4);
  // If the first two digits are above 12 and others follow, they are probably a day, as in `30/12`.
  else if (third || /^(1[3-9]|[2-9]\d)\D+\d/.test(given)) return given;
  else if (/^\d\D/.test(given)) digits = `0${digits}`;
  // No month begins with these digits, so they are the month without its leading zero.
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  digits = digits.replace(/^(\d\d)20(\d\d)$/, '$1$2');
  digits = digits.slice(0, digits.startsWith('20', 2) ? 6 : 4);
  return digits.replace(/^(..)(.+)/, '$1 / $2');
}

export function readExpiry(text: string): CardExpiry | undefined {
  const [, month, year] = /^(0?[1-9]|1[0-2]) \/ (\d\d)$/.exec(text) ?? [];
  return month ? { month: Number(month), year: 2000 + Number(year) } : undefined;
}
