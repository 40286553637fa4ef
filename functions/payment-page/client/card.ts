import type { Scheme } from '#domain/cards/scheme.ts';
import { withLatinDigits } from './digits.ts';

/**
 * The schemes by the first digits of a number. A few schemes and a checksum take few lines. card-validator, which the
 * server uses, knows more and weighs as much as the rest of the script.
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

/** As soon as the first digits tell. */
export const schemeOf = (number: string): Scheme | undefined =>
  schemes.find(([, start]) => start.test(number))?.[0];

export const isComplete = (number: string, scheme: Scheme): boolean =>
  schemes.some(([name, , length]) => name === scheme && length.test(String(number.length)));

/**
 * Whether nobody types on: a scheme's longest number, but of Visa, which hardly prints any other than those of 16 digits.
 */
export function isUsual(number: string): boolean {
  const scheme = schemeOf(number);
  const most = { visa: 16, mastercard: 16, amex: 15 }[scheme as string] ?? 19;
  return scheme !== undefined && number.length === most;
}

/** American Express prints its code on the front. */
export const codeLength = (number: string): number => (schemeOf(number) === 'amex' ? 4 : 3);

/** ISO/IEC 7812-1, annex B: a slip of the finger nearly always breaks it. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** In the groups that are embossed on the card. */
export const groupNumber = (digits: string): string =>
  schemeOf(digits) === 'amex'
    ? digits.replace(/^(\d{4})(\d{1,6})(\d*)/, '$1 $2 $3').trim()
    : digits.replace(/\d{4}(?=\d)/g, '$& ');

/**
 * `1230`, `12/30`, `1/30`, `12-30`, `12/2030` as browsers fill it in, `2030-12` or `203012`, in the form of the card:
 * `12 / 30`. A text that could be several dates, `31/12/2030`, stays as it is, and is no date.
 */
export function groupExpiry(text: string): string {
  const given = withLatinDigits(text).trim();
  const [first = '', second = '', third] = given.match(/\d+/g) ?? [];
  let digits = given.replace(/\D/g, '');
  if (isYear(first) && second) digits = second.padStart(2, '0').slice(0, 2) + first.slice(2);
  else if (/^20\d{2}(0[1-9]|1[0-2])$/.test(digits)) digits = digits.slice(4) + digits.slice(2, 4);
  else if (third || isDayFirst(given, first, second)) return given;
  else if (/^\d\D/.test(given)) digits = `0${digits}`;
  // No month begins with these.
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, digits.startsWith('20', 2) ? 6 : 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

const isYear = (digits: string): boolean => /^20\d\d$/.test(digits);

/** Two digits that are no month before others: `30/12`. In the form of the card it is what the customer types. */
const isDayFirst = (given: string, first: string, second: string): boolean =>
  first.length === 2 && first > '12' && second !== '' && !given.startsWith(`${first} / `);

export interface Expiry {
  month: number;
  year: number;
}

export function readExpiry(text: string): Expiry | undefined {
  const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(text) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return undefined;
  return { month: Number(month), year: 2000 + Number(year) };
}

/** A card is good until the end of its month, somewhere on earth. */
export const isOver = ({ month, year }: Expiry, now: Date): boolean =>
  Date.UTC(year, month, 1) + 12 * 3_600_000 < now.getTime();
