import { type Scheme, schemeNames } from '#domain/cards/scheme.ts';
import { dayAt } from '#domain/merchants/days.ts';
import { exponentOf, isCurrency } from '#domain/money/currency.ts';
import { localizeMoney } from '#domain/money/show-money.ts';
import { locale } from './texts.ts';
import type { Paid } from './types.ts';
import { timeZone } from './zone.ts';

const dayLength = 86_400_000;

/** Decimals of a currency: JPY 0, EUR 2, BHD 3. */
export const decimalsOf = (currency: string): number => (isCurrency(currency) ? exponentOf(currency) : 2);

/** An amount in minor units, in the style of the reader's locale. */
export const money = (minor: number, currency: string): string =>
  // A minus sign, as a hyphen before an amount is easily overlooked.
  localizeMoney(minor, currency, decimalsOf(currency), locale).replace('-', '−');

/** An amount as people type it into a field, without the currency: `1234.50`, with the locale's decimal mark. */
export function plainAmount(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  }).format(minor / 10 ** decimals);
}

const format = (options: Intl.DateTimeFormatOptions) => (time: string | Date) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(new Date(time));

/** `24 Nov 2026, 14:05` */
export const dateTime = format({ dateStyle: 'medium', timeStyle: 'short' });

/** `24 November 2026 at 14:05:09 CET`, for the title of a shorter time. */
export const exactTime = format({ dateStyle: 'long', timeStyle: 'long' });

/** `14:05` */
export const clock = format({ timeStyle: 'short' });

/** `24 Nov 2026` */
export const date = format({ dateStyle: 'medium' });

/** The date of a day without a time: `2026-11-24`. It is the same day in each time zone. */
export const day = (text: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(text));

/** `24/11`, for the axis of a chart. */
export const shortDay = (text: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(text));

/** `October 2026`, of a month without a time: `2026-10`. It is the same month in each time zone. */
export const monthName = (text: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(text));

/** `31 Oct 2026, 23:59:59` */
export const secondsTime = format({ dateStyle: 'medium', timeStyle: 'medium' });

/** The present day, for the name of a file. */
export const today = (): string => dayAt(Date.now(), timeZone);

/** `12/2030` */
export const expiry = (time: string): string =>
  new Intl.DateTimeFormat(locale, { month: '2-digit', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(time),
  );

export const number = (value: number): string => new Intl.NumberFormat(locale).format(value);

/** `DK` → `Denmark` */
export const countryName = (code: string): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;

export const percent = (share: number, digits = 0): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share);

/**
 * The change between two values, such as `+12%`, or `×25` if the value is at least ten times as large. Undefined if it
 * rounds to 0 %, and if the earlier value was not above zero.
 */
export function changeText(before: number | undefined, now: number | undefined): string | undefined {
  if (!before || before < 0 || now === undefined) return undefined;
  if (now / before >= 10) return `×${number(Math.round(now / before))}`;
  const change = Math.round((100 * (now - before)) / before) / 100;
  return change === 0 ? undefined : `${change > 0 ? '+' : '−'}${percent(Math.abs(change))}`;
}

/** `in 3 days`, `yesterday`, `2 hours ago` */
export function relative(time: string, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const away = new Date(time).getTime() - now;
  if (Math.abs(away) >= dayLength) return format.format(Math.trunc(away / dayLength), 'day');
  if (Math.abs(away) >= 3_600_000) return format.format(Math.trunc(away / 3_600_000), 'hour');
  return format.format(Math.trunc(away / 60_000), 'minute');
}

/** `visa` → `Visa` */
export const schemeName = (scheme: string): string => schemeNames[scheme as Scheme] ?? scheme;

/** The means of a payment: `Visa •••• 1234`, `MobilePay`. */
export const paidBy = ({ card, method }: Paid): string =>
  card ? `${schemeName(card.scheme)} •••• ${card.last4}` : method.name;
