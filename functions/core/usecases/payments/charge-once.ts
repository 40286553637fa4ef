import type { Id } from '#domain/id.ts';
import { formatMoney } from '#domain/money/money.ts';
import { ReferenceUsed } from '#domain/outcome.ts';
import type { NamedCharge } from '#store/transactions/charge-references.ts';
import { getOperation } from '#store/transactions/operations.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';

/** @throws ReferenceUsed if the reference names a payment of another amount or currency */
export function requireSameCharge(
  reference: string,
  { transactionId, amount, currency }: NamedCharge,
  asked: { amount: number; currency: string },
): void {
  if (amount !== asked.amount || currency !== asked.currency)
    throw new ReferenceUsed(
      reference,
      `payment ${transactionId} of ${formatMoney(amount, currency)} from the same source`,
    );
}

/**
 * Tells how the payment that a reference names stands: it was made; it was declined, so that the reference is free for
 * another attempt; or it is open, so that its request must be continued under the same id.
 */
export async function stateOfCharge(id: Id): Promise<'made' | 'declined' | 'open'> {
  const [transaction, operation] = await Promise.all([getTransactionState(id), getOperation(id)]);
  if (!transaction) return 'open';
  if (transaction.error !== undefined) return 'declined';
  // A declined capture that was requested with the payment declines the payment, and releases its hold.
  const captureId = operation?.kind === 'authorize' ? operation.captureId : undefined;
  const capture = captureId === undefined ? undefined : await getOperation(captureId);
  return capture?.state === 'declined' ? 'declined' : 'made';
}
