import { useState } from 'preact/hooks';
import type { Selection } from '../lists/selection.ts';
import { Check } from '../parts/field.tsx';
import { countText, t } from '../values/texts.ts';
import type { Member, Transaction } from '../values/types.ts';
import { BatchDialog, sumsOf } from './batch-dialog.tsx';
import { type Batch, type BatchKind, keptBatch, mayMove, unfinishedEntries } from './batches.ts';

interface Props {
  place: string;
  page: readonly Transaction[];
  selection: Selection<Transaction>;
  members: readonly Member[];
  save: (payments: readonly Transaction[]) => void;
  reload: () => Promise<void>;
}

type Open = { kind: BatchKind; payments: readonly Transaction[] } | { batch: Batch };

const kinds: readonly BatchKind[] = ['capture', 'void'];

/** The checkbox for all payments of the page, and the actions for the selected ones. */
export function BatchBar({ place, page, selection, members, save, reload }: Props) {
  const [open, setOpen] = useState<Open>();
  const { items } = selection;
  const interrupted = open ? undefined : keptBatch(place);
  return (
    <>
      {interrupted && (
        <div class="notice warn">
          <p>{countText(t.batch.interrupted[interrupted.kind], unfinishedEntries(interrupted).length)}</p>
          <button type="button" class="button small" onClick={() => setOpen({ batch: interrupted })}>
            {t.batch.look}
          </button>
        </div>
      )}
      <div class="batch-bar" hidden={page.length === 0 && items.length === 0}>
        <Check
          label={t.batch.all}
          checked={page.every((one) => selection.has(one))}
          onChange={selection.setAll}
        />
        {/* Screen readers ignore regions that appear together with a text, so the region is always there. */}
        <span role="status">
          {items.length > 0 && `${countText(t.batch.selected, items.length)} · ${sumsOf(items)}`}
        </span>
        {items.length > 0 && (
          <>
            {kinds
              .filter((kind) => members.some((member) => mayMove(kind, member)))
              .map((kind) => (
                <button
                  key={kind}
                  type="button"
                  class="button small"
                  onClick={() => setOpen({ kind, payments: items })}
                >
                  {t.move.begin[kind]}
                </button>
              ))}
            <button type="button" class="button small" onClick={() => save(items)}>
              {t.batch.save}
            </button>
            <button type="button" class="button small" onClick={() => selection.setAll(false)}>
              {t.batch.clear}
            </button>
          </>
        )}
      </div>
      {open && (
        <BatchDialog
          place={place}
          of={open}
          members={members}
          changed={() => {
            selection.setAll(false);
            void reload();
          }}
          close={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
