import type { MovementAnswer, ReceivedEvent } from '#acquirer/events.ts';
import { isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { OperationOpen, Refused } from '#domain/outcome.ts';
import { movesNoMoney } from '#domain/transactions/transaction.ts';
import { log } from '#observability/log.ts';
import { lineOfEntry, transactionOfPayment } from '#store/acquirer-references.ts';
import {
  ClosedBefore,
  getOperation,
  isOverturned,
  type MovementOperation,
  overturnOperation,
} from '#store/operations.ts';
import { whileMoved } from '#store/table/retry.ts';
import { settleMovement } from '../acquirer-operations/move-at-acquirer.ts';
import { type Adoption, adopt } from './adopt-entry.ts';
import { adoptPayment, keepUnadopted } from './adopt-payment.ts';
import { finish } from './apply-operation-event.ts';
import { logForeign } from './log-foreign.ts';
import { requireTransaction } from './settle-dispute.ts';

type MovementAnswered = Extract<ReceivedEvent, { type: 'movement.answered' }>;

/**
 * Resolves a movement by the answer that an event carries. The request, the worker and the event may come in any order: the
 * first of them closes the operation. If a later answer contradicts it, Florin books the change: a capture has failed, a
 * refund has come back, or either was made after all.
 *
 * @throws if Florin cannot know yet what the answer changes: the event comes again
 */
export async function movementAnswered(event: MovementAnswered): Promise<void> {
  const operation = await getOperation(event.operation);
  if (!operation) return answerForgotten(event);
  const isOfPayment = operation.kind !== 'authorize' && operation.payment.reference === event.payment;
  if (!isOfPayment || !isSameAccount(operation.account, event)) return logForeign(event);
  const closed = operation.state === 'open' ? await close(operation, event.answer) : operation;
  if (closed && closed.state !== event.answer.state) await overturn(closed, event.answer);
}

/** The operation was withdrawn, or is too old to be kept. The acquirer is asked what the payment is now. */
async function answerForgotten(event: MovementAnswered): Promise<void> {
  const account = { acquirer: event.acquirer, account: event.account };
  const transactionId = await transactionOfPayment(event.acquirer, event.payment);
  // The account may have other payments than Florin's.
  if (!transactionId) return log('info', { event: event.type, ignored: event.payment });
  const { merchantId, acquirer } = await requireTransaction(transactionId);
  if (!isSameAccount(acquirer, account)) return logForeign(event);
  await adoptPayment(merchantId, account, event.payment);
}

/** @returns the operation as somebody has closed it; undefined while the acquirer's figures are missing */
async function close(
  operation: MovementOperation,
  answer: MovementAnswer,
): Promise<MovementOperation | undefined> {
  const isWithoutFigures = answer.state === 'approved' && !movesNoMoney(operation.kind) && !answer.figures;
  if (isWithoutFigures) {
    await finish(operation);
    return undefined;
  }
  const settled = await settleMovement(operation, answer);
  const { merchantId, account, payment } = operation;
  // Florin never heard of the acquirer's earlier approval. The acquirer's books have the approval and its reversal.
  if (settled.first && answer.state === 'declined' && answer.figures)
    await adoptPayment(merchantId, account, payment.reference);
  return settled.operation;
}

/** The booking for a changed answer, if money has moved. */
const adoptions = {
  capture: { approved: 'capture', declined: 'failure' },
  refund: { approved: 'refund', declined: 'return' },
} as const satisfies Record<string, Record<MovementAnswer['state'], Adoption['kind']>>;

/** Books the acquirer's changed answer once, and then brings the rest of the payment up to date. */
async function overturn(operation: MovementOperation, { state, figures }: MovementAnswer): Promise<void> {
  const { kind, amount, merchantId, account, payment } = operation;
  const update = () => adoptPayment(merchantId, account, payment.reference);
  if (figures && !movesNoMoney(kind) && !(await isOverturned(operation.id))) {
    const adoption = { kind: adoptions[kind][state], amount, figures };
    let why = await book(operation, adoption);
    if (why !== undefined) {
      // A refund of a capture that has failed may have come back, so that the capture's failure can be booked after it.
      await update();
      why = await book(operation, adoption);
    }
    if (why !== undefined) await keepUnadopted(merchantId, account, payment.reference, { figures, why });
  }
  // The acquirer may have ended the authorization, too, and its books may have entries that the event does not name.
  await update();
}

/**
 * @returns why the transaction cannot take it
 * @throws OperationOpen when that depends on another movement, whose outcome is unknown
 */
async function book(operation: MovementOperation, adoption: Adoption): Promise<string | undefined> {
  const { transactionId, account } = operation;
  try {
    return await whileMoved(async () => {
      const transaction = await requireTransaction(transactionId);
      if (await lineOfEntry(account.acquirer, adoption.figures.reference)) return undefined;
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
