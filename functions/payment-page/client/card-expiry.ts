import { withLatinDigits } from './digits.ts';

/**
 * Formats an expiry as on the card: `12 / 30`. Reads `1230`, `12/30`, `1/30`, `12-30`, `12/2030` as browsers fill it
 * in, `2030-12` and `203012`. A text that could mean several dates, `31/12/2030`, stays as it is and is invalid.
 */
export function groupExpiry(text: string): string {
  const given = withLatinDigits(text).trim();
  const [first = '', second = '', third] = given.match(/\d+/g) ?? [];
  let digits = given.replace(/\D/g, '');
  if (isYear(first) && second) digits = second.padStart(2, '0').slice(0, 2) + first.slice(2);
  else if (/^20\d{2}(0[1-9]|1[0-2])$/.test(digits)) digits = digits.slice(4) + digits.slice(2, 4);
  else if (third || isDayFirst(given, first, second)) return given;
  else if (/^\d\D/.test(given)) digits = `0${digits}`;
  // No month begins with these digits.
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, digits.startsWith('20', 2) ? 6 : 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

const isYear = (digits: string): boolean => /^20\d\d$/.test(digits);

/**
 * Whether a day seems to come first: two digits above 12, before other digits, as in `30/12`. In the card's own form,
 * `30 / 12`, they are a month that the customer is typing.
 */
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

/** Whether the card's last month has ended everywhere on earth. */
export const isOver = ({ month, year }: Expiry, now: Date): boolean =>
  Date.UTC(year, month, 1) + 12 * 3_600_000 < now.getTime();
