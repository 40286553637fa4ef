import { inGroups } from '#basics/in-groups.ts';
import { day } from '#basics/time.ts';
import { type Id, idTime } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { isWaiting, type WaitingEntry, waitingEntry } from '#domain/transactions/waiting-entry.ts';
import { logError } from '#observability/log.ts';
import { keepCase } from '#store/reconciliation/cases.ts';
import { chunks } from '#store/table/list.ts';
import { type DueFigures, dueFigures, forgetDueFigures } from '#store/transactions/due-figures.ts';
import { isLive, type TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import { getTransaction } from '#store/transactions/transactions.ts';
import { syncPayment } from '../acquirer-events/adopt-dashboard-movements.ts';

/** The time in which figures usually come, in milliseconds. Reports come after a few days. */
const patience = 7 * day;

/** The most payments that Florin looks up at the acquirer at the same time. */
const atOnce = 4;

/**
 * Reviews the entries of trails that have waited for their figures for too long, the oldest first. Florin asks the
 * acquirer for the figures once more, and keeps a case for each entry that still waits.
 *
 * @param end milliseconds since 1970; after this time no further group of entries is reviewed
 */
export async function reviewFigures(merchant: Merchant, now: number, end: number): Promise<void> {
  for await (const group of chunks(dueFigures(merchant.id, now - patience), atOnce)) {
    await inGroups(group, atOnce, (due) =>
      review(merchant, due, now).catch((error) => logError(due.transactionId, error)),
    );
    if (Date.now() > end) return;
  }
}

async function review({ id, currency }: Merchant, due: DueFigures, now: number): Promise<void> {
  const waiting = await syncWaiting(due);
  if (waiting) await keepOverdue(id, currency, waiting, now);
  else await forgetDueFigures(due.entryId);
}

interface Waiting {
  transaction: TransactionWithTrail;
  entry: WaitingEntry;
}

async function syncWaiting({ transactionId, entryId }: DueFigures): Promise<Waiting | undefined> {
  const before = await waitingIn(transactionId, entryId);
  if (!before || isCancelledOut(before) || !isLive(before.transaction)) return undefined;
  const { acquirer, account, reference } = before.transaction.acquirer;
  // An account that its owner has disconnected never answers, and its entries must become cases as well.
  await syncPayment({ acquirer, account }, reference).catch((error) => logError(transactionId, error));
  return waitingIn(transactionId, entryId);
}

/**
 * Whether a movement and its reversal both wait for figures. The acquirer may book neither, so Florin does not wait
 * for them.
 */
const isCancelledOut = ({ transaction, entry }: Waiting): boolean =>
  waitingEntry(transaction.trail, entry.figuresOf, entry.amount > 0) !== undefined;

async function waitingIn(transactionId: Id, entryId: Id): Promise<Waiting | undefined> {
  const transaction = await getTransaction(transactionId);
  const entry = transaction?.trail.filter(isWaiting).find(({ id }) => id === entryId);
  return transaction && entry && { transaction, entry };
}

/** Whether the entry of a case has no figures yet. */
export async function isStillWaiting(transactionId: Id, entryId: Id): Promise<boolean> {
  const waiting = await waitingIn(transactionId, entryId);
  return waiting !== undefined && !isCancelledOut(waiting);
}

async function keepOverdue(
  merchantId: Id,
  currency: string,
  { transaction: { id, acquirer }, entry }: Waiting,
  now: number,
): Promise<void> {
  if (!acquirer) return;
  const days = Math.floor((now - idTime(entry.id)) / day);
  await keepCase(merchantId, {
    kind: 'figures',
    reference: entry.id,
    account: { acquirer: acquirer.acquirer, account: acquirer.account },
    why: `The acquirer has not told the figures of this ${entry.kind} for ${days} days`,
    amount: 0,
    currency,
    source: id,
    payment: acquirer.reference,
  });
}
