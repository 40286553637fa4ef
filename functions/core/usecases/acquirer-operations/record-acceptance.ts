import { OperationOpen, requireFound } from '#domain/outcome.ts';
import { applyMovement } from '#domain/transactions/amounts.ts';
import { acceptMovement } from '#domain/transactions/open-movement.ts';
import { repeatWhileStale } from '#store/table/retry.ts';
import { applyToTransaction } from '#store/transactions/movement-writes.ts';
import {
  acceptOperation,
  ClosedBefore,
  getOperation,
  type MovementOperation,
} from '#store/transactions/operations.ts';
import type { TransactionState } from '#store/transactions/transaction-item.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';
import { type Resolution, resolutionByAnother } from './operation-outcome.ts';
import { momentOf, recordFor } from './record-movement.ts';

/**
 * Stores that the acquirer has accepted a movement and will make it later. The request gets its answer now, and other
 * movements of the transaction can be opened. A capture that decides whether its payment succeeds stays open until then.
 *
 * @param until the time until which the acquirer may take to answer, in milliseconds since 1970
 * @throws OperationOpen if the acquirer should have answered by now
 */
export async function recordAcceptance(
  operation: MovementOperation,
  until: number,
): Promise<Resolution<MovementOperation>> {
  const { id, state, withPayment } = operation;
  if (withPayment || until <= Date.now()) throw new OperationOpen(id);
  if (state === 'accepted') return { operation, first: false };
  const acceptance = accept(operation, until).then((accepted) => ({
    operation: accepted,
    first: true,
  }));
  return acceptance.catch((error) => resolutionByAnother(error, operation));
}

const accept = (operation: MovementOperation, until: number): Promise<MovementOperation> =>
  repeatWhileStale(async (now?: TransactionState) => {
    const { id, transactionId } = operation;
    const transaction = now ?? requireFound(await getTransactionState(transactionId));
    const { operation: open } = transaction;
    // Another request or the worker has stored an answer.
    if (open?.id !== id) throw new ClosedBefore(requireFound(await getOperation(id)));
    const movement = acceptMovement({ ...open, until });
    const moment = momentOf(applyMovement(transaction, movement), transaction.entries);
    const accepted = { ...operation, state: 'accepted', stayed: true, until, moment } as const;
    await applyToTransaction(transaction, movement, [
      acceptOperation(accepted),
      ...recordFor(operation, accepted),
    ]);
    return accepted;
  });
