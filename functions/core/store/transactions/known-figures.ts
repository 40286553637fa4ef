import type { Id } from '#domain/id.ts';
import type { Line, TrailEntry } from '#domain/transactions/transaction.ts';
import type { WaitingEntry } from '#domain/transactions/waiting-entry.ts';
import { addToBalance } from '../ledger/balance.ts';
import { putLine } from '../ledger/lines.ts';
import { transactionKey } from '../table/keys.ts';
import { StaleRead } from '../table/retry.ts';
import { transact, update, type Write } from '../table/transact.ts';
import { unlistDueFigures } from './due-figures.ts';
import { placeOf, replaceInPart, replacement } from './trail.ts';
import { captureReference, readTrailParts, type TransactionState } from './transactions.ts';

/**
 * Replaces an entry that waits for its figures by one that has them, and writes its line, once.
 *
 * @param alongside writes in the same transaction
 * @throws StaleRead if the transaction has changed since Florin read it, or the entry has its figures already
 */
export async function writeFigures(
  transaction: TransactionState,
  waiting: WaitingEntry,
  { entry, line }: { entry: TrailEntry & { lineId: Id }; line: Line },
  alongside: readonly Write[],
): Promise<void> {
  const { id, entries, lanes } = transaction;
  const place = await placeOf(transaction, waiting.id, () => readTrailParts(id));
  if (!place) throw new StaleRead();
  const { sk, index } = place;
  const here = sk === undefined ? replacement(transaction, place, waiting, entry) : undefined;
  const named = captureReference(line);
  const sets = [
    'figuresKnown = if_not_exists(figuresKnown, :zero) + :one',
    ...(here ? [here.set] : []),
    ...(named?.sets ?? []),
  ];
  const values = { ':zero': 0, ':one': 1, ...here?.values, ...named?.values };
  // If the tail has moved to a part in the meantime, the trail is longer.
  const condition = here ? `entries = :length AND ${here.condition}` : 'attribute_exists(pk)';
  const stale = () => new StaleRead();
  await transact([
    ...alongside,
    {
      item: update(
        transactionKey(id),
        `SET ${sets.join(', ')}`,
        { ...values, ...(here && { ':length': entries }) },
        { condition },
      ),
      onFailed: stale,
    },
    ...(sk === undefined ? [] : [replaceInPart(transaction, { sk, index }, waiting, entry, stale)]),
    putLine(line, lanes),
    addToBalance([line], lanes),
    unlistDueFigures(waiting.id),
  ]);
}
