import { type Currency, exponentOf } from '#domain/money/currency.ts';

/**
 * Where the unit of Stripe's amounts is not that of ISO 4217, or not all amounts are taken
 * (https://docs.stripe.com/currencies): decimals of its amounts, and what they are multiples of. Króna and shilling
 * have decimals that are always 0, for compatibility; the ariary is written without any; the last of the dinars' three
 * is 0.
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

/** Decimals of Stripe's amounts of a currency. */
export const stripeExponentOf = (currency: Currency): number => unitOf(currency).exponent;

/** An amount of ours as Stripe writes it; undefined where it cannot. */
export function toStripe(amount: number, currency: Currency): number | undefined {
  const { exponent, step } = unitOf(currency);
  const shift = exponent - exponentOf(currency);
  const theirs = shift < 0 ? amount / 10 ** -shift : amount * 10 ** shift;
  return Number.isSafeInteger(theirs) && theirs % step === 0 ? theirs : undefined;
}

/**
 * An amount of Stripe's, in minor units of ours. Exactly, but for fractions of what has none: fees of an account in
 * such a currency are rounded.
 */
export function fromStripe(amount: number, currency: Currency): number {
  const shift = exponentOf(currency) - unitOf(currency).exponent;
  return shift < 0 ? Math.round(amount / 10 ** -shift) : amount * 10 ** shift;
}

/** The least that amounts of ours are multiples of, so that Stripe takes them. */
export function stepOf(currency: Currency): number {
  const { exponent, step } = unitOf(currency);
  const shift = exponentOf(currency) - exponent;
  return Math.max(1, shift < 0 ? step / 10 ** -shift : step * 10 ** shift);
}
