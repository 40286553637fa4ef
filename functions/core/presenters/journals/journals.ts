import { windows1252 } from '#basics/windows-1252.ts';
import type { Program } from '#domain/ledger/bookkeeping.ts';
import { entriesByDay, type JournalEntry } from '#domain/ledger/journal.ts';
import { datevFiles } from './datev.ts';
import type { JournalFile, JournalOptions } from './journal-file.ts';
import { quickBooksFiles } from './quickbooks.ts';
import { xeroFiles } from './xero.ts';

const writers = { xero: xeroFiles, quickbooks: quickBooksFiles, datev: datevFiles };

/** The subject of an entry: a line of the ledger, or a day. */
export type Grouping = 'line' | 'day';

/** The usual grouping. Xero imports too few rows for the lines of most merchants. */
export const groupingOf: Readonly<Record<Program, Grouping>> = {
  xero: 'day',
  quickbooks: 'day',
  datev: 'line',
};

/**
 * Writes the journal of a month for a bookkeeping program: for each currency one file, or several if the program imports fewer
 * rows at once. The merchant's own currency comes first, with a file even if nothing was booked.
 *
 * @param own the merchant's currency
 * @throws Error if the program cannot import an entry
 */
export function journalFiles(
  program: Program,
  entries: Iterable<JournalEntry>,
  own: string,
  grouping: Grouping,
  options: JournalOptions,
): JournalFile[] {
  const byCurrency = new Map<string, JournalEntry[]>([[own, []]]);
  for (const entry of entries) {
    const some = byCurrency.get(entry.currency);
    if (some) some.push(entry);
    else byCurrency.set(entry.currency, [entry]);
  }
  return [...byCurrency].flatMap(([currency, some]) =>
    writers[program](currency, grouping === 'day' ? entriesByDay(some) : some, options),
  );
}

/** The content of a file. */
export const bytesOf = ({ text, encoding }: JournalFile): Uint8Array<ArrayBuffer> =>
  encoding === 'windows-1252' ? windows1252(text) : new TextEncoder().encode(text);
