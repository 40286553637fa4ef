import { decimalsOf } from './format.ts';
import { fill, locale, t } from './texts.ts';

/** An amount that a person has typed: its minor units, or the fault that makes the text unreadable. */
export type Typed = { minor: number } | { fault: 'missing' | 'unreadable' | 'decimals' | 'zero' | 'large' };

/** The largest amount of one movement, in minor units. */
const most = 1_000_000_000_000;

/**
 * Reads an amount in major units as people write it: `1234.5`, `1,234.50`, `1.234,50`, `1 234,50`. A mark that could
 * separate thousands or decimals counts as what it is in the locale.
 *
 * @param decimals of the currency
 * @param mark the decimal mark of the locale
 */
export function readAmount(text: string, decimals: number, mark: string): Typed {
  const bare = text.replace(/[\s\u00a0\u202f'’]/g, '');
  if (bare === '') return { fault: 'missing' };
  const match = /^(\d+(?:[.,]\d{3})*?)(?:([.,])(\d*))?$/.exec(bare);
  if (!match) return { fault: 'unreadable' };
  const [, head = '', last, tail = ''] = match;
  const marks = new Set(head.replace(/\d/g, ''));
  // Refuses a text in which thousands have different marks, or in which thousands and decimals have the same one.
  if (marks.size > 1 || (last && marks.has(last) && tail.length !== 3)) return { fault: 'unreadable' };
  const isGroup =
    last !== undefined && tail.length === 3 && (marks.has(last) || (marks.size === 0 && last !== mark));
  const digits = head.replace(/\D/g, '');
  const [whole, fraction] = isGroup ? [digits + tail, ''] : [digits, tail];
  if (fraction.length > decimals) return { fault: 'decimals' };
  const minor = Number(whole + fraction.padEnd(decimals, '0'));
  if (minor === 0) return { fault: 'zero' };
  return minor > most ? { fault: 'large' } : { minor };
}

/** The locale's decimal mark: `.` or `,`. */
export const decimalMark = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** Reads an amount that the user has typed in a currency. */
export const readTyped = (text: string, currency: string): Typed =>
  readAmount(text, decimalsOf(currency), decimalMark(locale));

/** The text beside a field whose amount cannot be read. */
export const typedFaultText = (fault: keyof typeof t.move.faults, currency: string): string =>
  fill(t.move.faults[fault], { currency, decimals: decimalsOf(currency) });
