import type { Merchant } from '../merchants/merchant.ts';
import type { Transaction } from './transaction.ts';

/**
 * Whether a refund brings the refunds of a payment above the merchant's limit, in minor units. The limit is in the merchant's
 * currency, so any refund in another currency is above it.
 */
export function isAboveLimit(
  { currency, refundLimit = 0 }: Pick<Merchant, 'currency' | 'refundLimit'>,
  payment: Pick<Transaction, 'currency' | 'refundedAmount'>,
  amount: number,
): boolean {
  if (refundLimit === 0) return false;
  return payment.currency !== currency || payment.refundedAmount + amount > refundLimit;
}
