import type { Id } from '#domain/id.ts';
import type { MovementInput } from '#domain/transaction.ts';
import type { Answer } from '#http/answer.ts';
import type { Idempotency } from '#idempotency/idempotency.ts';
import { recordAnswer } from '#idempotency/record.ts';
import { moved } from '#observability/metrics.ts';
import { type Moment, type Move, moveMoney, transactionAt } from '#usecases/move-money.ts';
import { present } from './present.ts';

interface Request {
  appId: Id;
  params: { transactionId: Id };
  body: MovementInput;
  idempotency?: Idempotency;
}

/** A void moves no money. */
const counted: Partial<Record<string, 'Captured' | 'Refunded'>> = { capture: 'Captured', refund: 'Refunded' };

/** Handles a capture, refund or void. */
export const movement =
  (move: Move) =>
  async (_: unknown, { appId, params: { transactionId }, body, idempotency }: Request): Promise<Answer> => {
    const record = (moment: Moment) => recordAnswer(idempotency, moment);
    const { transaction, entry } = await moveMoney(move, { appId, transactionId, input: body, record });
    const name = counted[entry.kind];
    const count = name && moved(name, entry.amount, transaction.currency);
    return { status: 201, body: { transaction: present(transaction) }, count };
  };

/** The answer to a repeat: the transaction as it was after the first movement. */
export const again = async (moment: Moment, { params }: Request): Promise<Answer> => {
  const transaction = await transactionAt(params.transactionId, moment);
  return { status: 201, body: { transaction: present(transaction) } };
};
