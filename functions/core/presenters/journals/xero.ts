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

/** The columns of Xero's template for manual journals. Xero requires those with an asterisk. */
const columns = [
  '*Narration',
  '*Date',
  'Description',
  '*AccountCode',
  '*TaxRate',
  '*Amount',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
];

/** The most rows that Xero imports from one template. */
const most = 300;

/**
 * Writes the manual journals of a month for Xero. Rows with the same narration and date are one journal; an amount above 0 is a
 * debit. Xero imports the journals as drafts.
 */
export function xeroFiles(
  currency: string,
  entries: readonly JournalEntry[],
  options: JournalOptions,
): JournalFile[] {
  const files = divide(entries.map(rowsOf(options)), most);
  return files.map((rows, n) => ({
    name: fileName('xero', options, currency, n, files.length),
    text: printRows([columns, ...rows]),
    encoding: 'utf-8',
  }));
}

const rowsOf =
  ({ bookkeeping: { xero } }: JournalOptions) =>
  (entry: JournalEntry): EntryRows => {
    const { day, currency, movement, lines } = entry;
    const [year, month, date] = day.split('-');
    // The id keeps two entries of one day apart.
    const narration = movement ? `Florin ${movement.kind} ${movement.id}` : `Florin ${day}`;
    return lines.map((line): Cell[] => [
      narration,
      `${date}/${month}/${year}`,
      textOf(entry, 'xero'),
      accountIn(xero.accounts, line),
      xero.taxRate,
      amountIn(currency, line.amount),
      ...['', '', '', ''],
    ]);
  };
