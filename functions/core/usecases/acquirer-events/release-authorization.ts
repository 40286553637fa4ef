import type { Id } from '#domain/id.ts';
import { affectsPending, unansweredMovements } from '#domain/transactions/operation.ts';
import { voidPending } from '#domain/transactions/test-movements.ts';
import { currentRates } from '#store/ledger/rates.ts';
import { repeatWhileStale, StaleRead } from '#store/table/retry.ts';
import { applyToTransaction } from '#store/transactions/movement-writes.ts';
import { requireTransaction } from './require-transaction.ts';

/**
 * Releases the pending amount of an authorization that has expired, or that the acquirer has ended, by a void in the
 * trail. An unanswered movement of Florin's is resolved first, since it may have ended the authorization.
 */
export const releaseAuthorization = (transactionId: Id): Promise<void> =>
  repeatWhileStale(async () => {
    const [transaction, rates] = await Promise.all([requireTransaction(transactionId), currentRates()]);
    if (unansweredMovements(transaction).some(affectsPending)) throw new StaleRead();
    const { pendingAmount: amount } = transaction;
    if (amount === 0) return;
    await applyToTransaction(transaction, voidPending(transaction, { amount }, rates, Date.now()), []);
  });
