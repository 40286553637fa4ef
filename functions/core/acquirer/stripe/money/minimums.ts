import type { Currency } from '#domain/money/currency.ts';
import { fromStripe } from './currency-units.ts';

/**
 * The smallest payment, in Stripe's units (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 * For a currency that is not in this list, Stripe accepts any amount that is worth at least the minimum in the
 * account's own currency.
 */
const minimums: Record<Currency, number> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
};

/** The smallest payment in Florin's minor units; 1 if Stripe states no minimum. */
export const minimumOf = (currency: Currency): number => fromStripe(minimums[currency] ?? 0, currency) || 1;
