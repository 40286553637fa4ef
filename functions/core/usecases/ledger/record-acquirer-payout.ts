import type { BookEntry } from '#acquirer/live.ts';
import { acquirerOf } from '#acquirer/registry.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { found } from '#domain/outcome.ts';
import { log } from '#observability/log.ts';
import { lineOfEntry } from '#store/acquirer-references.ts';
import { findMerchant, merchantOfAccount } from '#store/merchants.ts';
import { recordEntry } from './record-entry.ts';

/** A payout is known by its own name, not by that of its entry: which event brings. */
const payoutReference = ({ about, source }: BookEntry): string | undefined =>
  about === 'payout' ? source : about === 'payout back' && source ? returnReference(source) : undefined;

/** Florin knows a balance transaction by its own name, and that of a payout by the name of the payout. */
export const referenceOf = (entry: BookEntry): string => payoutReference(entry) ?? entry.reference;

/** The money of a payout that is back. */
export const returnReference = (reference: string): string => `${reference} failed`;

/**
 * Writes the line of a payout whose event never came, or of one that is back, by its balance transaction: under the same
 * reference, so that its event changes nothing any more.
 */
export async function recordPayoutEntry(
  merchant: Merchant,
  acquirer: string,
  entry: BookEntry,
): Promise<void> {
  const reference = payoutReference(entry);
  if (!reference) return;
  const { currency, net, fee, fees } = entry;
  const amount = -(net + fee);
  await recordEntry(merchant, acquirer, { kind: 'payout', reference, currency, amount, net, fee, fees });
}

/**
 * Writes the line of a payout, or of the money of a payout that has come back, once for each. The line has the figures of
 * the balance transaction, since an event does not contain the fee of an instant payout.
 *
 * @param payout the acquirer's name of the payout
 * @param isBack whether its money is back, as the bank did not take it
 * @throws if the acquirer does not answer, or its books lack the balance transaction so far: the event comes again
 */
export async function recordAcquirerPayout(
  at: AcquirerAccount,
  payout: string,
  isBack = false,
): Promise<void> {
  const merchantId = await merchantOfAccount(at);
  // The account may be one of another system's.
  if (!merchantId) return log('info', { ignored: payout });
  const reference = isBack ? returnReference(payout) : payout;
  if (await lineOfEntry(at.acquirer, reference)) return;
  const entries = await acquirerOf(at).findEntries(at.account, payout);
  const entry = entries.find((each) => referenceOf(each) === reference);
  if (!entry) throw new Error(`The books do not show ${reference} yet`);
  await recordPayoutEntry(found(await findMerchant(merchantId)), at.acquirer, entry);
}
