import type { Id } from '#domain/id.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import {
  adoptCaptureFailure,
  adoptMovement,
  adoptReturn,
  adoptReversed,
} from '#domain/transactions/dashboard-movements.ts';
import type { AcquirerFigures } from '#domain/transactions/operation.ts';
import { linesOf, type Movement } from '#domain/transactions/transaction.ts';
import { type WaitingEntry, withFigures } from '#domain/transactions/waiting-entry.ts';
import { nameBalanceTransaction } from '#store/reconciliation/acquirer-references.ts';
import { StaleRead } from '#store/table/retry.ts';
import type { Write } from '#store/table/transact.ts';
import { applyToTransaction } from '#store/transactions/movement-writes.ts';
import type { TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import { writeFigures } from '#store/transactions/write-figures.ts';

/**
 * A balance transaction that no open operation has asked for. It gets an entry in the trail, and a line. For a
 * capture or a refund that has failed since, `returned` has the figures of the failure, and both are booked
 * together. `return` is the money of a failed refund, and `failure` is a capture that has failed after it was
 * approved. As long as the acquirer has not told the figures of a return or failure, its entry names the operation
 * and has no line.
 */
export type Adoption = { amount: number } & (
  | { kind: 'capture' | 'refund'; figures: AcquirerFigures; returned?: AcquirerFigures }
  | { kind: 'return' | 'failure'; figures: AcquirerFigures; operation?: Id }
  | { kind: 'return' | 'failure'; figures?: undefined; operation: Id }
);

/**
 * Books a balance transaction, once.
 *
 * @param alongside the writes that succeed or fail together with it
 * @throws Refused if the transaction has less than the amount, StaleRead when it has changed or the line exists
 */
export async function adopt(
  { acquirer }: AcquirerAccount,
  transaction: TransactionWithTrail,
  adoption: Adoption,
  alongside: readonly Write[] = [],
): Promise<void> {
  const movement = movementOf();
  await applyToTransaction(transaction, movement, [
    ...alongside,
    ...linesOf(movement).flatMap(({ id, acquirer: entry }) =>
      entry ? [nameBalanceTransaction(acquirer, entry.reference, id, () => new StaleRead())] : [],
    ),
  ]);

  function movementOf(): Movement {
    const { kind, amount, figures } = adoption;
    const now = Date.now();
    if (kind === 'capture' || kind === 'refund')
      return adoption.returned
        ? adoptReversed(transaction, kind, amount, figures, adoption.returned, now)
        : adoptMovement(transaction, kind, amount, figures, now);
    const reverse = kind === 'return' ? adoptReturn : adoptCaptureFailure;
    return reverse(transaction, amount, figures ?? adoption.operation, now);
  }
}

/**
 * Books the figures that an entry of the trail waits for, once.
 *
 * @throws StaleRead if the transaction has changed, or the line exists
 */
export async function adoptFigures(
  { acquirer }: AcquirerAccount,
  transaction: TransactionWithTrail,
  entry: WaitingEntry,
  figures: AcquirerFigures,
): Promise<void> {
  const known = withFigures(transaction, entry, figures, Date.now());
  const name = nameBalanceTransaction(acquirer, figures.reference, known.line.id, () => new StaleRead());
  await writeFigures(transaction, entry, known, [name]);
}
