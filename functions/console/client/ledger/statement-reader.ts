import { type Accounts, addEffect, bookLine, type Month, openAccounts } from '#domain/ledger/month.ts';
import { closingRows, monthColumns, monthRow, openingRows } from '#presenters/month-csv.ts';
import { type CsvFile, csvFile } from '../lists/csv-file.ts';
import { type Reader, readFromOldest, readList } from '../lists/reader.ts';
import { call } from '../requests/api.ts';
import type { Line, Merchant } from '../values/types.ts';

/** A month of a merchant's ledger. All parts are computed from the same lines, so that they agree. */
export interface Statement {
  merchant: Merchant;
  accounts: Accounts;
  /** The first lines, as many as a page shows, each with the balance after it. */
  lines: { line: Line; after: number }[];
  count: number;
  file: CsvFile;
  /** The time at which the reading began. Later lines may be missing. */
  asOf: string;
}

/** The most lines on the page. The file has all lines. */
export const mostShown = 1000;

/**
 * Reads a month. The opening balance is the sum of all earlier lines, because the merchant's present balance may include
 * movements that the list does not show yet.
 *
 * @param progress is called with the number of lines read so far
 */
export async function readStatement(
  merchantId: string,
  month: Month,
  signal: AbortSignal,
  progress: (count: number) => void,
): Promise<Statement> {
  const asOf = new Date().toISOString();
  const path = `api/merchants/${merchantId}`;
  const { merchant } = await call<{ merchant: Merchant }>('GET', path, { signal });
  const own = merchant.currency;
  let count = 0;
  const read = async (reader: Reader<Line>, onLines: (lines: Line[]) => void) => {
    for (;;) {
      const lines = await reader.next(signal);
      if (!lines) return;
      onLines(lines);
      count += lines.length;
      progress(count);
    }
  };

  const opening = new Map<string, number>();
  const ranges = rangesBefore(month.from, merchant.created);
  await Promise.all(
    ranges.map((range) =>
      read(readList<Line>(`${path}/lines`, range), (lines) => {
        for (const line of lines) addEffect(opening, line, own);
      }),
    ),
  );

  const accounts = openAccounts(opening, own);
  const file = csvFile(monthColumns);
  const shown: Statement['lines'] = [];
  const within = { 'filter[bookedFrom]': month.from, 'filter[bookedTo]': month.to };
  await read(readFromOldest<Line>(`${path}/lines`, within), (lines) => {
    const booked = lines.map((line) => ({ line, after: bookLine(accounts, line, own).closing }));
    shown.push(...booked.slice(0, mostShown - shown.length));
    file.add(booked.map(({ line, after }) => monthRow(line, own, after)));
  });
  file.begin(openingRows(month, accounts));
  file.end(closingRows(month, accounts));
  return { merchant, accounts, lines: shown, count: file.count, file, asOf };
}

/** How many requests read older lines at the same time. */
const atOnce = 4;

/**
 * Divides the time before a month into equal parts, as filters. The first part has no beginning, so that it includes
 * all earlier lines.
 */
function rangesBefore(to: string, created: string): Record<string, string>[] {
  const [begin, end] = [Date.parse(created), Date.parse(to)];
  if (begin >= end) return [{ 'filter[bookedTo]': to }];
  const bounds = Array.from({ length: atOnce - 1 }, (_, n) =>
    new Date(begin + ((end - begin) * (n + 1)) / atOnce).toISOString(),
  );
  return [...bounds, to].map((until, n) => ({
    ...(n > 0 && { 'filter[bookedFrom]': bounds[n - 1] as string }),
    'filter[bookedTo]': until,
  }));
}
