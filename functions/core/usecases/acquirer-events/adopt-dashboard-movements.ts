import type { AcquirerPayment } from '#acquirer/acquirer.ts';
import { acquirerOf } from '#acquirer/registry.ts';
import type { Id } from '#domain/id.ts';
import { caseName } from '#domain/ledger/books.ts';
import { type AcquirerAccount, isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { OperationOpen, Refused } from '#domain/outcome.ts';
import { adoptIncrement } from '#domain/transactions/dashboard-movements.ts';
import {
  type AcquirerFigures,
  affectsPending,
  type OpenMovement,
  unansweredMovements,
} from '#domain/transactions/operation.ts';
import type { TrailEntry } from '#domain/transactions/transaction.ts';
import { isWaiting, type WaitingEntry, waitingEntry } from '#domain/transactions/waiting-entry.ts';
import {
  type NamedBalanceTransaction,
  namedBalanceTransactions,
  transactionOfPayment,
} from '#store/reconciliation/acquirer-references.ts';
import { getCase } from '#store/reconciliation/cases.ts';
import { repeatWhileStale, StaleRead } from '#store/table/retry.ts';
import { changeEnding } from '#store/transactions/ending-authorizations.ts';
import { applyToTransaction } from '#store/transactions/movement-writes.ts';
import { getOperation, isClosed, type MovementOperation } from '#store/transactions/operations.ts';
import type { TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import { resolveMovement } from '../acquirer-operations/move-at-acquirer.ts';
import { type Adoption, adopt, adoptFigures } from './adopt-balance-transaction.ts';
import { releaseAuthorization } from './release-authorization.ts';
import { requireTransaction } from './require-transaction.ts';

/** A balance transaction that cannot be booked on the payment's transaction, and the reason. */
export interface UnadoptedFigures {
  figures: AcquirerFigures;
  why: string;
}

/**
 * Brings a transaction up to date with its payment at the acquirer. Each increment, capture, refund or cancellation
 * in the acquirer's dashboard, and each failed refund whose money has come back, gets its entry in the trail and
 * its line. Events only say that something has changed; they come late, twice or never.
 *
 * @param reference the acquirer's own id of the payment; one of another system, or of another account, changes
 *   nothing
 * @returns what the transaction cannot take
 * @throws if the acquirer does not answer, or its books lack a capture so far; OperationOpen if the change may be
 *   that of an operation whose outcome is unknown so far
 */
export async function syncPayment(account: AcquirerAccount, reference: string): Promise<UnadoptedFigures[]> {
  const transactionId = await transactionOfPayment(account.acquirer, reference);
  if (!transactionId) return [];
  const closed = new Set<Id>();
  for (;;) {
    // One database transaction a step: each balance transaction has an entry in the trail, and a line.
    const left = await repeatWhileStale(() => nextStep(account, reference, transactionId, closed));
    if (left) return left;
  }
}

/**
 * @param closed the operations of the transaction that earlier steps have found closed
 * @returns undefined after a step; what cannot be adopted, once every other change is adopted
 */
async function nextStep(
  account: AcquirerAccount,
  reference: string,
  transactionId: Id,
  closed: Set<Id>,
): Promise<UnadoptedFigures[] | undefined> {
  // Florin reads the transaction before it asks the acquirer. A movement through Florin in between changes the
  // transaction, so that the write fails.
  const transaction = await requireTransaction(transactionId);
  if (!isSameAccount(transaction.acquirer, account)) return [];
  const payment = await acquirerOf(account).findPayment(account.account, reference);
  if (!payment) return [];
  const waiting = unansweredMovements(transaction);
  const { captureBefore = transaction.acquirer?.captureBefore } = payment;
  if (captureBefore && captureBefore !== transaction.acquirer?.captureBefore && transaction.pendingAmount > 0)
    await changeEnding(transactionId, captureBefore);
  const raise = transaction.error === undefined ? payment.authorized - transaction.amount : 0;
  if (raise > 0) {
    // The increment may be Florin's own, so Florin closes its operation first. Captures and a release are booked
    // after it.
    const increment = waiting.find(({ kind }) => kind === 'increment');
    if (increment) return resolveOneOf([increment], closed);
    await applyToTransaction(transaction, adoptIncrement(raise, Date.now()), []);
    return undefined;
  }
  const { steps, isComplete } = await stepsOf(account, transaction, payment);
  const hasEnded = ({ id }: OpenMovement) =>
    payment.refunds.some((refund) => refund.ended && refund.operation === id);
  const [answered, ...others] = waiting.filter(
    (one) => hasEnded(one) || steps.some((step) => mustWaitFor(one, step, one === transaction.operation)),
  );
  if (answered) return resolveOneOf([answered, ...others], closed);
  const left: UnadoptedFigures[] = [];
  for (const step of steps) {
    try {
      if (step.kind === 'figures') await adoptFigures(account, transaction, step.entry, step.figures);
      else await adopt(account, transaction, step);
      return undefined;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      left.push({ figures: step.figures, why: error.message });
    }
  }
  // Another run may have changed the transaction since this one read it. A refusal counts only for the present state.
  if (left.length > 0 && (await requireTransaction(transactionId)).entries !== transaction.entries)
    throw new StaleRead();
  // The books will show the capture's entry later. Until then its amount is pending in Florin, and must not be released.
  if (left.length === 0 && !isComplete && waiting.every(({ kind }) => kind !== 'capture'))
    throw new Error(`The books do not show each capture of ${reference} yet`);
  const holding = waiting.find(affectsPending);
  if (!payment.ended || (left.length === 0 && transaction.pendingAmount === 0 && !holding)) return left;
  if (holding) return resolveOneOf([holding], closed);
  // Until an operator has settled the case of a capture, its amount may still be pending in Florin.
  if (transaction.pendingAmount > 0 && (await areExplained(transaction, left)))
    await releaseAuthorization(transactionId);
  return left;
}

/** Whether an operator has settled the case of each of these by a note. */
async function areExplained(
  { merchantId }: TransactionWithTrail,
  left: UnadoptedFigures[],
): Promise<boolean> {
  for (const { figures } of left) {
    const known = await getCase(merchantId, caseName({ kind: 'entry', reference: figures.reference }));
    if (known?.state !== 'explained') return false;
  }
  return true;
}

/**
 * A balance transaction that gets a new entry in the trail. `operation` is the one that has asked for it, if the
 * acquirer names it.
 */
type NewEntry = Adoption & { figures: AcquirerFigures; operation?: Id };

/** A balance transaction that has no line: an entry of the trail has waited for it, or it gets an entry of its own. */
type Step = { kind: 'figures'; entry: WaitingEntry; figures: AcquirerFigures } | NewEntry;

/** @param entry the entry that waits for the balance transaction, if there is one */
const stepOf = (entry: WaitingEntry | undefined, other: NewEntry): Step =>
  entry ? { kind: 'figures', entry, figures: other.figures } : other;

/** @returns the next steps, and whether the acquirer's books have an entry for each capture */
async function stepsOf(
  { acquirer }: AcquirerAccount,
  transaction: TransactionWithTrail,
  { captured, captures, refunds }: AcquirerPayment,
): Promise<{ steps: Step[]; isComplete: boolean }> {
  const figures = [...captures, ...refunds]
    .flatMap(({ figures, returned }) => [figures, returned])
    .filter((each) => each !== undefined);
  const lines = await namedBalanceTransactions(
    acquirer,
    figures.map(({ reference }) => reference),
  );
  const isNew = (each: AcquirerFigures | undefined): each is AcquirerFigures =>
    each !== undefined && !lines.has(each.reference);
  const steps: Step[] = [];
  const waiting = transaction.trail.filter(isWaiting);
  const waitingCaptures = waiting.filter(({ kind, amount }) => kind === 'capture' && amount > 0);
  const rounding = captures.length + captured / 10_000;
  const entryWithLineOf = (figures: AcquirerFigures | undefined) =>
    figures && entryOf(transaction, lines.get(figures.reference));
  // Captures whose cases an operator has settled by a line. Such a line has no entry in the trail.
  const adjusted = captures.filter(({ figures }) => figures && !isNew(figures) && !entryWithLineOf(figures));
  const unbooked = captured - sumOfCaptures(transaction) - sumOf(adjusted.map(({ amount }) => amount));
  const unknown = captures.flatMap(({ figures, ...capture }) => {
    if (!isNew(figures)) return [];
    const { amount, operation } = capture;
    const entry = takeWaitingEntry(
      waitingCaptures,
      amount,
      figures.rate === undefined ? 0 : rounding,
      operation,
    );
    return [{ ...capture, figures, entry }];
  });
  // The trail has the exact amount of an entry that waits, so only the other captures are rounded.
  const rounded = unknown.flatMap(({ entry, amount }) => (entry ? [] : [amount]));
  const hasRate = ({ figures }: { figures?: AcquirerFigures | undefined }) => figures?.rate !== undefined;
  const exact = exactAmounts(rounded, unbooked, [...unknown, ...adjusted].some(hasRate) ? rounding : 0);
  for (const { entry, ...capture } of unknown) {
    const { amount } = entry ?? { amount: exact.shift() ?? 0 };
    steps.push(stepOf(entry, { kind: 'capture', ...capture, amount }));
  }
  const waitsFor = (operation: Id | undefined, reversed: boolean) =>
    operation === undefined ? undefined : waitingEntry(waiting, operation, reversed);
  for (const { amount, operation, figures, returned } of refunds) {
    if (isNew(figures))
      steps.push(
        stepOf(waitsFor(operation, false), { kind: 'refund', amount, figures, returned, operation }),
      );
    else if (figures && isNew(returned))
      steps.push(stepOf(waitsFor(operation, true), { kind: 'return', amount, figures: returned }));
  }
  // These steps come last: Florin must book the money of a failed refund before the failure of its capture.
  for (const { operation, figures, returned } of captures) {
    const own = entryWithLineOf(figures);
    if (!own || !isNew(returned)) continue;
    const reversal = operation
      ? waitsFor(operation, true)
      : waiting.find(({ kind, amount }) => kind === 'capture' && amount === -own.amount);
    steps.push(stepOf(reversal, { kind: 'failure', amount: own.amount, figures: returned }));
  }
  return { steps, isComplete: unbooked <= (adjusted.some(hasRate) ? rounding : 0) };
}

/**
 * Takes the entry that waits for the figures of a capture: the entry of the capture's operation, or else the oldest
 * entry with the capture's amount.
 *
 * @param rounding the largest difference between the amounts of the entry and of the capture
 */
function takeWaitingEntry(
  waiting: WaitingEntry[],
  amount: number,
  rounding: number,
  operation: Id | undefined,
): WaitingEntry | undefined {
  const isOwn = (entry: WaitingEntry) =>
    operation === undefined ? Math.abs(entry.amount - amount) <= rounding : entry.figuresOf === operation;
  const index = waiting.findIndex(isOwn);
  return index < 0 ? undefined : waiting.splice(index, 1)[0];
}

/**
 * Corrects the amounts of captures. The amount of each exchanged capture may be a cent off, while their sum is exact,
 * so the difference is spread over the captures. A larger difference means that the books lack a capture so far: then
 * the amounts stay.
 *
 * @param rounding the largest difference that rounding explains. This difference grows with the number of the
 * payment's captures, as Florin adopts captures one by one
 */
function exactAmounts(about: readonly number[], sum: number, rounding: number): number[] {
  if (Math.abs(sum - sumOf(about)) > rounding) return [...about];
  const weights = about.map((amount) => Math.max(amount, 1));
  const total = sumOf(weights);
  const until = weights.map((_, n) => Math.round((sum * sumOf(weights.slice(0, n + 1))) / total));
  return until.map((amount, n) => amount - (until[n - 1] ?? 0));
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** The sum of all captures, including those that failed later. */
const sumOfCaptures = ({ trail }: TransactionWithTrail): number =>
  trail.reduce((sum, { kind, amount }) => (kind === 'capture' && amount > 0 ? sum + amount : sum), 0);

/** The trail entry that has this line. */
const entryOf = (
  { trail }: TransactionWithTrail,
  line: NamedBalanceTransaction | undefined,
): TrailEntry | undefined => trail.find(({ id, lineId = id }) => lineId === line?.lineId);

/**
 * Whether the step has to wait for an unanswered movement: the movement may have caused it, or an open refund holds the money
 * that a failed capture takes back.
 */
const mustWaitFor = ({ id, kind }: OpenMovement, step: Step, isOpen: boolean): boolean =>
  step.kind === kind
    ? (kind === 'capture' && step.operation === undefined) || step.operation === id
    : isOpen && kind === 'refund' && step.kind === 'failure';

/**
 * Closes the first of these movements whose outcome is known. Several captures may wait for their answers, and the
 * books do not say which of them a capture is.
 *
 * @param closed gets the id of an operation that was closed since its transaction was read
 * @throws OperationOpen if no outcome is known so far; an error if the transaction still names a closed operation,
 *   which happens if the table was restored to a moment between two writes
 */
async function resolveOneOf(
  movements: readonly [OpenMovement, ...OpenMovement[]],
  closed: Set<Id>,
): Promise<undefined> {
  for (const { id } of movements) {
    const operation = await getOperation(id);
    if (!operation) continue;
    if (isClosed(operation)) {
      if (closed.has(id))
        throw new Error(`Operation ${id} is closed, but its transaction still lists it as open`);
      closed.add(id);
      return;
    }
    const { operation: now } = await resolveMovement(operation as MovementOperation);
    // The acquirer may show the answer in its books, but not yet in the refund itself.
    if (isClosed(now)) return;
  }
  throw new OperationOpen(movements[0].id);
}
