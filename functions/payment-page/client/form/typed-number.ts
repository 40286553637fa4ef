import type { Scheme } from '#domain/cards/scheme.ts';

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
