import type { Id } from '#domain/id.ts';
import { voidPending } from '#domain/transactions/transaction.ts';
import { currentRates } from '#store/rates.ts';
import { Moved, whileMoved } from '#store/table/retry.ts';
import { applyToTransaction } from '#store/transactions.ts';
import { requireTransaction } from './settle-dispute.ts';

/**
 * An authorization has expired, or its acquirer has ended it: what was pending is released, by a void in the trail.
 * What we have asked for ourselves is waited for; it may be what has ended it.
 */
export const releaseAuthorization = (transactionId: Id): Promise<void> =>
  whileMoved(async () => {
    const [transaction, rates] = await Promise.all([requireTransaction(transactionId), currentRates()]);
    if (transaction.operation && transaction.operation.kind !== 'refund') throw new Moved();
    const { pendingAmount: amount } = transaction;
    if (amount === 0) return;
    await applyToTransaction(transaction, voidPending(transaction, { amount }, rates, Date.now()), []);
  });
