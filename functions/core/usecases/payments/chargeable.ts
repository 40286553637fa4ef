import { ownCredential } from '#acquirer/acquirer.ts';
import type { Id } from '#domain/id.ts';
import type { TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import { getTransaction } from '#store/transactions/transactions.ts';

/**
 * Returns a transaction with the acquirer's credential of its card. The simulated acquirer always has one. A real
 * acquirer keeps a card only if its owner has agreed.
 */
export async function getChargeable(id: Id): Promise<TransactionWithTrail | undefined> {
  const transaction = await getTransaction(id);
  return transaction?.test
    ? { ...transaction, credential: transaction.credential ?? ownCredential(id) }
    : transaction;
}
