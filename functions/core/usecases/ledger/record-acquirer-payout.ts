import type { AcquirerBalanceTransaction } from '#acquirer/acquirer.ts';
import { acquirerOf } from '#acquirer/registry.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { requireFound } from '#domain/outcome.ts';
import { movedBy, movedIn } from '#domain/transactions/operation.ts';
import { log } from '#observability/log.ts';
import { merchantOfAccount } from '#store/merchants/acquirer-accounts.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { lineOfBalanceTransaction } from '#store/reconciliation/acquirer-references.ts';
import { connectionTime, isFromBeforeConnection } from './before-connection.ts';
import { recordEntry } from './record-entry.ts';

/** Returns the reference of a payout, which its event names. The payout's balance transaction has another name. */
const payoutReference = ({ about, source }: AcquirerBalanceTransaction): string | undefined =>
  about === 'payout' ? source : about === 'payout back' && source ? returnReference(source) : undefined;

/**
 * Returns the reference that Florin stores for a balance transaction: its own name, or for a payout the payout's name.
 */
export const storedReferenceOf = (entry: AcquirerBalanceTransaction): string =>
  payoutReference(entry) ?? entry.reference;

/** Returns the reference of the money of a returned payout. */
export const returnReference = (reference: string): string => `${reference} failed`;

/**
 * Writes the line of a payout or of a returned payout from its balance transaction, if its event never came. A later
 * event finds the same reference, and changes nothing.
 */
export async function recordPayoutLine(
  merchant: Merchant,
  acquirer: string,
  entry: AcquirerBalanceTransaction,
): Promise<void> {
  const reference = payoutReference(entry);
  if (!reference) return;
  const { currency, net, fee, fees, pocket, created } = entry;
  const moved = movedBy(entry);
  const amount = -(moved.net + moved.fee);
  const description = pocket && movedIn(pocket);
  const figures = { currency, net, fee, fees, pocket, description, bookedAt: created };
  await recordEntry(merchant, acquirer, { kind: 'payout', reference, amount, ...figures });
}

/**
 * Writes the line of a payout, or of the money of a payout that has come back, once for each. The line has the
 * figures of the balance transaction, since an event does not contain the fee of an instant payout.
 *
 * @param payout the acquirer's name of the payout
 * @param isBack whether the money has come back, as the bank has rejected it
 * @throws if the acquirer does not answer, or its books lack the balance transaction so far: the queue then delivers
 *   the event again
 */
export async function recordAcquirerPayout(
  at: AcquirerAccount,
  payout: string,
  isBack = false,
): Promise<void> {
  const merchantId = await merchantOfAccount(at);
  // The account may belong to another system.
  if (!merchantId) return log('info', { ignored: payout });
  const reference = isBack ? returnReference(payout) : payout;
  if (await lineOfBalanceTransaction(at.acquirer, reference)) return;
  const entries = await acquirerOf(at).findBalanceTransactions(at.account, payout);
  const entry = entries.find((each) => storedReferenceOf(each) === reference);
  if (!entry) throw new Error(`The books do not show ${reference} yet`);
  const merchant = requireFound(await findMerchant(merchantId));
  // The payout's money left before the connection, so it never was part of the ledger.
  if (isFromBeforeConnection(entry, await connectionTime(merchant, at)))
    return log('info', { ignored: payout });
  await recordPayoutLine(merchant, at.acquirer, entry);
}
