import type { Id } from '#domain/id.ts';
import { transactionKey } from './table/keys.ts';
import { update } from './table/transact.ts';
import { unlessUnneeded, unneeded } from './table/unneeded.ts';

/**
 * Marks a transaction whose authorization ends soon, once, if money is still pending. The change makes the merchant's
 * event `transaction.expiring`.
 */
export async function markEnding(id: Id): Promise<void> {
  const condition = 'attribute_not_exists(endsSoon) AND pendingAmount > :nothing';
  const values = { ':yes': true, ':nothing': 0 };
  const item = update(transactionKey(id), 'SET endsSoon = :yes', values, { condition });
  await unlessUnneeded([{ item, onFailed: unneeded }]);
}
