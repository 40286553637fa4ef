/** Formats an amount in minor units in the style of the locale. */
export function showMoney(minor: number, currency: string, digits: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minor / 10 ** digits);
}
