import type { Merchant } from '../merchants/merchant.ts';
import type { Transaction } from './transaction.ts';

/**
 * Whether a refund brings the refunds of a payment above the merchant's limit, in minor units. The limit is in the
 * merchant's currency, so a refund in another currency cannot be compared, and counts as above the limit.
 */
export function isAboveLimit(
  { currency, refundLimit = 0 }: Pick<Merchant, 'currency' | 'refundLimit'>,
  payment: Pick<Transaction, 'currency' | 'refundedAmount'>,
  amount: number,
): boolean {
  if (refundLimit === 0) return false;
  return payment.currency !== currency || payment.refundedAmount + amount > refundLimit;
}
