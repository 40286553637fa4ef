import { acquirerOf } from '#acquirer/registry.ts';
import type { Id } from '#domain/id.ts';
import { returnedRefund } from '#domain/live-movement.ts';
import { lineOfEntry, nameEntry } from '#store/acquirer-references.ts';
import { getOperation } from '#store/operations.ts';
import { whileMoved } from '#store/retry.ts';
import { applyToTransaction } from '#store/transactions.ts';
import { Unneeded, unneeded } from '#store/unneeded.ts';
import { requireTransaction } from './settle-dispute.ts';

interface Failed {
  /** The acquirer's name for the refund, and for what it is in its books. */
  reference: string;
  operation: Id;
  entry?: string;
}

/** A refund has failed after it was made: the money comes back to the balance, by a line. Once for each refund. */
export async function returnRefund(transactionId: Id, { operation: id, entry }: Failed): Promise<void> {
  const operation = await getOperation(id);
  if (operation?.kind !== 'refund' || operation.state === 'declined') return;
  // Who has the account can write our name for another refund onto one of their own.
  if (operation.transactionId !== transactionId) return;
  // Its success is written first; the event comes again.
  if (operation.state === 'open' || !entry) throw new Error(`Refund ${id} is not settled yet`);
  const { account, amount, currency } = operation;
  const figures = await acquirerOf(account).figuresOf(account.account, entry, { amount, currency });
  await whileMoved(async () => {
    const transaction = await requireTransaction(transactionId);
    // Looked at after it: what has come back already is in the amounts, and cannot be taken off them again.
    if (await lineOfEntry(account.acquirer, entry)) return;
    const movement = returnedRefund(transaction, amount, figures, Date.now());
    const named = nameEntry(account.acquirer, entry, movement.line.id, unneeded);
    await applyToTransaction(transaction, movement, [named]);
  }).catch((error) => {
    if (!(error instanceof Unneeded)) throw error;
  });
}
