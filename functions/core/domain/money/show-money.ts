import { exponentOf } from './currency.ts';

/** An amount as people of the locale write it, with all decimals that the currency has and no others. */
export function showMoney(amount: number, currency: string, locale: string): string {
  const digits = exponentOf(currency);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}
