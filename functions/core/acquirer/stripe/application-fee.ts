import { type PlatformFee, platformFeeOf } from '#domain/money/platform-fee.ts';
import { stepOf, toStripe } from './currency-units.ts';

/**
 * The platform's fee as Stripe takes it (https://docs.stripe.com/connect/direct-charges#collect-fees): more than nothing,
 * less than the amount, in the currency of the payment. It goes with the intent, so that whoever captures the payment in
 * Stripe's dashboard pays it too, and each capture states its own.
 */
export const applicationFeeOf = (
  fee: PlatformFee | undefined,
  amount: number,
  currency: string,
): number | undefined =>
  (fee && toStripe(platformFeeOf(fee, amount, currency, stepOf(currency)), currency)) || undefined;
