import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { effectOf } from '#domain/ledger/month.ts';
import { orderDataOf } from '#domain/transactions/order-data.ts';
import { printPlace } from '../browser/router.ts';
import { isOpen, plainReason } from '../disputes/dispute-state.ts';
import { failureText } from '../parts/failure-notice.tsx';
import { call } from '../requests/api.ts';
import { type Loaded, useLoad } from '../requests/load.ts';
import { useConsole, usePermission } from '../requests/session.ts';
import { dateTime, day, exactTime, money } from '../values/format.ts';
import { kindOf } from '../values/statuses.ts';
import { fill, language, t } from '../values/texts.ts';
import type { CustomerMail, Dispute, Line, TrailEntry, Transaction } from '../values/types.ts';
import { moversOf } from './movers.ts';
import { PaymentDeliveries } from './payment-deliveries.tsx';
import { ReceiptDialog } from './receipt-dialog.tsx';

/** The most lines of the ledger that are read for their exchange rates. */
const mostLines = 20;

/** The events of a payment, the latest first: amounts, fees, exchange, effect on the balance. */
export function Timeline({ of: one }: { of: Transaction }) {
  const { merchant } = useConsole();
  const isExchanged = one.currency !== merchant.currency;
  const ids = one.trail.flatMap(({ lineId }) => (lineId ? [lineId] : [])).slice(-mostLines);
  const lines = useLoad(`lines ${isExchanged ? ids.join() : ''}`, async (signal) =>
    isExchanged ? Promise.all(ids.map((id) => call<Line>('GET', `api/lines/${id}`, { signal }))) : [],
  );
  const disputes = useDisputes(one);
  const mails = useMails(one);
  const [isWhoShown, showWho] = useState(false);
  const [isSending, setSending] = useState(false);
  const maySend =
    usePermission()('POST /transactions/{transactionId}/mails') &&
    one.successful &&
    one.voidedAmount < one.amount;
  const movers = useLoad(`movers ${isWhoShown ? `${one.id} ${one.trail.length}` : ''}`, async () =>
    isWhoShown ? moversOf(one) : new Map<TrailEntry, string>(),
  );
  const mayKnowWho =
    usePermission()('GET /merchants/{merchantId}/audit') && one.trail.some((each) => kindOf(each));
  const events = [
    ...[...one.trail].reverse().map((entry, index) => ({
      at: entry.created,
      item: (
        <Entry
          key={`${entry.created} ${one.trail.length - index}`}
          {...{ one, entry, line: lines.data?.find(({ id }) => id === entry.lineId) }}
          person={personOf(entry, movers.data)}
        />
      ),
    })),
    ...disputes.map((dispute) => ({
      at: dispute.created,
      item: <Opened key={dispute.id} {...{ one, dispute }} />,
    })),
    ...(mails.data ?? []).map((mail) => ({
      at: mail.created,
      item: <Mailed key={`${mail.created} ${mail.to} ${mail.refund}`} {...{ one, mail }} />,
    })),
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <section class="sheet" aria-labelledby="timeline">
      <h2 id="timeline">{t.timeline.title}</h2>
      <ol class="timeline">
        {events.map(({ item }) => item)}
        <Item tone={one.successful ? 'calm' : 'bad'} time={one.created}>
          <strong>
            {fill(one.successful ? t.timeline.authorized : t.timeline.declined, {
              amount: money(authorizedFirst(one), one.currency),
            })}
          </strong>
          {one.tds && <span class="muted">{t.timeline.tds[one.tds]}</span>}
        </Item>
      </ol>
      {mails.error && (
        <p class="notice bad">
          {t.timeline.noMails} {failureText(mails.error)}
        </p>
      )}
      {mayKnowWho && (
        <div role="status">
          {isWhoShown && movers.error && <p class="notice bad">{failureText(movers.error)}</p>}
          {isWhoShown && movers.data?.size === 0 && <p class="muted">{t.timeline.noWho}</p>}
        </div>
      )}
      <div class="buttons">
        {mayKnowWho && !isWhoShown && (
          <button type="button" class="button small" onClick={() => showWho(true)}>
            {t.timeline.showWho}
          </button>
        )}
        {maySend && (
          <button type="button" class="button small" onClick={() => setSending(true)}>
            {t.timeline.sendReceipt}
          </button>
        )}
      </div>
      {isSending && (
        <ReceiptDialog
          transactionId={one.id}
          known={orderDataOf(one).email}
          close={() => {
            setSending(false);
            void mails.reload();
          }}
        />
      )}
      <PaymentDeliveries of={one} disputes={disputes} />
    </section>
  );
}

/** The disputes of a payment, the latest first. They are read again when an entry or an amount has changed. */
function useDisputes({ id, merchantId, disputedAmount, trail }: Transaction): readonly Dispute[] {
  const loaded = useLoad(`disputes ${id} ${disputedAmount} ${trail.length}`, (signal) =>
    call<Dispute[]>('GET', 'api/disputes', {
      query: { limit: 20, 'filter[merchantId]': merchantId, 'filter[transactionId]': id },
      signal,
    }),
  );
  return loaded.data ?? [];
}

/** The time within which the mail about a change has probably been sent, in milliseconds. */
const mailing = 5 * 60_000;

/**
 * The mails to customers, the latest first. After a change they are read again until its mails have probably been
 * sent.
 */
function useMails({ id, created, trail }: Transaction): Loaded<CustomerMail[]> {
  const changed = Date.parse(trail.at(-1)?.created ?? created);
  return useLoad(
    `mails ${id} ${trail.length}`,
    (signal) => call<CustomerMail[]>('GET', `api/transactions/${id}/mails`, { signal }),
    changed + mailing > Date.now() ? 15_000 : 0,
  );
}

function Mailed({ one, mail: { created, outcome, to, refund } }: { one: Transaction; mail: CustomerMail }) {
  const texts = t.timeline.mails[outcome];
  const amount = money(refund ?? 0, one.currency);
  return (
    <Item tone={outcome === 'refused' ? 'bad' : 'plain'} time={created}>
      <strong>{refund === null ? texts.receipt : fill(texts.refund, { amount })}</strong>
      <bdi class="muted">{to}</bdi>
    </Item>
  );
}

/** Finds the person by the entry's time and amount, as the page reads the payment repeatedly and gets new objects. */
const personOf = (entry: TrailEntry, movers: Map<TrailEntry, string> = new Map()): string | undefined =>
  [...movers].find(
    ([moved]) =>
      moved.created === entry.created && moved.amount === entry.amount && kindOf(moved) === kindOf(entry),
  )?.[1];

/** The opening of a dispute, which has no entry in the trail. */
function Opened({ one, dispute }: { one: Transaction; dispute: Dispute }) {
  const { merchant } = useConsole();
  const { id, amount, created, reason, due } = dispute;
  return (
    <Item tone="bad" time={created}>
      <strong>{fill(t.timeline.opened, { amount: money(amount, one.currency) })}</strong>
      <span class="muted">
        {plainReason(reason.title)}
        {isOpen(dispute) && ` ${fill(t.timeline.answerUntil, { time: dateTime(due) })}`}
      </span>
      <a href={printPlace([merchant.id, 'disputes', id])}>{t.timeline.toDispute}</a>
    </Item>
  );
}

/** The authorized amount before increments. */
const authorizedFirst = ({ amount, trail }: Transaction): number =>
  amount - trail.reduce((sum, entry) => sum + (entry.increment ? entry.amount : 0), 0);

interface EntryProps {
  one: Transaction;
  entry: TrailEntry;
  line: Line | undefined;
  /** The address of the person who has made the movement, if it is known. */
  person: string | undefined;
}

function Entry({ one, entry, line, person }: EntryProps) {
  const { merchant } = useConsole();
  const kind = kindOf(entry);
  const amount = money(Math.abs(entry.amount), one.currency);
  const own = { balance: entry.balance, fee: entry.fee.flat + entry.fee.rate };
  // The effect on money that the acquirer keeps in another currency is only in the line. The entry has 0.
  const { balance, fee, currency } = effectOf(line ?? own, merchant.currency);
  const isKnown = line !== undefined || one.currency === merchant.currency || balance !== 0;
  return (
    <Item tone={toneOf(entry)} time={entry.created}>
      <strong>{fill(titleOf(entry), { amount })}</strong>
      {entry.reason && <span>{t.move.reasons[entry.reason]}</span>}
      {entry.reference && <bdi class="muted">{entry.reference}</bdi>}
      <span class="muted">
        {entry.figuresDue && t.timeline.figuresDue}
        {entry.until &&
          fill(entry.refund ? t.timeline.answerBy : t.timeline.laterBy, { time: dateTime(entry.until) })}
        {fee !== 0 && `${t.timeline.fee} ${money(fee, currency)} · `}
        {entry.lineId && isKnown && `${t.timeline.balance} ${signed(balance, currency)}`}
        {line?.exchange && ` · ${exchangeText(line.exchange)}`}
      </span>
      {person && <bdi class="muted">{fill(t.timeline.by, { person })}</bdi>}
      {entry.dispute && kind === undefined && (
        <a href={printPlace([merchant.id, 'disputes', entry.dispute.id])}>{t.timeline.toDispute}</a>
      )}
    </Item>
  );
}

const signed = (minor: number, currency: string): string =>
  minor > 0 ? `+${money(minor, currency)}` : money(minor, currency);

function exchangeText({ from, to, rate, date }: NonNullable<Line['exchange']>): string {
  const shown = new Intl.NumberFormat(language, { maximumSignificantDigits: 6 }).format(rate);
  const text = fill(t.timeline.exchange, { from, to, rate: shown });
  return date ? `${text} (${day(date)})` : text;
}

function titleOf(entry: TrailEntry): string {
  const { dispute, amount } = entry;
  const kind = kindOf(entry);
  if (kind === 'capture' && amount < 0) return t.timeline.captureFailed;
  if (kind === 'refund' && amount < 0) return t.timeline.refundFailed;
  if (kind) return entry.pending ? t.timeline.onItsWay[kind] : t.timeline[kind];
  if (dispute?.won) return t.timeline.won;
  if (dispute?.lost) return t.timeline.lost;
  return dispute?.withdrawn ? t.timeline.withdrawn : t.timeline.reinstated;
}

function toneOf(entry: TrailEntry): string {
  const kind = kindOf(entry);
  if (entry.amount < 0 || entry.dispute?.lost || entry.dispute?.withdrawn) return 'bad';
  return kind === 'capture' || entry.dispute?.won || entry.dispute?.reinstated ? 'good' : 'plain';
}

const Item = ({ tone, time, children }: { tone: string; time: string; children: ComponentChildren }) => (
  <li class={tone}>
    {children}
    <time class="muted" dateTime={time} title={exactTime(time)}>
      {dateTime(time)}
    </time>
  </li>
);
