import { addEffect, bookLine, type Month, monthAt, openAccounts } from '#domain/ledger/month.ts';
import type { Posting } from '#domain/ledger/postings.ts';
import type { presentClosed } from '#presenters/month.ts';
import { closingRows, monthColumns, monthRow, openingRows } from '#presenters/month-csv.ts';
import { csvFile } from '../lists/csv-file.ts';
import { type Reader, readPages } from '../lists/reader.ts';
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
  if (!closed && (!last || last.name > month.name))
    return { ...(await readStatement(merchantId, month, signal, progress)), months };
  const asOf = new Date().toISOString();
  const { merchant } = await call<{ merchant: Merchant }>('GET', `api/merchants/${merchantId}`, { signal });
  const own = merchant.currency;
  const opening = new Map((closed?.accounts ?? last?.accounts ?? []).map(openingOf(closed !== undefined)));
  const isFirstOpen = last !== undefined && monthAt(Date.parse(last.to), timeZone) === month.name;
  const lines: MonthLine[] = [];
  let count = 0;
  const reader = readMonthLines(merchantId, closed?.name);
  for (;;) {
    const part = await reader.next(signal);
    if (!part) break;
    for (const line of part) {
      const time = line.bookedAt ?? line.created;
      const isEarlier = time < month.from;
      if (closed || (line.late ? isFirstOpen : !isEarlier && time < month.to)) lines.push(line);
      else if (isEarlier) addEffect(opening, line, own);
    }
    count += part.length;
    progress(count);
  }
  const accounts = openAccounts(opening, own);
  const shown = lines.map((line) => ({ line, after: bookLine(accounts, line, own).closing }));
  const file = csvFile(monthColumns);
  const limits = closed ?? month;
  file.begin(openingRows(limits, accounts));
  file.add(shown.map(({ line, after }) => monthRow(line, own, after)));
  file.end(closingRows(limits, accounts));
  return {
    ...{ merchant, accounts, lines: shown.slice(0, mostShown), count: lines.length, file, asOf, months },
    ...(closed && { closed }),
  };
}

const openingOf =
  (isClosed: boolean) =>
  ({ currency, opening, closing }: ClosedMonth['accounts'][number]): [string, number] => [
    currency,
    isClosed ? opening : closing,
  ];

/** Closes a month. A request counts a part of its lines. */
export async function closeMonth(merchantId: string, name: string): Promise<void> {
  for (;;) {
    const { month } = await call<{ month: { state: string } }>('PUT', pathOf(merchantId), {
      body: { month: name },
    });
    if (month.state === 'closed') return;
  }
}
