import type { Fraud } from '#domain/disputes/fraud.ts';
import { newId } from '#domain/id.ts';
import { recordFraud } from '#store/disputes/acquirer-events.ts';
import { requireTransaction } from './require-transaction.ts';

/**
 * Stores a fraud alert under the acquirer's reference. An alert that comes twice is stored once.
 *
 * @param acquirer undefined for test money
 */
export async function reportFraud(
  acquirer: string | undefined,
  reference: string,
  { transactionId, reported, reason }: Pick<Fraud, 'transactionId' | 'reported' | 'reason'>,
): Promise<void> {
  const { merchantId, entries: sequence, expires } = await requireTransaction(transactionId);
  const fraud = { id: newId(), merchantId, transactionId, reported, reason, sequence };
  await recordFraud(acquirer, reference, { ...fraud, expires });
}
