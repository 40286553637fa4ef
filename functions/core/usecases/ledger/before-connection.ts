import type { AcquirerBalanceTransaction } from '#acquirer/acquirer.ts';
import { type AcquirerAccount, isSameAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { accountsOf } from '#store/merchants/acquirer-accounts.ts';

/**
 * The time at which a merchant's account was connected, in milliseconds since 1970. The merchant may have another
 * account now.
 */
export async function connectionTime(merchant: Merchant, at: AcquirerAccount): Promise<number> {
  return (await accountsOf(merchant)).find((known) => isSameAccount(known, at))?.connected ?? 0;
}

/**
 * Whether a balance transaction is from before its account was connected. Such a transaction is part of the account's
 * opening balance, so it has no line. The acquirer's times are whole seconds.
 */
export const isFromBeforeConnection = ({ created }: AcquirerBalanceTransaction, connected: number): boolean =>
  Date.parse(created) + 1000 <= connected;
