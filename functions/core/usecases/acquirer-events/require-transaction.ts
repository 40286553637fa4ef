import type { Id } from '#domain/id.ts';
import type { TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import { getTransaction } from '#store/transactions/transactions.ts';

/**
 * Reads the transaction that an event is about.
 *
 * @throws if the transaction does not exist yet, so that the queue delivers the event again
 */
export async function requireTransaction(id: Id): Promise<TransactionWithTrail> {
  const transaction = await getTransaction(id);
  if (!transaction) throw new Error(`No transaction ${id}`);
  return transaction;
}
