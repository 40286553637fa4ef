import { takesPayments } from '#domain/merchants/integration.ts';
import { posError } from '#http/routes/pos-api.ts';
import type { StoredMerchant } from '#store/merchants/merchants.ts';

/** @throws 400 if no merchant has the public key of the request */
export function requireMerchant(merchant: StoredMerchant | undefined): asserts merchant is StoredMerchant {
  if (!merchant)
    throw posError('PAYMENT_INTEGRATION_KEY_UNKNOWN', 'There is no merchant with this public key');
}

/** @throws 400 unless the merchant has an acquirer account that can take payments */
export function requireTakesPayments(merchant: StoredMerchant): void {
  if (!takesPayments(merchant))
    throw posError('PAYMENT_INTEGRATION_DISABLED', 'This merchant cannot take live payments yet');
}
