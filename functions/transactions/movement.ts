import { type Decline, declines } from '#acquirer/decline.ts';
import type { Caller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { processingError } from '#domain/processing-error.ts';
import type { OpenMovement } from '#domain/transactions/operation.ts';
import type { MovementInput } from '#domain/transactions/transaction.ts';
import type { Answer } from '#http/answer/answer.ts';
import { replayedAnswer } from '#idempotency/middleware.ts';
import { declineCount, movementCount } from '#observability/metrics.ts';
import { presentTillPayment } from '#presenters/console.ts';
import { present } from '#presenters/transaction.ts';
import type { TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import type { RecordedAnswer } from '#usecases/acquirer-operations/record-movement.ts';
import { moveMoney, transactionAt } from '#usecases/movements/move-money.ts';

export interface MovementRequest {
  caller: Caller;
  params: { transactionId: Id };
  body: MovementInput;
  idempotency?: Idempotency;
}

/** The metrics of movements. An increment or a void moves no money and counts nothing. */
const metricNames: Partial<Record<string, 'Captured' | 'Refunded'>> = {
  capture: 'Captured',
  refund: 'Refunded',
};

/** Handles an increment, capture, refund or void. */
export const movement =
  (kind: OpenMovement['kind']) =>
  async (_: unknown, request: MovementRequest): Promise<Answer> => {
    const {
      caller,
      params: { transactionId },
      body,
      idempotency,
    } = request;
    const done = await moveMoney(kind, { caller, transactionId, input: body, idempotency });
    if ('repeated' in done) return replayedAnswer(await replayMovement(done.repeated, request));
    if ('declined' in done)
      return { ...refusal(done.declined), count: declineCount(declines[done.declined]) };
    if ('accepted' in done) return { status: 201, body: { transaction: shownTo(caller, done.accepted) } };
    const { transaction, entry } = done;
    const name = metricNames[kind];
    const count = name && movementCount(name, entry.amount, transaction.currency);
    return { status: 201, body: { transaction: shownTo(caller, transaction) }, count };
  };

/** The answer if the acquirer declines the movement. */
const refusal = (decline: Decline): Answer => ({ status: 400, body: [processingError(declines[decline])] });

/** The answer to a repeat: the transaction right after the first movement. */
export const replayMovement = async (
  recorded: RecordedAnswer,
  { caller, params }: MovementRequest,
): Promise<Answer> => {
  if ('declined' in recorded) return refusal(recorded.declined);
  const transaction = await transactionAt(params.transactionId, recorded);
  return { status: 201, body: { transaction: shownTo(caller, transaction) } };
};

/** A till gets only the fields of a payment that it shows. */
const shownTo = (caller: Caller, transaction: TransactionWithTrail) =>
  caller.kind === 'till' ? presentTillPayment(transaction) : present(transaction);
