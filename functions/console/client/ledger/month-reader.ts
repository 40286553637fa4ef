import type { Month } from '#domain/ledger/month.ts';
import type { Posting } from '#domain/ledger/postings.ts';
import { type FoundLater, foundLater, statementOf } from '#domain/ledger/statement.ts';
import type { presentClosed } from '#presenters/month.ts';
import { closedRows, closingRows, monthColumns, monthRow, openingRows } from '#presenters/month-csv.ts';
import { csvFile } from '../lists/csv-file.ts';
import { type Reader, readFromOldest, readPages } from '../lists/reader.ts';
import { call } from '../requests/api.ts';
import type { Line, Merchant } from '../values/types.ts';
import { mostShown, readStatement, type Statement } from './statement-reader.ts';

/** A closed month, as the API shows it. */
export type ClosedMonth = ReturnType<typeof presentClosed>;

/** A line of a month with its double entry. `late`: booked in an earlier closed month. */
export type MonthLine = Line & { bookedAt?: string; late?: true; postings: Posting[] };

/** The statement of a month, and whether somebody has closed it. */
export interface MonthStatement extends Statement {
  closed?: ClosedMonth;
  /** Money that was found after the month was closed. */
  later?: { lines: Line[]; sums: FoundLater[] };
  /** All closed months, the newest first. */
  months: readonly ClosedMonth[];
}

const pathOf = (merchantId: string) => `api/merchants/${merchantId}/months`;

/** Reads the lines of a closed month, or those of all open months without its name, the oldest first. */
export const readMonthLines = (merchantId: string, month?: string): Reader<MonthLine> =>
  readPages<MonthLine>(
    `${pathOf(merchantId)}/lines`,
    month ? { month } : {},
    (answer) => {
      const { lines, next } = answer as { lines: MonthLine[]; next: string | null };
      return { items: lines, next: next ?? undefined };
    },
    'after',
  );

/**
 * Reads the statement of a month. A closed month has its own lines. The months after it open with its closing balance, and
 * the first of them has the late lines.
 */
export async function readMonth(
  merchantId: string,
  month: Month,
  timeZone: string,
  signal: AbortSignal,
  progress: (count: number) => void,
): Promise<MonthStatement> {
  const { months } = await call<{ months: ClosedMonth[] }>('GET', pathOf(merchantId), { signal });
  const closed = months.find(({ name }) => name === month.name);
  const [last] = months;
  if (!last || (!closed && last.name > month.name))
    return { ...(await readStatement(merchantId, month, signal, progress)), months };
  const asOf = new Date().toISOString();
  const { merchant } = await call<{ merchant: Merchant }>('GET', `api/merchants/${merchantId}`, { signal });
  const own = merchant.currency;
  let count = 0;
  const readAll = async <T>(reader: Reader<T>): Promise<T[]> => {
    const all: T[] = [];
    for (let part = await reader.next(signal); part; part = await reader.next(signal)) {
      for (const one of part) all.push(one);
      count += part.length;
      progress(count);
    }
    return all;
  };
  const read = await readAll(readMonthLines(merchantId, closed?.name));
  const { accounts, lines: shown } = statementOf({ month, timeZone, own, closed, last }, read);
  const file = csvFile(monthColumns);
  const limits = closed ?? month;
  file.begin(openingRows(limits, accounts));
  file.add(shown.map(({ line, after }) => monthRow(line, own, after)));
  const later = closed && (await readLater(merchant, closed, months, read, readAll));
  file.end([...closingRows(limits, accounts), ...(closed ? closedRows(closed, later?.sums ?? []) : [])]);
  return {
    ...{ merchant, accounts, lines: shown.slice(0, mostShown), count: shown.length, file, asOf, months },
    ...(closed && { closed, later }),
  };
}

/** Reads the lines that were booked in a closed month and that the month does not have. */
async function readLater(
  merchant: Merchant,
  { name, from, to }: ClosedMonth,
  months: readonly ClosedMonth[],
  own: readonly Line[],
  readAll: (reader: Reader<Line>) => Promise<Line[]>,
): Promise<NonNullable<MonthStatement['later']>> {
  const ids = new Set(own.map(({ id }) => id));
  const booked = { 'filter[bookedFrom]': from, 'filter[bookedTo]': to };
  const all = await readAll(readFromOldest<Line>(`api/merchants/${merchant.id}/lines`, booked));
  const lines = all.filter(({ id }) => !ids.has(id));
  return { lines, sums: foundLater(name, merchant.currency, lines, months) };
}

/** Closes a month. A request counts a part of its lines. */
export async function closeMonth(merchantId: string, name: string): Promise<void> {
  for (;;) {
    const { month } = await call<{ month: { state: string } }>('PUT', pathOf(merchantId), {
      body: { month: name },
    });
    if (month.state === 'closed') return;
  }
}
