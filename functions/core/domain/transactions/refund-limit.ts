import type { Merchant } from '../merchants/merchant.ts';

/**
 * Whether an amount brings what a payment has returned above the merchant's limit, in minor units. The limit is in the
 * merchant's currency, so a refund in another currency cannot be compared, and counts as above the limit.
 */
export function isAboveLimit(
  { currency, refundLimit = 0 }: Pick<Merchant, 'currency' | 'refundLimit'>,
  payment: { currency: string; returned: number },
  amount: number,
): boolean {
  if (refundLimit === 0) return false;
  return payment.currency !== currency || payment.returned + amount > refundLimit;
}
