import { exponentOf } from './currency.ts';

/** Formats an amount in minor units in the style of the locale, always with all decimals of the currency. */
export const showMoney = (amount: number, currency: string, locale: string): string =>
  localizeMoney(amount, currency, exponentOf(currency), locale);

/**
 * Formats an amount in the style of the locale, always with all decimals of the currency. The payment page's script calls
 * this function with the decimals that the server gives it, since the table of currencies is too large for browsers.
 *
 * @param minor minor units
 * @param decimals of the currency
 */
export const localizeMoney = (minor: number, currency: string, decimals: number, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(minor / 10 ** decimals);
