import { acquirerOf } from '#acquirer/registry.ts';
import type { Id } from '#domain/id.ts';
import type { AcquirerAccount } from '#domain/operation.ts';
import { findMerchant, setAcquirer } from '#store/merchants.ts';

/**
 * Connects a live merchant with its account at an acquirer; or, where it is disabled, lets it take no new payments: what
 * it has authorized can still be captured and refunded.
 *
 * @throws where it is a test merchant, or the account cannot take money in the merchant's currency
 */
export async function connectAcquirer(merchantId: Id, to: AcquirerAccount, enabled: boolean): Promise<void> {
  const merchant = await findMerchant(merchantId);
  if (!merchant) throw new Error(`There is no merchant ${merchantId}`);
  if (merchant.test) throw new Error(`${merchantId} is a test merchant, whose acquirer is simulated`);
  if (enabled) {
    const { currency, chargesEnabled } = await acquirerOf(to).validateAccount(to.account);
    if (!chargesEnabled) throw new Error(`The account at ${to.acquirer} cannot take payments yet`);
    if (currency !== merchant.currency)
      throw new Error(
        `The account at ${to.acquirer} is kept in ${currency}, the merchant in ${merchant.currency}`,
      );
  }
  await setAcquirer(merchant, to, enabled);
}
