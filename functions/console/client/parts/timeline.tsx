import type { ComponentChildren } from 'preact';
import { call } from '../api.ts';
import { dateTime, day, exactTime, money } from '../format.ts';
import { useLoad } from '../load.ts';
import { printPlace } from '../router.ts';
import { useConsole } from '../session.ts';
import { kindOf } from '../statuses.ts';
import { fill, language, t } from '../texts.ts';
import type { Line, TrailEntry, Transaction } from '../types.ts';

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
  return (
    <section class="sheet" aria-labelledby="timeline">
      <h2 id="timeline">{t.timeline.title}</h2>
      <ol class="timeline">
        {[...one.trail].reverse().map((entry, index) => (
          <Entry
            key={`${entry.created} ${one.trail.length - index}`}
            {...{ one, entry, line: lines.data?.find(({ id }) => id === entry.lineId) }}
          />
        ))}
        <Item tone={one.successful ? 'calm' : 'bad'} time={one.created}>
          <strong>
            {fill(one.successful ? t.timeline.authorized : t.timeline.declined, {
              amount: money(authorizedFirst(one), one.currency),
            })}
          </strong>
        </Item>
      </ol>
    </section>
  );
}

/** The amount at the begin, before increments. */
const authorizedFirst = ({ amount, trail }: Transaction): number =>
  amount - trail.reduce((sum, entry) => sum + (entry.increment ? entry.amount : 0), 0);

function Entry({ one, entry, line }: { one: Transaction; entry: TrailEntry; line: Line | undefined }) {
  const { merchant } = useConsole();
  const kind = kindOf(entry);
  const amount = money(Math.abs(entry.amount), one.currency);
  const fee = entry.fee.flat + entry.fee.rate;
  return (
    <Item tone={toneOf(entry)} time={entry.created}>
      <strong>{fill(titleOf(entry), { amount })}</strong>
      {entry.reason && <span>{t.move.reasons[entry.reason]}</span>}
      <span class="muted">
        {entry.figuresDue && t.timeline.figuresDue}
        {fee !== 0 && `${t.timeline.fee} ${money(fee, merchant.currency)} · `}
        {entry.lineId && `${t.timeline.balance} ${signed(entry.balance, merchant.currency)}`}
        {line?.exchange && ` · ${exchangeText(line.exchange)}`}
      </span>
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
  if (kind) return t.timeline[kind];
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
