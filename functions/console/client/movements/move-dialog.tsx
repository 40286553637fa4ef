import { useRef, useState } from 'preact/hooks';
import { refundReasons } from '#schemas/movement-details.ts';
import { useEntry } from '../browser/drafts.ts';
import { Dialog, DialogFoot } from '../parts/dialog.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Field, focusFault, Select } from '../parts/field.tsx';
import { Unreachable } from '../requests/api.ts';
import type { Typed } from '../values/amount.ts';
import { readTyped, typedFaultText } from '../values/amount.ts';
import { money, paidBy, plainAmount } from '../values/format.ts';
import { movableAmount } from '../values/statuses.ts';
import { fill, t } from '../values/texts.ts';
import type { Paid, Transaction } from '../values/types.ts';
import { type Intent, keptIntent } from './intents.ts';
import { isImpossible, isWhole, lastDay, ruleOf } from './method-rules.ts';
import { type Outcome, send } from './move.ts';

/** The parts of a payment that the dialog needs. */
export type Movable = Parameters<typeof movableAmount>[1] &
  Pick<Transaction, 'id' | 'currency' | 'test'> &
  Paid;

interface Props {
  kind: Intent['kind'];
  of: Movable;
  /** The most that may be moved of this payment, if the caller has a limit. */
  limit?: number | undefined;
  reload: () => Promise<void>;
  learn: (outcome: Outcome, intent: Intent) => void;
  close: () => void;
}

/** In milliseconds. Nobody can read a dialog in less time, so a confirmation before that is ignored. */
const readingTime = 500;

/**
 * Captures, refunds or voids an amount. The dialog shows the rules before the amount, and the button shows the amount. An
 * intent keeps its key, so that a double click or a second try after a lost answer moves the money once.
 */
export function MoveDialog({ kind, of: one, limit = Number.POSITIVE_INFINITY, reload, learn, close }: Props) {
  const most = Math.min(movableAmount(kind, one), limit);
  // A movement whose answer was lost must be resolved first, as another key could move the money again.
  const [kept] = useState(() => keptIntent(one.id));
  const intent = useRef(kept);
  // The intent has the amount that was sent.
  const entry = intent.current ? undefined : `${kind}.${one.id}`;
  const [text, setText] = useEntry(entry, plainAmount(kept?.amount ?? most, one.currency));
  const [reason, setReason] = useEntry(entry && `${entry}.reason`, kept?.reason);
  const [fault, setFault] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome | undefined>(
    kept && { result: 'unknown', error: new Unreachable() },
  );
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const opened = useRef({ at: Date.now(), text });
  const isUnknown = outcome?.result === 'unknown';

  const rule = ruleOf(kind, one);
  const canMove = !isImpossible(rule) || isUnknown;
  const isFixed = isWhole(rule) && !isUnknown;
  const shown = isFixed ? plainAmount(most, one.currency) : text;
  const typed = readTyped(shown, one.currency);
  const minor = 'minor' in typed ? typed.minor : undefined;
  // An amount that cannot be moved stands only in the field, beside its fault.
  const isMovable = minor !== undefined && (isUnknown || minor <= most);
  const values = {
    amount: isMovable ? money(minor, one.currency) : '',
    most: money(most, one.currency),
    means: paidBy(one),
    day: lastDay(one),
  };

  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy.current || !canMove) return;
    // If the effect of an unknown movement is already part of the payment, less than its amount is left. So an
    // unknown movement is not checked.
    const wrong = isUnknown ? undefined : faultOf(typed, most, one);
    setFault(wrong);
    if (wrong || minor === undefined) {
      focusFault(form.current);
      return;
    }
    busy.current = true;
    setBusy(true);
    // An intent with an unknown outcome is sent again unchanged. Any other amount makes a new intent.
    const now =
      isUnknown && intent.current
        ? intent.current
        : { kind, amount: minor, reason, key: crypto.randomUUID(), at: Date.now() };
    intent.current = now;
    const result = await send(one.id, now);
    busy.current = false;
    setBusy(false);
    setOutcome(result);
    if (result.result === 'changed' || result.result === 'expired') await reload();
    learn(result, now);
    if (result.result === 'done' || result.result === 'open') close();
  };

  // Ignores the key that opened the dialog while it is held or pressed twice: it must not confirm a dialog that
  // nobody has read.
  const ignoreHeldKey = (event: KeyboardEvent) => {
    const isTooSoon = Date.now() - opened.current.at < readingTime && text === opened.current.text;
    if (event.key === 'Enter' && (event.repeat || isTooSoon)) event.preventDefault();
  };

  return (
    <Dialog title={t.move.title[kind]} canClose={!isBusy} onClose={close}>
      <form ref={form} onSubmit={submit} onKeyDown={ignoreHeldKey} noValidate>
        <p>{fill(rule ? t.move.byMethod[rule] : t.move.rules[kind], values)}</p>
        {canMove && (
          <>
            <Field
              label={t.move.amount}
              unit={one.currency}
              inputMode="decimal"
              autocomplete="off"
              value={shown}
              readOnly={isBusy || isUnknown || isFixed}
              fault={fault}
              hint={fill(t.move.most, values)}
              onInput={({ currentTarget }) => {
                setText(currentTarget.value);
                setFault(undefined);
                setOutcome(undefined);
              }}
            />
            {kind === 'refund' && (
              <Select
                label={t.move.reason}
                hint={reason === 'fraudulent' && one.card && !one.test ? t.move.fraudHint : t.move.reasonHint}
                value={reason ?? ''}
                disabled={isBusy || isUnknown}
                options={[
                  ['', t.move.reasons.none],
                  ...refundReasons.map((one) => [one, t.move.reasons[one]] as const),
                ]}
                onChange={(value) => setReason(refundReasons.find((one) => one === value))}
              />
            )}
            <p class="consequence">{isMovable ? fill(t.move.effect[kind], values) : ' '}</p>
          </>
        )}
        <div role="alert">
          {outcome?.result === 'unknown' && (
            <p class="notice warn">
              {failureText(outcome.error)} {t.move.unknownRetry}
            </p>
          )}
          {outcome?.result === 'changed' && <p class="notice warn">{fill(t.move.changed, values)}</p>}
          {outcome?.result === 'expired' && <p class="notice warn">{t.move.expired}</p>}
          {outcome?.result === 'refused' && <p class="notice bad">{failureText(outcome.error)}</p>}
        </div>
        <DialogFoot
          isBusy={isBusy}
          close={close}
          cancel={isUnknown || !canMove ? t.common.close : t.common.cancel}
        >
          {canMove && (
            <button
              type="submit"
              class={kind === 'capture' ? 'button main' : 'button danger'}
              aria-busy={isBusy}
            >
              {isBusy ? t.move.busy : isUnknown ? t.common.retry : fill(t.move.confirm[kind], values)}
            </button>
          )}
        </DialogFoot>
      </form>
    </Dialog>
  );
}

function faultOf(typed: Typed, most: number, { currency }: Movable): string | undefined {
  if ('fault' in typed) return typedFaultText(typed.fault, currency);
  return typed.minor > most ? fill(t.move.faults.most, { most: money(most, currency) }) : undefined;
}
