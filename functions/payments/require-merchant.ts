import { takesPayments } from '#acquirer/registry.ts';
import { posError } from '#http/pos-api.ts';
import type { StoredMerchant } from '#store/merchants.ts';

/** @throws 400 where nobody has the public key that was asked with */
export function requireMerchant(merchant: StoredMerchant | undefined): asserts merchant is StoredMerchant {
  if (!merchant)
    throw posError('PAYMENT_INTEGRATION_KEY_UNKNOWN', 'There is no merchant with this public key');
}

/** @throws 400 where nobody moves the merchant's money */
export function requireTaking(merchant: StoredMerchant): void {
  if (!takesPayments(merchant))
    throw posError('PAYMENT_INTEGRATION_DISABLED', 'This merchant cannot take live payments yet');
}
