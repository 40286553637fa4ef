import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import {
  adoptCaptureFailure,
  adoptMovement,
  adoptReturn,
  adoptReversed,
} from '#domain/transactions/dashboard-movements.ts';
import type { AcquirerFigures } from '#domain/transactions/operation.ts';
import { type Line, linesOf, type Movement } from '#domain/transactions/transaction.ts';
import { nameEntry } from '#store/acquirer-references.ts';
import { Moved } from '#store/table/retry.ts';
import type { Write } from '#store/table/transact.ts';
import { applyToTransaction, type TransactionWithTrail } from '#store/transactions.ts';

/** A balance transaction that no open operation has asked for. It gets an entry in the trail, and a line. */
export interface Adoption {
  /** `return`: a refund has come back. `failure`: a capture has failed after it was approved. */
  kind: 'capture' | 'refund' | 'return' | 'failure';
  amount: number;
  figures: AcquirerFigures;
  /** The figures of the failure of a capture or refund that has failed since, which are booked together with it. */
  returned?: AcquirerFigures;
}

/**
 * Books a balance transaction, once.
 *
 * @param alongside the writes that succeed or fail together with it
 * @throws Refused when the transaction does not have so much, Moved when it has changed or the line exists
 */
export async function adopt(
  { acquirer }: AcquirerAccount,
  transaction: TransactionWithTrail,
  { kind, amount, figures, returned }: Adoption,
  alongside: readonly Write[] = [],
): Promise<void> {
  const movement = movementOf();
  await applyToTransaction(transaction, movement, [
    ...alongside,
    ...linesOf(movement).flatMap(({ id, acquirer: entry }) =>
      entry ? [nameEntry(acquirer, entry.reference, id, () => new Moved())] : [],
    ),
  ]);

  function movementOf(): Movement & { line: Line } {
    const now = Date.now();
    if (kind === 'return') return adoptReturn(transaction, amount, figures, now);
    if (kind === 'failure') return adoptCaptureFailure(transaction, amount, figures, now);
    if (returned) return adoptReversed(transaction, kind, amount, figures, returned, now);
    return adoptMovement(transaction, kind, amount, figures, now);
  }
}
