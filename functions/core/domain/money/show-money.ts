import { exponentOf } from './currency.ts';

/** Formats an amount in the style of the locale, always with all decimals of the currency. */
export function showMoney(amount: number, currency: string, locale: string): string {
  const digits = exponentOf(currency);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}
