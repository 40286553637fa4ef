import { type Currency, exponentOf } from '#domain/money/currency.ts';
import { type PlatformFee, platformFeeOf } from '#domain/money/platform-fee.ts';

/**
 * The currencies in which Stripe's amounts have another unit than in ISO 4217, or must be multiples of a step
 * (https://docs.stripe.com/currencies). The decimals of króna and shilling are always 0, the ariary has no decimals,
 * and the last of the dinars' three decimals is 0.
 */
const special: Record<Currency, { exponent: number; step: number }> = {
  ISK: { exponent: 2, step: 100 },
  UGX: { exponent: 2, step: 100 },
  MGA: { exponent: 0, step: 1 },
  BHD: { exponent: 3, step: 10 },
  JOD: { exponent: 3, step: 10 },
  KWD: { exponent: 3, step: 10 },
  OMR: { exponent: 3, step: 10 },
  TND: { exponent: 3, step: 10 },
};

const unitOf = (currency: Currency) => special[currency] ?? { exponent: exponentOf(currency), step: 1 };

/** The number of decimals that Stripe's amounts in a currency have. */
export const stripeExponentOf = (currency: Currency): number => unitOf(currency).exponent;

/** Converts an amount to Stripe's unit; undefined if Stripe cannot express it. */
export function toStripe(amount: number, currency: Currency): number | undefined {
  const { exponent, step } = unitOf(currency);
  const shift = exponent - exponentOf(currency);
  const theirs = shift < 0 ? amount / 10 ** -shift : amount * 10 ** shift;
  return Number.isSafeInteger(theirs) && theirs % step === 0 ? theirs : undefined;
}

/**
 * Converts an amount of Stripe's to Florin's minor units. The conversion is exact, except for fees with fractions of a
 * unit that Florin does not have, which are rounded.
 *
 * @throws if Stripe shows no amount: `null` must not become 0, nor a text a number
 */
export function fromStripe(amount: number, currency: Currency): number {
  if (!Number.isSafeInteger(amount)) throw new TypeError();
  const shift = exponentOf(currency) - unitOf(currency).exponent;
  return shift < 0 ? Math.round(amount / 10 ** -shift) : amount * 10 ** shift;
}

/** The step of Florin's amounts, so that Stripe accepts their multiples. */
export function stepOf(currency: Currency): number {
  const { exponent, step } = unitOf(currency);
  const shift = exponentOf(currency) - exponent;
  return Math.max(1, shift < 0 ? step / 10 ** -shift : step * 10 ** shift);
}

/**
 * The platform's fee in Stripe's units: more than 0, less than the amount, in the currency of the payment
 * (https://docs.stripe.com/connect/direct-charges#collect-fees). Florin sends the fee when it makes the payment, so
 * that a capture in Stripe's dashboard also pays the fee. With each capture, Florin sends the fee of that capture.
 *
 * @param amount in minor units by ISO 4217
 * @returns undefined if there is no fee
 */
export const applicationFeeOf = (
  fee: PlatformFee | undefined,
  amount: number,
  currency: string,
): number | undefined =>
  (fee && toStripe(platformFeeOf(fee, amount, currency, stepOf(currency)), currency)) || undefined;
