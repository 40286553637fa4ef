import { decimal, multiplyHalfEven } from './money.ts';

/** A merchant's fees, as agreed at creation. */
export interface Pricing extends Terms {
  transfer: { toCard: Terms };
}

export interface Terms {
  /** Share of the gross amount, 0.0135 is 1.35 %. */
  rate: number;
  /** For each capture. */
  flat: Fee;
  /** For each dispute that is lost. */
  dispute: Fee;
}

/** Minor units of the merchant's funding currency. */
export interface Fee {
  currency: string;
  amount: number;
}

/** The two parts of a capture's fee, in minor units of the merchant's currency. */
export interface FeeParts {
  flat: number;
  rate: number;
}

/** Flat fee and dispute fee in minor units of each funding currency: about EUR 0.25 and EUR 20.00. */
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
};

const share = 0.0135;

/** The price list for a new merchant with this funding currency. */
export function standardPricing(currency: string): Pricing {
  const fees = flatFees[currency];
  if (!fees) throw new RangeError(`${currency} is not a funding currency`);
  const [flat, dispute] = fees.map((amount) => ({ currency, amount })) as [Fee, Fee];
  const terms = { rate: share, flat, dispute };
  return { ...terms, transfer: { toCard: terms } };
}

/** The fee of a capture of `gross` minor units of the merchant's currency: gross × rate + flat, half-even. */
export const captureFee = (gross: number, pricing: Pick<Pricing, 'rate' | 'flat'>): FeeParts => ({
  flat: pricing.flat.amount,
  rate: multiplyHalfEven(gross, decimal(pricing.rate)),
});
