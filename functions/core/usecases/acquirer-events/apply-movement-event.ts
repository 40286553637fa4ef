import type { MovementOutcome } from '#acquirer/acquirer.ts';
import type { MovementAnswer, ReceivedEvent } from '#acquirer/events.ts';
import { paymentAcquirerOf } from '#acquirer/registry.ts';
import { isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { OperationOpen, Refused } from '#domain/outcome.ts';
import type { AcquirerFigures } from '#domain/transactions/operation.ts';
import { movesNoMoney } from '#domain/transactions/transaction.ts';
import { waitingEntry } from '#domain/transactions/waiting-entry.ts';
import { log } from '#observability/log.ts';
import { lineOfBalanceTransaction, transactionOfPayment } from '#store/reconciliation/acquirer-references.ts';
import { keepCase } from '#store/reconciliation/cases.ts';
import { repeatWhileStale } from '#store/table/retry.ts';
import {
  ClosedBefore,
  getOperation,
  isClosed,
  isOverturned,
  type MovementOperation,
  overturnOperation,
} from '#store/transactions/operations.ts';
import { orderOf } from '../acquirer-operations/movement-operation.ts';
import type { Resolution } from '../acquirer-operations/operation-outcome.ts';
import { recordMovementOutcome } from '../acquirer-operations/record-movement.ts';
import { logCase } from '../ledger/log-case.ts';
import { type Adoption, adopt, adoptFigures } from './adopt-balance-transaction.ts';
import { adoptPayment, keepUnadopted } from './adopt-payment.ts';
import { logForeign } from './log-foreign.ts';
import { requireTransaction } from './require-transaction.ts';

export type MovementAnswered = Extract<ReceivedEvent, { type: 'movement.answered' }>;

/**
 * Resolves a movement by the answer that an event carries. The request, the worker and the event may come in any
 * order: the first of them closes the operation. A later answer may bring the figures that the first one lacked. If
 * it contradicts the first, Florin books the change: a capture has failed, a refund has come back, or either was made
 * after all.
 *
 * @throws if Florin cannot know yet what the answer changes: the queue then delivers the event again
 */
export async function applyMovementEvent(event: MovementAnswered): Promise<void> {
  const operation = await getOperation(event.operation);
  if (!operation) return answerForgotten(event);
  const isOfPayment = operation.kind !== 'authorize' && operation.payment.reference === event.payment;
  if (!isOfPayment || !isSameAccount(operation.account, event)) return logForeign(event);
  const { operation: closed, first } = isClosed(operation)
    ? { operation, first: false }
    : await close(operation, event.answer);
  if (closed.state !== event.answer.state) await overturn(closed, event.answer);
  else if (!first) await bookLate(closed, event.answer);
}

/**
 * Handles the answer to an operation that was withdrawn, or whose stored record has expired. If an entry of the
 * trail still waits for its figures, Florin books the figures for this entry. Otherwise Florin asks the acquirer
 * for the payment.
 */
async function answerForgotten(event: MovementAnswered): Promise<void> {
  const account = { acquirer: event.acquirer, account: event.account };
  const transactionId = await transactionOfPayment(event.acquirer, event.payment);
  // The account may have other payments than Florin's.
  if (!transactionId) return log('info', { event: event.type, ignored: event.payment });
  const { merchantId, acquirer } = await requireTransaction(transactionId);
  if (!isSameAccount(acquirer, account)) return logForeign(event);
  const forgotten = { id: event.operation, transactionId, account };
  if (await bookLate(forgotten, event.answer)) return;
  await adoptPayment(merchantId, account, event.payment);
}

async function close(
  operation: MovementOperation,
  answer: MovementAnswer,
): Promise<Resolution<MovementOperation>> {
  const outcome = await withKnownFigures(operation, answer);
  const resolution = await recordMovementOutcome({ operation, outcome });
  const { merchantId, account, payment } = operation;
  // Florin never got the acquirer's earlier approval. The acquirer's books have the approval and its reversal.
  if (resolution.first && answer.state === 'declined' && answer.figures)
    await adoptPayment(merchantId, account, payment.reference);
  return resolution;
}

/** Asks the acquirer for figures that an approval lacks. An approval without figures counts, too. */
async function withKnownFigures(
  operation: MovementOperation,
  answer: MovementAnswer,
): Promise<MovementOutcome> {
  if (answer.state !== 'approved' || answer.figures || movesNoMoney(operation.kind)) return answer;
  const became = await paymentAcquirerOf(operation.account).find(orderOf(operation));
  return became.state === 'approved' ? became : answer;
}

/** Books figures for the entry of the operation that waits for them. @returns whether an entry has waited for them */
async function bookLate(
  { id, transactionId, account }: Pick<MovementOperation, 'id' | 'transactionId' | 'account'>,
  { state, figures }: MovementAnswer,
): Promise<boolean> {
  if (!figures) return false;
  return repeatWhileStale(async () => {
    const transaction = await requireTransaction(transactionId);
    const entry = waitingEntry(transaction.trail, id, state === 'declined');
    if (!entry || (await lineOfBalanceTransaction(account.acquirer, figures.reference))) return false;
    await adoptFigures(account, transaction, entry, figures);
    return true;
  });
}

/** The kind of booking for each changed answer to a movement of money. */
const adoptions = {
  capture: { approved: 'capture', declined: 'failure' },
  refund: { approved: 'refund', declined: 'return' },
} as const satisfies Record<string, Record<MovementAnswer['state'], Adoption['kind']>>;

/** Books the acquirer's changed answer once, and then brings the rest of the payment up to date. */
async function overturn(operation: MovementOperation, answer: MovementAnswer): Promise<void> {
  const { id, kind, merchantId, account, payment } = operation;
  const update = () => adoptPayment(merchantId, account, payment.reference);
  const isLate = await bookLate(operation, answer);
  if (!isLate && !movesNoMoney(kind) && !(await isOverturned(id))) {
    const adoption = await adoptionOf(operation, kind, answer);
    let why = adoption && (await book(operation, adoption));
    if (adoption && why !== undefined) {
      // A failed capture can be booked only after its refunds have come back. The update books the money of a
      // failed refund that has come back since.
      await update();
      why = await book(operation, adoption);
    }
    if (why !== undefined) await keepContradiction(operation, answer.figures, why);
  }
  // The acquirer may have ended the authorization, too, and its books may have entries that the event does not name.
  await update();
}

/**
 * Chooses the booking for a changed answer. An answer without figures is booked only if it reverses an entry that
 * waits for figures, since the acquirer's books may never get an entry for either. Any other change is booked once
 * the acquirer tells its figures.
 */
async function adoptionOf(
  { id, transactionId, amount, state: before }: MovementOperation,
  kind: keyof typeof adoptions,
  { state, figures }: MovementAnswer,
): Promise<Adoption | undefined> {
  // The amount was released when the operation ended, so there is nothing to reverse.
  if (before === 'unknown' && state === 'declined') return undefined;
  if (figures) return { kind: adoptions[kind][state], amount, figures };
  if (state === 'approved') return undefined;
  const { trail } = await requireTransaction(transactionId);
  return waitingEntry(trail, id, false) && { kind: adoptions[kind].declined, amount, operation: id };
}

async function keepContradiction(
  { id, transactionId, merchantId, account, payment, currency }: MovementOperation,
  figures: AcquirerFigures | undefined,
  why: string,
): Promise<void> {
  if (figures) return keepUnadopted(merchantId, account, payment.reference, { figures, why });
  const { trail } = await requireTransaction(transactionId);
  const reference = waitingEntry(trail, id, false)?.id ?? id;
  const found = {
    kind: 'figures',
    reference,
    account,
    why,
    amount: 0,
    currency,
    source: transactionId,
  } as const;
  if (await keepCase(merchantId, found)) logCase(merchantId, found);
}

/**
 * @returns why the transaction cannot take the booking; undefined if it is booked
 * @throws OperationOpen if that depends on another movement whose outcome is unknown
 */
async function book(operation: MovementOperation, adoption: Adoption): Promise<string | undefined> {
  const { transactionId, account } = operation;
  try {
    return await repeatWhileStale(async () => {
      const transaction = await requireTransaction(transactionId);
      const { figures } = adoption;
      if (figures && (await lineOfBalanceTransaction(account.acquirer, figures.reference))) return undefined;
      try {
        await adopt(account, transaction, adoption, [overturnOperation(operation)]);
        return undefined;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (transaction.operation) throw new OperationOpen(transaction.operation.id);
        return error.message;
      }
    });
  } catch (error) {
    // Another event has booked the change.
    if (error instanceof ClosedBefore) return undefined;
    throw error;
  }
}
