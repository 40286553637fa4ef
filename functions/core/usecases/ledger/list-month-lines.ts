import { firstIdAt, type Id } from '#domain/id.ts';
import { bookingTimeOf } from '#domain/ledger/booking-time.ts';
import { earliestOpen } from '#domain/ledger/closed-month.ts';
import { successor } from '#domain/ledger/payout-items.ts';
import { requireFound } from '#domain/outcome.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { listLines } from '#store/ledger/lines.ts';
import { CountedIndex, countedFrom, listClosedMonths, readMonths } from '#store/months/months.ts';

/** A line of a month. `late`: it was booked in an earlier month, which was closed when Florin found the line. */
export interface MonthLine {
  line: Line;
  late: boolean;
}

/** A part of the lines of a month, the oldest first. */
export interface MonthLines {
  lines: MonthLine[];
  /** The cursor of the next part, which may be empty; absent at the end. */
  next?: Id;
}

/** The most lines that one request reads. It leaves out those of other months. */
const mostRead = 3000;

/**
 * Lists the lines of a closed month.
 *
 * @throws NotFound if the month is not closed
 */
export async function listClosedLines(
  merchantId: Id,
  name: string,
  page: { after?: Id | undefined; limit: number },
): Promise<MonthLines> {
  const months = await listClosedMonths(merchantId);
  const { firstId, lastId, from } = requireFound(months.find((month) => month.name === name));
  if (!firstId || !lastId) return { lines: [] };
  const after = page.after ?? firstIdAt(0);
  const slice = { from: firstId, to: successor(lastId), after };
  return select(merchantId, new CountedIndex(merchantId, [name]), true, from, { ...page, ...slice });
}

/** Lists the lines that no closed month has. */
export async function listOpenLines(
  merchantId: Id,
  page: { after?: Id | undefined; limit: number },
): Promise<MonthLines> {
  const [{ last }, months] = await Promise.all([readMonths(merchantId), listClosedMonths(merchantId)]);
  const from = last ? earliestOpen({ from: last.to }) : firstIdAt(0);
  const after = page.after ?? firstIdAt(0);
  return select(merchantId, countedFrom(merchantId, months, from), false, last?.to ?? '', {
    ...page,
    from,
    after,
  });
}

/** @param lateBefore lines that were booked before this time are late */
async function select(
  merchantId: Id,
  index: CountedIndex,
  isCounted: boolean,
  lateBefore: string,
  slice: { limit: number; after: Id; from: Id; to?: Id },
): Promise<MonthLines> {
  const lines: MonthLine[] = [];
  let read = 0;
  for await (const line of listLines(merchantId, { ...slice, limit: Math.min(slice.limit, mostRead) })) {
    read++;
    if ((await index.has(line.id)) === isCounted)
      lines.push({ line, late: bookingTimeOf(line) < lateBefore });
    if (lines.length === slice.limit || read === mostRead) return { lines, next: line.id };
  }
  return { lines };
}
