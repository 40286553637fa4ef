import { brokenInvariants } from '#domain/transactions/amounts.ts';
import type { Transaction } from '#domain/transactions/transaction.ts';
import { log } from '#observability/log.ts';
import { embeddedMetrics } from '#observability/metrics.ts';

/**
 * Thrown if the amounts of a transaction do not add up before they are written. No request should be able to cause
 * this, so it is an error in Florin.
 */
class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

/** The last check of a transaction before it is written. The error stops the write and triggers an alarm. */
export function requireInvariants(transaction: Transaction): void {
  const broken = brokenInvariants(transaction);
  if (broken.length === 0) return;
  const { id: transactionId, merchantId } = transaction;
  log('error', {
    transactionId,
    merchantId,
    broken,
    ...embeddedMetrics({ name: 'BrokenInvariants', value: 1 }),
  });
  throw new BrokenInvariant(`Transaction ${transactionId}: it does not hold that ${broken.join(', that ')}`);
}
