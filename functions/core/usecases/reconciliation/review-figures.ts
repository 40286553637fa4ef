import { type Id, idTime } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { isWaiting, type WaitingEntry, waitingEntry } from '#domain/transactions/waiting-entry.ts';
import { logError } from '#observability/log.ts';
import { keepCase } from '#store/cases.ts';
import { type DueFigures, dueFigures, forgetDueFigures } from '#store/due-figures.ts';
import { getTransaction, isLive, type TransactionWithTrail } from '#store/transactions.ts';
import { syncPayment } from '../acquirer-events/adopt-dashboard-movements.ts';

const day = 24 * 60 * 60 * 1000;

/** In milliseconds: figures of a report come after a few days. */
const patience = 7 * day;

/**
 * Looks at the entries of trails whose figures have not come for a day: asks the acquirer for them, and keeps a case for
 * each that has waited for too long.
 */
export async function reviewFigures({ id, currency }: Merchant, now: number): Promise<void> {
  for await (const due of dueFigures(id, now - day)) {
    try {
      const waiting = await stillWaiting(due);
      if (waiting) await keepOverdue(id, currency, waiting, now);
      else await forgetDueFigures(due.entryId);
    } catch (error) {
      logError(due.transactionId, error);
    }
  }
}

interface Waiting {
  transaction: TransactionWithTrail;
  entry: WaitingEntry;
}

async function stillWaiting({ transactionId, entryId }: DueFigures): Promise<Waiting | undefined> {
  const before = await waitingIn(transactionId, entryId);
  if (!before || isCancelledOut(before) || !isLive(before.transaction)) return undefined;
  const { acquirer, account, reference } = before.transaction.acquirer;
  await syncPayment({ acquirer, account }, reference);
  return waitingIn(transactionId, entryId);
}

/** A movement and its reversal, both without figures: the acquirer may book neither, and nobody waits for them. */
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
  const age = now - idTime(entry.id);
  if (age < patience || !acquirer) return;
  await keepCase(merchantId, {
    kind: 'figures',
    reference: entry.id,
    account: { acquirer: acquirer.acquirer, account: acquirer.account },
    why: `The acquirer has not told the figures of this ${entry.kind} for ${Math.floor(age / day)} days`,
    amount: 0,
    currency,
    source: id,
    payment: acquirer.reference,
  });
}
