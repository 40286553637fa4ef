import type { AcquirerBalanceTransaction } from '#acquirer/acquirer.ts';
import type { MovementAnswer } from '#acquirer/events.ts';
import { inGroups } from '#basics/in-groups.ts';
import { type BooksCase, differenceOf } from '#domain/ledger/books.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { OperationOpen } from '#domain/outcome.ts';
import { logError } from '#observability/log.ts';
import { getLines } from '#store/ledger/lines.ts';
import {
  markSeen,
  namedBalanceTransactions,
  namedPayment,
} from '#store/reconciliation/acquirer-references.ts';
import { syncPayment } from '../acquirer-events/adopt-dashboard-movements.ts';
import { applyMovementEvent, type MovementAnswered } from '../acquirer-events/apply-movement-event.ts';
import { syncDispute } from '../acquirer-events/sync-dispute.ts';
import { recordPayoutLine, storedReferenceOf } from '../ledger/record-acquirer-payout.ts';
import { recordAdjustment } from '../ledger/record-entry.ts';

/**
 * The most payments and disputes that are brought up to date at the same time. More would slow down customers'
 * payments.
 */
const atOnce = 4;

/** The most marks that are written at the same time. Marks are small writes of different items. */
const marksAtOnce = 25;

/**
 * Compares balance transactions with their lines, and repairs missing lines: brings the payment or dispute up to date,
 * and writes the line of a payout or of anything else that the acquirer has booked.
 *
 * @returns the differences that could not be repaired
 */
export async function compareBalanceTransactions(
  merchant: Merchant,
  account: AcquirerAccount,
  entries: readonly AcquirerBalanceTransaction[],
): Promise<BooksCase[]> {
  const { acquirer } = account;
  const references = entries.map(storedReferenceOf);
  let named = await namedBalanceTransactions(acquirer, references);
  const unknown = entries.filter((entry) => !named.has(storedReferenceOf(entry)));
  const reasons = await repair(merchant, account, unknown);
  if (unknown.length > 0) named = await namedBalanceTransactions(acquirer, references);
  const lines = await getLines([...named.values()].map(({ lineId }) => lineId));
  const byId = new Map(lines.map((line) => [line.id, line]));
  const seen = references.filter(
    (reference) => named.get(reference)?.seen === undefined && named.has(reference),
  );
  await inGroups(seen, marksAtOnce, (reference) => markSeen(acquirer, reference));
  return entries.flatMap((entry): BooksCase[] => {
    const name = named.get(storedReferenceOf(entry));
    const difference = differenceOf(entry, name && byId.get(name.lineId), merchant.currency);
    if (!difference) return [];
    const { type, source, payment, net, fee, currency, pocket, created: bookedAt } = entry;
    const ofEntry = { type, source, payment, fee, currency, pocket, bookedAt };
    const found = { reference: storedReferenceOf(entry), account, ...ofEntry };
    return difference.kind === 'unknown'
      ? [{ ...found, kind: 'entry', amount: net, why: reasons.get(entry.reference) ?? unknownOf(entry) }]
      : [{ ...found, ...difference, why: 'Its line has another sum' }];
  });
}

const unknownOf = ({ about }: AcquirerBalanceTransaction): string =>
  `The acquirer does not say which ${about} it is of`;

/**
 * Books the balance transactions that name their operation. Florin treats each like an event with the operation's
 * outcome and figures.
 *
 * @param entries newest first
 * @returns the entries that have no line afterwards
 */
async function bookAnswers(
  account: AcquirerAccount,
  entries: readonly AcquirerBalanceTransaction[],
): Promise<readonly AcquirerBalanceTransaction[]> {
  const answers = entries.flatMap((entry) => answerIn(account, entry) ?? []);
  if (answers.length === 0) return entries;
  // The oldest answer comes first, so that Florin books a capture before its failure.
  for (const answer of answers.reverse()) await applyMovementEvent(answer);
  const named = await namedBalanceTransactions(
    account.acquirer,
    entries.map(({ reference }) => reference),
  );
  return entries.filter(({ reference }) => !named.has(reference));
}

function answerIn(
  { acquirer, account }: AcquirerAccount,
  { operation, payment, ...entry }: AcquirerBalanceTransaction,
): MovementAnswered | undefined {
  if (!operation || !payment) return undefined;
  const { reference, currency, net, fee, rate, fees, pocket, availableOn, created } = entry;
  const figures = { reference, currency, net, fee, rate, fees, pocket, availableOn, bookedAt: created };
  const answer: MovementAnswer = operation.isReversal
    ? { state: 'declined', decline: 'PAYMENT_REJECTED', figures }
    : { state: 'approved', figures };
  return { type: 'movement.answered', acquirer, account, payment, operation: operation.id, answer };
}

/** @returns why something was not repaired, by the entry's reference */
async function repair(
  merchant: Merchant,
  account: AcquirerAccount,
  entries: readonly AcquirerBalanceTransaction[],
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  const groups = new Map<string, AcquirerBalanceTransaction[]>();
  for (const entry of entries) {
    const of = { payment: entry.payment, dispute: entry.source, other: undefined }[sharedBy(entry)];
    const group = of ?? entry.reference;
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  await inGroups([...groups.values()], atOnce, async (group) => {
    try {
      for (const [reference, why] of await repairGroup(merchant, account, group)) reasons.set(reference, why);
    } catch (error) {
      const isOpen = error instanceof OperationOpen;
      if (!isOpen) logError(group[0]?.reference ?? '', error);
      const why = isOpen
        ? 'An operation of its payment is open'
        : 'Repairing it has failed; the log says why';
      for (const { reference } of group) reasons.set(reference, why);
    }
  });
  return reasons;
}

/** Balance transactions of one payment or one dispute are repaired together. */
const sharedBy = ({ about }: AcquirerBalanceTransaction): 'payment' | 'dispute' | 'other' =>
  about === 'payment' || about === 'dispute' ? about : 'other';

async function repairGroup(
  merchant: Merchant,
  account: AcquirerAccount,
  group: readonly AcquirerBalanceTransaction[],
): Promise<[reference: string, why: string][]> {
  const [first] = group;
  const { acquirer } = account;
  if (first?.about === 'payment' && first.payment) {
    const { transactionId, givenUp } = await namedPayment(acquirer, first.payment);
    // The money came after Florin had given the payment up, and went back. No transaction has it.
    if (givenUp) for (const entry of group) await recordAdjustment(merchant, acquirer, entry);
    if (givenUp) return [];
    if (!transactionId) return group.map(({ reference }) => [reference, 'Its payment is none of Florin’s']);
    const rest = await bookAnswers(account, group);
    if (rest.length === 0) return [];
    const left = await syncPayment(account, first.payment);
    return left.map(({ figures, why }) => [figures.reference, why]);
  }
  if (first?.about === 'dispute' && first.source) await syncDispute(account, first.source);
  for (const entry of group) {
    if (entry.about === 'payout' || entry.about === 'payout back')
      await recordPayoutLine(merchant, acquirer, entry);
    if (entry.about === 'other') await recordAdjustment(merchant, acquirer, entry);
  }
  return [];
}
