import type { Id } from '#domain/id.ts';
import { voidPending } from '#domain/transactions/test-movements.ts';
import { currentRates } from '#store/ledger/rates.ts';
import { repeatWhileStale } from '#store/table/retry.ts';
import { applyToTransaction } from '#store/transactions/movement-writes.ts';
import type { TransactionState } from '#store/transactions/transaction-item.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';

/** Releases what is pending of an authorization of test money that has ended. */
export async function releaseTestAuthorization(id: Id): Promise<void> {
  const rates = await currentRates();
  await repeatWhileStale(async (changed?: TransactionState) => {
    const transaction = changed ?? (await getTransactionState(id));
    if (!transaction || transaction.pendingAmount === 0) return;
    const movement = voidPending(transaction, { amount: transaction.pendingAmount }, rates, Date.now());
    await applyToTransaction(transaction, movement, []);
  });
}
