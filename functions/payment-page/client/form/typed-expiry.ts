import type { CardExpiry } from '#domain/cards/card-expiry.ts';
import { withLatinDigits } from '../basics/digits.ts';

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
