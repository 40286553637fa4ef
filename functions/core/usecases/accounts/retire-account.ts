import { setupOf } from '#acquirer/registry.ts';
import { AccountRefused } from '#acquirer/setup.ts';
import type { Id } from '#domain/id.ts';
import { type AcquirerAccount, isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { Conflict, requireFound } from '#domain/outcome.ts';
import { type Retirement, retire } from '#store/merchants/acquirer-accounts.ts';
import { findMerchant } from '#store/merchants/merchants.ts';

/**
 * Stops the nightly comparison of an account whose owner has disconnected it from Florin. The money that the ledger
 * still has in this account becomes a case, which an operator settles. A new connection ends the retirement.
 *
 * @returns the retirement in force: an earlier one stays
 * @throws NotFound if the merchant never had the account; Conflict if the merchant takes payments with it, or if the
 *   acquirer still shows the account's books, which can then be compared; an error if the acquirer does not answer
 */
export async function retireAccount(
  merchantId: Id,
  account: AcquirerAccount,
  { by, note }: Pick<Retirement, 'by' | 'note'>,
): Promise<Retirement> {
  const { acquirer: present } = requireFound(await findMerchant(merchantId));
  if (isSameAccount(present, account) && !present?.disabled)
    throw new Conflict(`Merchant ${merchantId} is connected with this account: disable it first`);
  if (await isShown(account))
    throw new Conflict(
      `The acquirer still shows this account of ${merchantId}, so its balance transactions can be compared`,
    );
  return retire(merchantId, account, { by, at: new Date().toISOString(), note });
}

async function isShown(at: AcquirerAccount): Promise<boolean> {
  try {
    await setupOf(at).validateAccount(at.account);
    return true;
  } catch (error) {
    if (error instanceof AccountRefused) return false;
    throw error;
  }
}
