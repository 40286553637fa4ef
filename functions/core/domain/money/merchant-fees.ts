import type { FundingCurrency } from '#schemas/funding-currencies.ts';
import { decimal, multiplyHalfEven } from './money.ts';

/** A merchant's fees, as agreed at creation. */
export interface Pricing extends Terms {
  transfer: { toCard: Terms };
}

export interface Terms {
  /** The fee's share of the gross amount: 0.0135 is 1.35 %. */
  rate: number;
  /** Charged for each capture. */
  flat: Fee;
  /** Charged for each lost dispute. */
  dispute: Fee;
}

/** `amount` is in minor units of the merchant's funding currency. */
export interface Fee {
  currency: string;
  amount: number;
}

/** The two parts of a capture's fee, in minor units of the merchant's currency. */
export interface FeeParts {
  flat: number;
  rate: number;
}

/** The flat fee and the dispute fee in minor units of each funding currency: about EUR 0.25 and EUR 20.00. */
const flatFees: Record<string, readonly [flat: number, dispute: number]> = {
  CHF: [25, 2000],
  CZK: [600, 50000],
  DKK: [190, 15000],
  EUR: [25, 2000],
  GBP: [20, 1750],
  HUF: [10000, 800000],
  NOK: [280, 22500],
  PLN: [110, 8500],
  RON: [125, 10000],
  SEK: [270, 21500],
  USD: [30, 2300],
} satisfies Record<FundingCurrency, readonly [flat: number, dispute: number]>;

const share = 0.0135;

/** The price list for a new merchant with this funding currency. */
export function standardPricing(currency: string): Pricing {
  const fees = flatFees[currency];
  if (!fees) throw new RangeError(`${currency} is not a funding currency`);
  const [flat, dispute] = fees.map((amount) => ({ currency, amount })) as [Fee, Fee];
  const terms = { rate: share, flat, dispute };
  return { ...terms, transfer: { toCard: terms } };
}

/** The fee of a capture: gross × rate + flat, rounded half-even. @param gross minor units of the merchant's currency */
export const captureFee = (gross: number, pricing: Pick<Pricing, 'rate' | 'flat'>): FeeParts => ({
  flat: pricing.flat.amount,
  rate: multiplyHalfEven(gross, decimal(pricing.rate)),
});
