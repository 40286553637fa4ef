import { acquirerOf } from '#acquirer/registry.ts';
import type { Id } from '#domain/id.ts';
import { returnedRefund } from '#domain/live-movement.ts';
import { lineOfEntry, nameEntry } from '#store/acquirer-references.ts';
import { getOperation } from '#store/operations.ts';
import { whileMoved } from '#store/retry.ts';
import { applyToTransaction } from '#store/transactions.ts';
import { Unneeded, unneeded } from '#store/unneeded.ts';
import { lookForMovement } from './live-movement.ts';
import { requireTransaction } from './settle-dispute.ts';

interface Failed {
  /** The acquirer's name for the refund, and for what it is in its books. */
  reference: string;
  operation: Id;
  entry?: string;
}

/** A refund has failed after it was made: the money comes back to the balance, by a line. Once for each refund. */
export async function returnRefund(transactionId: Id, { operation: id, entry }: Failed): Promise<void> {
  const known = await getOperation(id);
  // Who has the account can write our name for another refund onto one of their own.
  if (known?.kind !== 'refund' || known.transactionId !== transactionId) return;
  // Its success is written first. OperationOpen: the event comes again.
  const operation = known.state === 'open' ? (await lookForMovement(known)).operation : known;
  if (operation.state === 'declined') return;
  if (!entry) throw new Error(`Refund ${id} has come back by no entry yet`);
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
