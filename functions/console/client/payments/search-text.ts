import { isCurrency } from '#domain/money/currency.ts';
import { decimalMark, readAmount } from '../values/amount.ts';
import { decimalsOf } from '../values/format.ts';
import { dateIn } from './date-text.ts';
import { idIn } from './filters.ts';

/** A reading of a text as a filter of payments: names and values for the URL. */
export type Reading =
  | { kind: 'id'; id: string }
  | { kind: 'email' | 'last4' | 'text'; filters: Record<string, string> }
  | { kind: 'amount'; filters: { amount: string; currency?: string } }
  | { kind: 'date'; filters: { from: string; to: string } };

interface Reader {
  /** The currency of the merchant, for amounts without one. */
  currency: string;
  locale: string;
  /** The present day of the merchant, for dates without a year. */
  today: string;
}

/**
 * The readings of a text, the most telling first: `1024` is the number of an order, the end of a card number, or an amount. A
 * whole card number is cut to its last four digits, so that it never gets into a URL.
 */
export function readingsOf(text: string, { currency, locale, today }: Reader): Reading[] {
  const typed = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  if (typed === '') return [];
  const id = idIn(typed);
  if (id) return [{ kind: 'id', id }];
  const number = cardNumberIn(typed);
  if (number) return [{ kind: 'last4', filters: { last4: number.slice(-4) } }];
  const words: Reading = { kind: 'text', filters: { text: text.trim() } };
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed)) return [{ kind: 'email', filters: { email: typed } }, words];
  const amount = amountIn(typed, currency, locale);
  const digits = /^(?:[•*.…x]+ ?)?(\d{4})$/i.exec(typed)?.[1];
  if (digits) {
    const card: Reading = { kind: 'last4', filters: { last4: digits } };
    return typed === digits ? [words, card, ...(amount ? [amount] : [])] : [card, words];
  }
  const day = dateIn(typed, locale, today);
  const date: Reading[] = day ? [{ kind: 'date', filters: { from: day, to: day } }] : [];
  // A number without a decimal mark and a currency is more likely the number of an order than an amount.
  if (amount && /^\d+$/.test(typed)) return [words, amount];
  return [...date, ...(amount ? [amount] : []), words];
}

/** The digits of a text that has the length and the check digit of a card number. */
function cardNumberIn(text: string): string | undefined {
  const digits = text.replace(/[ -]/g, '');
  return /^\d{12,19}$/.test(digits) && hasCheckDigit(digits) ? digits : undefined;
}

/** Luhn's check: every second digit from the right counts twice, and the sum of all digits is a multiple of ten. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * Reads `49.99`, `49,99 EUR`, `USD 5` and `€ 5`. A currency symbol counts as the merchant's currency. ISO 4217 has no
 * currency `INV`, so `INV 1024` is a reference.
 */
function amountIn(text: string, currency: string, locale: string): Reading | undefined {
  const [, before, figure = '', after] =
    /^(?:([A-Z]{3}|\p{Sc}) ?)?(\d[\d.,'’ ]*?)(?: ?([A-Z]{3}|\p{Sc}))?$/iu.exec(text) ?? [];
  const code = [before, after].find((one) => /^[A-Z]{3}$/i.test(one ?? ''))?.toUpperCase();
  if (code !== undefined && !isCurrency(code)) return undefined;
  const typed = readAmount(figure, decimalsOf(code ?? currency), decimalMark(locale));
  if (!('minor' in typed)) return undefined;
  return {
    kind: 'amount',
    filters: { amount: String(typed.minor), ...(code === undefined ? {} : { currency: code }) },
  };
}
