import { ownCredential } from '#acquirer/simulated/simulated-acquirer.ts';
import type { Id } from '#domain/id.ts';
import type { TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import { getTransaction } from '#store/transactions/transactions.ts';

/**
 * Returns a transaction with the acquirer's credential for its card, and the account that the card is saved at. The
 * simulated acquirer always has a credential. A real acquirer keeps a card only if its owner has agreed.
 */
export async function getChargeable(id: Id): Promise<TransactionWithTrail | undefined> {
  const transaction = await getTransaction(id);
  if (!transaction) return undefined;
  const { test, credential, acquirer: at } = transaction;
  if (test) return { ...transaction, credential: credential ?? ownCredential(id) };
  return credential && at
    ? { ...transaction, credential: { ...credential, at: { acquirer: at.acquirer, account: at.account } } }
    : transaction;
}
