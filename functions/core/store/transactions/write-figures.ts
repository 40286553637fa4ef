import type { Id } from '#domain/id.ts';
import type { Line, TrailEntry } from '#domain/transactions/transaction.ts';
import type { WaitingEntry } from '#domain/transactions/waiting-entry.ts';
import { addToBalance } from '../ledger/balance.ts';
import { putLine } from '../ledger/lines.ts';
import { transactionKey } from '../table/keys.ts';
import { StaleRead } from '../table/retry.ts';
import { transact, type Write } from '../table/transact.ts';
import { updateOf } from '../table/update-parts.ts';
import { unlistDueFigures } from './due-figures.ts';
import { captureReference } from './movement-writes.ts';
import { placeOf, replaceInPart, replacement } from './trail.ts';
import type { TransactionState } from './transaction-item.ts';
import { readTrailParts } from './transactions.ts';

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
  const staleRead = () => new StaleRead();
  const counted = {
    sets: ['figuresKnown = if_not_exists(figuresKnown, :zero) + :one'],
    values: { ':zero': 0, ':one': 1 },
  };
  const here =
    sk === undefined
      ? [
          replacement(transaction, place, waiting, entry),
          // If the tail has moved to a part in the meantime, the trail is longer.
          { condition: 'entries = :length', values: { ':length': entries } },
        ]
      : [{ condition: 'attribute_exists(pk)' }];
  await transact([
    ...alongside,
    { item: updateOf(transactionKey(id), [counted, ...here, captureReference(line)]), onFailed: staleRead },
    ...(sk === undefined ? [] : [replaceInPart(transaction, { sk, index }, waiting, entry, staleRead)]),
    putLine(line, lanes),
    addToBalance([line], lanes),
    unlistDueFigures(waiting.id),
  ]);
}
