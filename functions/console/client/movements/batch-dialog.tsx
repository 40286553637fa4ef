import { useId, useRef, useState } from 'preact/hooks';
import { joinOrder, textsOfOrder } from '#domain/transactions/order-data.ts';
import { printPlace } from '../browser/router.ts';
import { Dialog, DialogFoot } from '../parts/dialog.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Badge, type Tone } from '../parts/status.tsx';
import { money } from '../values/format.ts';
import { countText, fill, t } from '../values/texts.ts';
import type { Member, Transaction } from '../values/types.ts';
import {
  type Batch,
  type BatchKind,
  batchOf,
  forgetBatch,
  obstacleOf,
  runBatch,
  unfinishedEntries,
} from './batches.ts';

/** The sums of amounts, one for each currency. */
export function sumsOf(items: readonly { amount: number; currency: string }[]): string {
  const sums = new Map<string, number>();
  for (const { amount, currency } of items) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, sum]) => money(sum, currency)).join(' + ');
}

interface Props {
  /** The name under which the browser stores the batch. */
  place: string;
  /** A new batch, or one that a reload has interrupted. */
  of: { kind: BatchKind; payments: readonly Transaction[] } | { batch: Batch };
  members: readonly Member[];
  /** Called when payments may have changed. */
  changed: () => void;
  close: () => void;
}

/** Captures or voids many payments: shows what will happen, and then the outcome of each payment. */
export function BatchDialog({ place, of, members, changed, close }: Props) {
  const [batch, setBatch] = useState<Batch | undefined>('batch' in of ? of.batch : undefined);
  const [isBusy, setBusy] = useState(false);
  const [, redraw] = useState(0);
  const busy = useRef(false);
  const id = useId();
  const kind = 'batch' in of ? of.batch.kind : of.kind;

  const run = async (one: Batch) => {
    if (busy.current) return;
    busy.current = true;
    setBatch(one);
    setBusy(true);
    await runBatch(place, one, failureText, () => redraw((count) => count + 1));
    busy.current = false;
    setBusy(false);
    changed();
  };
  const end = () => {
    if (batch && unfinishedEntries(batch).length === 0) forgetBatch(place);
    close();
  };

  return (
    <Dialog title={t.batch.title[kind]} text={batch ? undefined : id} canClose={!isBusy} onClose={end}>
      <div class="stack">
        {batch ? (
          <Outcomes batch={batch} isBusy={isBusy} again={() => run(batch)} close={end} />
        ) : (
          'payments' in of && <Plan {...of} id={id} members={members} confirm={run} close={close} />
        )}
      </div>
    </Dialog>
  );
}

interface PlanProps {
  /** The id of the text that says what will happen. */
  id: string;
  kind: BatchKind;
  payments: readonly Transaction[];
  members: readonly Member[];
  confirm: (batch: Batch) => void;
  close: () => void;
}

/** Shows the amounts that will move, and the payments that cannot take part. */
function Plan({ id, kind, payments, members, confirm, close }: PlanProps) {
  const judged = payments.map((payment) => {
    const member = members.find(({ id }) => id === payment.merchantId);
    return { payment, obstacle: obstacleOf(kind, payment, member) };
  });
  // The plan stays as the user has read it, even if the list behind the dialog is loaded again.
  const [{ batch, others }] = useState(() => ({
    batch: batchOf(
      kind,
      judged.filter(({ obstacle }) => !obstacle).map(({ payment }) => payment),
    ),
    others: judged.flatMap(({ payment, obstacle }) => (obstacle ? [{ payment, obstacle }] : [])),
  }));
  const { entries } = batch;
  return (
    <>
      {entries.length === 0 ? (
        <p id={id}>{t.batch.none[kind]}</p>
      ) : (
        <p id={id} class="consequence">
          {fill(countText(t.batch.effect[kind], entries.length), { sums: sumsOf(entries) })}
        </p>
      )}
      {others.length > 0 && (
        <section aria-labelledby="left-out">
          <h3 id="left-out">{countText(t.batch.others, others.length)}</h3>
          <ul class="rows">
            {others.map(({ payment, obstacle }) => (
              <li key={payment.id}>
                <strong>{money(payment.amount, payment.currency)}</strong>
                <OrderText of={textsOfOrder(payment)} />
                <span>{t.batch.obstacles[obstacle]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <DialogFoot isBusy={false} close={close}>
        {entries.length > 0 && (
          <button
            type="button"
            class={kind === 'capture' ? 'button main' : 'button danger'}
            onClick={() => confirm(batch)}
          >
            {countText(t.batch.confirm[kind], entries.length)}
          </button>
        )}
      </DialogFoot>
    </>
  );
}

const OrderText = ({ of = [] }: { of?: readonly string[] | undefined }) =>
  of.length > 0 ? <bdi class="muted">{joinOrder(of)}</bdi> : null;

const tones: Record<keyof typeof t.batch.results, Tone> = {
  unsent: 'plain',
  done: 'good',
  open: 'warn',
  changed: 'warn',
  refused: 'bad',
  unknown: 'warn',
  expired: 'warn',
};

interface OutcomesProps {
  batch: Batch;
  isBusy: boolean;
  again: () => void;
  close: () => void;
}

function Outcomes({ batch, isBusy, again, close }: OutcomesProps) {
  const { entries } = batch;
  const done = entries.filter(({ result }) => result === 'done');
  const left = unfinishedEntries(batch);
  const values = { done: done.length, count: entries.length, sums: sumsOf(done) };
  return (
    <>
      <p role="status">{fill(done.length === 0 ? t.batch.noneYet : t.batch.progress, values)}</p>
      <ul class="rows">
        {entries.map(({ id, merchantId, amount, currency, order, result, reason }) => (
          <li key={id}>
            <a href={printPlace([merchantId, 'payments', id])} target="_blank" rel="noreferrer">
              {money(amount, currency)}
            </a>
            <OrderText of={order} />
            <Badge tone={tones[result ?? 'unsent']}>{t.batch.results[result ?? 'unsent']}</Badge>
            {reason && <span>{reason}</span>}
          </li>
        ))}
      </ul>
      <div role="alert">{!isBusy && left.length > 0 && <p class="notice warn">{t.batch.again}</p>}</div>
      <DialogFoot isBusy={isBusy} close={close} cancel={t.common.close}>
        {(isBusy || left.length > 0) && (
          <button type="button" class="button main" aria-busy={isBusy} onClick={again}>
            {isBusy ? t.move.busy : t.common.retry}
          </button>
        )}
      </DialogFoot>
    </>
  );
}
