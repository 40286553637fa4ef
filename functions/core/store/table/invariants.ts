import { brokenInvariants } from '#domain/transactions/amounts.ts';
import type { Transaction } from '#domain/transactions/transaction.ts';
import { log } from '#observability/log.ts';
import { embedded } from '#observability/metrics.ts';

/** A transaction was about to be written whose amounts do not add up: an error of ours, whatever was asked for. */
class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

/** Stops what must never be written, and has an alarm tell. The last look at a transaction before it is. */
export function requireInvariants(transaction: Transaction): void {
  const broken = brokenInvariants(transaction);
  if (broken.length === 0) return;
  const { id: transactionId, merchantId } = transaction;
  log('error', { transactionId, merchantId, broken, ...embedded({ name: 'BrokenInvariants', value: 1 }) });
  throw new BrokenInvariant(`Transaction ${transactionId}: it does not hold that ${broken.join(', that ')}`);
}
