import { ownCredential } from '#acquirer/acquirer.ts';
import type { Id } from '#domain/id.ts';
import { getTransaction, type TransactionWithTrail } from '#store/transactions.ts';

/**
 * A transaction, with what its acquirer knows the card by. The simulated one always does; a real one keeps a card only
 * where its owner has agreed.
 */
export async function getChargeable(id: Id): Promise<TransactionWithTrail | undefined> {
  const transaction = await getTransaction(id);
  return transaction?.test
    ? { ...transaction, credential: transaction.credential ?? ownCredential(id) }
    : transaction;
}
