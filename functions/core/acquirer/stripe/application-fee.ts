import { type PlatformFee, platformFeeOf } from '#domain/money/platform-fee.ts';
import { stepOf, toStripe } from './currency-units.ts';

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
