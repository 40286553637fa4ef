import type { MovementAnswer, ReceivedEvent } from '#acquirer/events.ts';
import { type AcquirerAccount, isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { OperationOpen, Refused } from '#domain/outcome.ts';
import type { AcquirerFigures } from '#domain/transactions/operation.ts';
import { log } from '#observability/log.ts';
import { namedEntries, transactionOfPayment } from '#store/acquirer-references.ts';
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
 * Resolves a capture, a refund or a void by the answer that an event carries. The request, the worker and the event may
 * come in any order: the first of them closes the operation. An answer that contradicts the one that has closed the
 * operation is booked as a change: a capture has failed, a refund has come back, or either was made after all.
 *
 * @throws when nobody can say yet what the answer changes: the event comes again
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
  const isWithoutFigures = answer.state === 'approved' && movesMoney(operation.kind) && !answer.figures;
  if (isWithoutFigures) {
    await finish(operation);
    return undefined;
  }
  const settled = await settleMovement(operation, answer);
  const { merchantId, account, payment } = operation;
  // The acquirer had approved it, and nobody has heard of that: its books have both.
  if (settled.first && answer.state === 'declined' && answer.figures)
    await adoptPayment(merchantId, account, payment.reference);
  return settled.operation;
}

/** The booking for a changed answer, if money has moved. */
const adoptions = {
  capture: { approved: 'capture', declined: 'failure' },
  refund: { approved: 'refund', declined: 'return' },
} as const satisfies Record<string, Record<MovementAnswer['state'], Adoption['kind']>>;

/** A void or an increment changes what can be captured, and has no entry in the acquirer's books. */
const movesMoney = (kind: MovementOperation['kind']): kind is keyof typeof adoptions => kind in adoptions;

/** Books that the acquirer has changed its answer, once, and then whatever else the acquirer says of the payment. */
async function overturn(operation: MovementOperation, { state, figures }: MovementAnswer): Promise<void> {
  const { kind, amount, merchantId, account, payment } = operation;
  const update = () => adoptPayment(merchantId, account, payment.reference);
  if (figures && movesMoney(kind) && !(await isOverturned(operation.id))) {
    const adoption = { kind: adoptions[kind][state], amount, figures };
    let why = await book(operation, adoption);
    if (why !== undefined) {
      // A refund of a capture that has failed may have come back, so that the capture's failure can be booked after it.
      await update();
      why = await book(operation, adoption);
    }
    if (why !== undefined) await keepUnadopted(merchantId, account, payment.reference, { figures, why });
  }
  // The acquirer may have ended the authorization with it, and its books may have what the event does not say.
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
      if (await hasLine(account, adoption.figures)) return undefined;
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

const hasLine = async ({ acquirer }: AcquirerAccount, { reference }: AcquirerFigures): Promise<boolean> =>
  (await namedEntries(acquirer, [reference])).has(reference);
