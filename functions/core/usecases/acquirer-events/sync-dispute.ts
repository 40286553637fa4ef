import type { AcquirerDispute } from '#acquirer/acquirer.ts';
import { acquirerOf } from '#acquirer/registry.ts';
import { isSameValue } from '#basics/canonical.ts';
import { bookDisputeFigures, changeDispute, type RecordedDispute } from '#domain/disputes/live-dispute.ts';
import { newId } from '#domain/id.ts';
import { type AcquirerAccount, isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { requireFound } from '#domain/outcome.ts';
import type { AcquirerFigures } from '#domain/transactions/operation.ts';
import { log } from '#observability/log.ts';
import { type DisputeFacts, disputeByReference, recordLiveDispute } from '#store/disputes/acquirer-events.ts';
import { changeAlert, getAlert, putAlert } from '#store/disputes/alerts.ts';
import {
  lineOfBalanceTransaction,
  nameBalanceTransaction,
  transactionOfPayment,
} from '#store/reconciliation/acquirer-references.ts';
import { repeatWhileStale, StaleRead } from '#store/table/retry.ts';
import { movementWrites } from '#store/transactions/movement-writes.ts';
import type { TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import { logForeign } from './log-foreign.ts';
import { requireTransaction } from './require-transaction.ts';

/**
 * Brings a dispute about real money up to date with its acquirer: a line for each balance transaction, the status, and
 * the disputed amount. Events only say that something has changed. They come late, twice or never, and an appeal can
 * change an outcome.
 *
 * @throws if the acquirer does not answer
 */
export async function syncDispute(account: AcquirerAccount, reference: string): Promise<void> {
  let done = false;
  // One database transaction a step: each balance transaction has an entry in the trail, and a line.
  while (!done) done = await repeatWhileStale(() => nextStep(account, reference));
}

/** @returns whether nothing is left to do */
async function nextStep(account: AcquirerAccount, reference: string): Promise<boolean> {
  // Florin reads the facts before it asks the acquirer. A slower run with an older answer then fails to write, as
  // the version has changed.
  const facts = await disputeByReference(account.acquirer, reference);
  const dispute = await acquirerOf(account).findDispute(account.account, reference);
  const transaction = dispute && (await transactionOf(account, dispute));
  if (!transaction) {
    log('info', { dispute: reference, ignored: dispute?.payment });
    return true;
  }
  // The transaction's amounts must belong to the facts that were read, so that no amount is deducted twice.
  if ((await disputeByReference(account.acquirer, reference))?.version !== facts?.version)
    throw new StaleRead();
  const known = recordedIn(facts);
  if (!known) return openDispute(account, facts, reference, dispute, transaction);
  const figures = await firstWithoutLine(account, dispute.figures);
  if (figures) {
    const { dispute: next, movement } = bookDisputeFigures(transaction, known, figures, Date.now());
    await recordLiveDispute(account.acquirer, reference, facts, next, [
      nameBalanceTransaction(account.acquirer, figures.reference, movement.line.id, () => new StaleRead()),
      ...movementWrites(transaction, movement),
    ]);
    return false;
  }
  return change(account, facts, reference, known, dispute, transaction);
}

/** Returns the disputed transaction, or undefined if the payment belongs to another system. */
async function transactionOf(
  account: AcquirerAccount,
  { payment }: AcquirerDispute,
): Promise<TransactionWithTrail | undefined> {
  const id = payment && (await transactionOfPayment(account.acquirer, payment));
  if (!id) return undefined;
  const transaction = await requireTransaction(id);
  if (isSameAccount(transaction.acquirer, account)) return transaction;
  logForeign({ type: 'dispute.changed', account: account.account });
  return undefined;
}

/** Returns a dispute as stored. Earlier versions of Florin stored other fields. */
export function recordedIn(facts: DisputeFacts | undefined): RecordedDispute | undefined {
  if (!facts?.opened || facts.live) return facts?.live;
  const { opened, outcome, settled } = facts;
  const status = (settled && outcome) || 'open';
  return { ...opened, status, held: status === 'won' ? 0 : opened.held };
}

async function firstWithoutLine(
  { acquirer }: AcquirerAccount,
  figures: readonly AcquirerFigures[],
): Promise<AcquirerFigures | undefined> {
  const lines = await Promise.all(
    figures.map(({ reference }) => lineOfBalanceTransaction(acquirer, reference)),
  );
  return figures.find((_, i) => lines[i] === undefined);
}

/** Records a dispute that is new here. Ignores a prevented dispute that has cost nothing. */
async function openDispute(
  { acquirer }: AcquirerAccount,
  facts: DisputeFacts | undefined,
  reference: string,
  { status, amount, reason, due, figures, rules }: AcquirerDispute,
  transaction: TransactionWithTrail,
): Promise<boolean> {
  if (status === 'won' && figures.length === 0) return true;
  const { id: transactionId, merchantId, currency, order, entries: sequence } = transaction;
  const begun = status === 'inquiry' || status === 'inquiry_closed' ? 'inquiry' : 'open';
  const id = newId();
  const { dispute, movement } = changeDispute(
    transaction,
    undefined,
    { id, amount, status: begun },
    Date.now(),
  );
  await recordLiveDispute(acquirer, reference, facts, dispute, [
    ...putAlert('dispute', {
      ...{ id, merchantId, transactionId, amount, currency, order, reason, due },
      ...{ status: begun, sequence, reference, rules },
    }),
    ...movementWrites(transaction, movement),
  ]);
  return false;
}

/** Stores a changed status, amount or deadline for evidence, or changed rules for evidence. */
async function change(
  { acquirer }: AcquirerAccount,
  facts: DisputeFacts | undefined,
  reference: string,
  known: RecordedDispute,
  { status, amount, reason, due, isAppeal, rules }: AcquirerDispute,
  transaction: TransactionWithTrail,
): Promise<boolean> {
  const alert = requireFound(await getAlert('dispute', known.id));
  // An appeal has a deadline of its own, and takes evidence again.
  const isNewAppeal = isAppeal && (!alert.appeal || known.status !== 'open');
  const stage = isNewAppeal ? { appeal: true as const, evidence: undefined } : {};
  const writes = changeAlert('dispute', alert, { amount, reason, due, status, reference, rules, ...stage });
  const isSame = status === known.status && amount === known.amount && !isNewAppeal;
  const isShown =
    alert.due === due &&
    alert.status === status &&
    alert.reference === reference &&
    isSameValue(alert.rules, rules);
  if (isSame && isShown) return true;
  if (isSame) {
    await recordLiveDispute(acquirer, reference, facts, known, writes);
    return true;
  }
  const { dispute, movement } = changeDispute(
    transaction,
    known,
    { id: known.id, amount, status },
    Date.now(),
  );
  await recordLiveDispute(acquirer, reference, facts, dispute, [
    ...writes,
    ...movementWrites(transaction, movement),
  ]);
  return false;
}
