import { exponentOf } from './currency.ts';
import { localizeMoney } from './localize-money.ts';

/** Formats an amount in minor units in the style of the locale, always with all decimals of the currency. */
export const showMoney = (amount: number, currency: string, locale: string): string =>
  localizeMoney(amount, currency, exponentOf(currency), locale);
