import type { AcquirerBalanceTransaction, AcquirerPayout } from '#acquirer/acquirer.ts';
import { acquirerOf } from '#acquirer/registry.ts';
import type { Id } from '#domain/id.ts';
import type { Payout } from '#domain/ledger/payout.ts';
import {
  addToItems,
  changePayout,
  differenceOf,
  isSameState,
  openPayout,
  type PayoutItem,
} from '#domain/ledger/payout-items.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { log } from '#observability/log.ts';
import { embeddedMetrics } from '#observability/metrics.ts';
import { getPayout, namePayoutOn, replacePayout } from '#store/ledger/payouts.ts';
import { merchantOfAccount } from '#store/merchants/acquirer-accounts.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { lineOfBalanceTransaction } from '#store/reconciliation/acquirer-references.ts';
import { connectionTime, isFromBeforeConnection } from '../ledger/before-connection.ts';
import { storedReferenceOf } from '../ledger/record-acquirer-payout.ts';
import { recordAdjustment } from '../ledger/record-entry.ts';

/** The time that one run spends on pages of lines, in milliseconds. The next run continues. */
const budget = 12_000;

/**
 * Brings an acquirer's payout up to date: its status, its arrival, and the lines that it contains. The cursor is
 * stored with each page, so a payout of any size takes several runs.
 *
 * @param isLate whether missing lines are an error by now, and no longer on their way
 * @returns whether another run has to continue
 * @throws if the acquirer does not answer; StaleRead if another run works on the same payout
 */
export async function syncPayout(
  at: AcquirerAccount,
  reference: string,
  { isLate = false }: { isLate?: boolean } = {},
): Promise<boolean> {
  const { acquirer, account } = at;
  const [merchantId, id] = await Promise.all([
    merchantOfAccount(at),
    lineOfBalanceTransaction(acquirer, reference),
  ]);
  // The account may belong to another system. A payout without a line gets it from its event, or at night.
  const merchant = merchantId && id && (await findMerchant(merchantId));
  if (!merchant || !id) return false;
  const stored = await getPayout(id);
  const found = await acquirerOf(at).findPayout(account, reference);
  if (!found) return false;
  let payout = changePayout(stored, openPayout(merchant, id, found));
  if (payout !== stored) {
    await namePayoutOn(id, paidOutBy(payout));
    payout = await replacePayout(stored, payout);
  }
  if (payout.itemized !== 'open' || found.contents !== 'ready') return false;
  const end = Date.now() + budget;
  while (Date.now() < end) {
    const next = await readPage(at, merchant, payout);
    payout = await replacePayout(payout, next);
    if (payout.itemized === 'done') return false;
    if (payout.items?.cursor !== undefined) continue;
    const difference = differenceOf(next);
    const told = { merchantId: merchant.id, payoutId: id, payout: reference, ...difference };
    if (isLate)
      log('error', { ...told, ...embeddedMetrics({ name: 'ReconciliationDifferences', value: 1 }) });
    else log('info', told);
    return false;
  }
  return true;
}

/** Reads a page of a payout's balance transactions, and stores on each of their lines which payout contains it. */
async function readPage(at: AcquirerAccount, merchant: Merchant, payout: Payout): Promise<Payout> {
  const { account } = at;
  const { reference = '', items } = payout;
  const { entries, next } = await acquirerOf(at).listPayoutEntries(account, reference, items?.cursor);
  const contained = entries.filter(({ about, source }) => about !== 'payout' || source !== reference);
  const connected = await connectionTime(merchant, at);
  const found = await Promise.all(
    contained.map((entry) => itemOf(at.acquirer, merchant, payout, entry, connected)),
  );
  return addToItems(payout, found, next);
}

async function itemOf(
  acquirer: string,
  merchant: Merchant,
  payout: Payout,
  entry: AcquirerBalanceTransaction,
  connected: number,
): Promise<PayoutItem> {
  const { reference, net } = entry;
  const lineOf = (): Promise<Id | undefined> => lineOfBalanceTransaction(acquirer, storedReferenceOf(entry));
  let lineId = await lineOf();
  if (lineId === undefined && isFromBeforeConnection(entry, connected)) return { reference, before: net };
  if (lineId === undefined && entry.about === 'other') {
    await recordAdjustment(merchant, acquirer, entry);
    lineId = await lineOf();
  }
  const line = lineId && (await namePayoutOn(lineId, paidOutBy(payout)));
  if (!line) return { reference, missing: true };
  const sums = line.kept ?? { net: line.balance, fee: line.fee };
  return { reference, lineId: line.id, net: sums.net, fee: sums.fee };
}

const paidOutBy = ({ id, arrival, trace }: Payout): NonNullable<Line['paidOut']> => ({
  payoutId: id,
  ...(arrival && { arrival }),
  ...(trace && { trace }),
});

/** Whether the acquirer's state of a payout differs from the stored one. */
export const hasChanged = (stored: Payout | undefined, found: AcquirerPayout): boolean =>
  stored === undefined ||
  !isSameState(stored, found) ||
  (stored.itemized === 'open' && found.contents === 'ready');
