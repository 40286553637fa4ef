import { type Cell, printRows } from '#basics/csv.ts';
import type { JournalEntry } from '#domain/ledger/journal.ts';
import {
  accountIn,
  amountIn,
  divide,
  type EntryRows,
  fileName,
  type JournalFile,
  type JournalOptions,
  textOf,
} from './journal-file.ts';

/** The fields of the import of journal entries. The first five are required. */
const columns = [
  'JournalNo',
  'JournalDate',
  'AccountName',
  'Debits',
  'Credits',
  'Description',
  'Name',
  'Currency',
];

/** The most rows of one import. */
const most = 1000;

/**
 * Writes the journal entries of a month for QuickBooks Online. Rows with the same number are one entry. Both amounts are above 0,
 * and one of them is empty. Dates are MM/DD/YYYY; the import asks for their form.
 */
export function quickBooksFiles(
  currency: string,
  entries: readonly JournalEntry[],
  options: JournalOptions,
): JournalFile[] {
  const files = divide(entries.map(rowsOf(options)), most);
  return files.map((rows, n) => ({
    name: fileName('quickbooks', options, currency, n, files.length),
    text: printRows([columns, ...rows]),
    encoding: 'utf-8',
  }));
}

const rowsOf =
  ({ bookkeeping: { quickbooks } }: JournalOptions) =>
  (entry: JournalEntry, n: number): EntryRows => {
    const { day, currency, movement, lines } = entry;
    const [year, month, date] = day.split('-');
    // A number has at most 21 characters, fewer than the id of a line.
    const number = `F${day.replaceAll('-', '')}${movement ? `-${n + 1}` : ''}`;
    const note = movement ? ` ${movement.id}` : '';
    return lines.map((line): Cell[] => [
      number,
      `${month}/${date}/${year}`,
      accountIn(quickbooks.accounts, line),
      line.amount > 0 ? amountIn(currency, line.amount) : '',
      line.amount < 0 ? amountIn(currency, -line.amount) : '',
      `${textOf(entry, 'quickbooks')}${note}`,
      '',
      currency,
    ]);
  };
