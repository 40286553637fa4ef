import { AccountRefused } from '#acquirer/account-refused.ts';
import { setupOf } from '#acquirer/setups.ts';
import { type AcquirerAccount, isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { log } from '#observability/log.ts';
import { acquirerRefusal } from '#observability/metrics.ts';
import { blockAcquirer, findMerchant, merchantOfAccount } from '#store/merchants.ts';

/**
 * Stops a merchant's new payments while its account cannot take any, and lets them continue afterwards. Florin asks
 * the acquirer for the account's present state, as events come in any order. Authorized payments can still be captured
 * and refunded.
 *
 * @throws if the acquirer does not answer: the queue delivers the event again
 */
export async function accountChanged(account: AcquirerAccount): Promise<void> {
  const merchantId = await merchantOfAccount(account);
  const merchant = merchantId && (await findMerchant(merchantId));
  if (!merchant || !isSameAccount(merchant.acquirer, account)) return;
  const blocked = await reasonAgainst(account);
  if ((merchant.acquirer?.blocked ?? false) === blocked) return;
  await blockAcquirer(merchant, account, blocked);
  if (!blocked) log('info', { merchantId, ...account, blocked });
  else log('error', { merchantId, ...account, blocked, ...acquirerRefusal() });
}

async function reasonAgainst(account: AcquirerAccount): Promise<'charges disabled' | 'no access' | false> {
  try {
    const { chargesEnabled } = await setupOf(account).validateAccount(account.account);
    return chargesEnabled ? false : 'charges disabled';
  } catch (error) {
    if (error instanceof AccountRefused) return 'no access';
    throw error;
  }
}
