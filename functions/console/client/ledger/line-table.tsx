import { effectOf, kindOfLine } from '#domain/ledger/month.ts';
import { joinOrder, textsOfOrder } from '#domain/transactions/order-data.ts';
import { printPlace } from '../browser/router.ts';
import { RowLink, Table, Time } from '../parts/table.tsx';
import { useConsole } from '../requests/session.ts';
import { money, secondsTime } from '../values/format.ts';
import { fill, t } from '../values/texts.ts';
import type { Line } from '../values/types.ts';

/** The page that a line links to: its payment, or its payout. */
function placeOfLine(line: Line, merchantId: string): string | undefined {
  if (line.transactionId) return printPlace([merchantId, 'payments', line.transactionId]);
  return line.payout ? printPlace([merchantId, 'payouts', line.id]) : undefined;
}

/** The kind of a line, with its order, its description, and a link to its payment or payout. */
export function LineKind({ of: line }: { of: Line }) {
  const { merchant } = useConsole();
  const text = t.ledger.kinds[kindOfLine(line)];
  const href = placeOfLine(line, merchant.id);
  return (
    <>
      {href ? (
        <RowLink
          href={href}
          text={text}
          more={money(line.amount.amount, line.amount.currency)}
          at={line.bookedAt}
        />
      ) : (
        <strong>{text}</strong>
      )}
      {line.order && (
        <span class="below">
          <bdi>{joinOrder(textsOfOrder(line))}</bdi>
        </span>
      )}
      {line.description && (
        <span class="below">
          <bdi>{line.description}</bdi>
        </span>
      )}
    </>
  );
}

/** In milliseconds: a line that was found later than this after its booking is shown as late. */
const late = 2 * 60 * 1000;

/** The time of the booking, and the time at which Florin has found a line that it has found late. */
export const BookingTime = ({ of: { created, bookedAt } }: { of: Line }) => (
  <>
    <Time at={bookedAt} />
    {Date.parse(created) - Date.parse(bookedAt) > late && (
      <span class="below">{fill(t.ledger.found, { time: secondsTime(created) })}</span>
    )}
  </>
);

/** Entries of the ledger, with their fees. */
export function LineTable({ caption, lines }: { caption: string; lines: readonly Line[] }) {
  const { merchant } = useConsole();
  return (
    <Table
      caption={caption}
      rows={lines}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t.ledger.kind,
          show: (line) => <LineKind of={line} />,
        },
        { name: t.ledger.booked, show: (line) => <BookingTime of={line} /> },
        {
          name: t.payments.amount,
          isNumber: true,
          show: (line) => {
            const { balance, fee } = effectOf(line, merchant.currency);
            // The amount gets the sign of its effect, so that a row adds up: amount minus fee.
            const sign = balance + fee < 0 ? -1 : 1;
            return money(sign * Math.abs(line.amount.amount), line.amount.currency);
          },
        },
        {
          name: t.timeline.fee,
          isNumber: true,
          show: (line) => {
            const { fee, currency } = effectOf(line, merchant.currency);
            return fee === 0 ? '–' : money(fee, currency);
          },
        },
        {
          name: t.statement.net,
          isNumber: true,
          show: (line) => {
            const { balance, currency } = effectOf(line, merchant.currency);
            return <strong>{money(balance, currency)}</strong>;
          },
        },
      ]}
    />
  );
}
