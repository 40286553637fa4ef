import type { Cell, Decimal } from '#basics/csv.ts';
import { decimalOf } from '#basics/csv.ts';
import type { AccountMap, Bookkeeping, Program } from '#domain/ledger/bookkeeping.ts';
import type { JournalEntry, JournalLine } from '#domain/ledger/journal.ts';
import { exponentOf } from '#domain/money/currency.ts';

/** A file for the import of a bookkeeping program. */
export interface JournalFile {
  name: string;
  text: string;
  encoding: 'utf-8' | 'windows-1252';
}

/** The facts of a month that its files need. */
export interface JournalOptions {
  bookkeeping: Bookkeeping;
  /** `2026-10` */
  month: string;
  /** The merchant's first and last day of the month. */
  days: { first: string; last: string };
  /** The time at which the file is written, in milliseconds since 1970. */
  now: number;
}

/** The rows of one entry. A program imports an entry as a whole, so that files are divided between entries. */
export type EntryRows = Cell[][];

/** @throws Error if the map has no account for a line */
export function accountIn(accounts: AccountMap, { account }: JournalLine): string {
  const name = accounts[account];
  if (!name) throw new Error(`The account map has no account for ${account}`);
  return name;
}

export const amountIn = (currency: string, minor: number): Decimal => decimalOf(minor, exponentOf(currency));

/** Divides entries into files of at most so many rows. An entry with more rows has a file of its own. */
export function divide(entries: Iterable<EntryRows>, most: number): Cell[][][] {
  const files: Cell[][][] = [];
  let rows: Cell[][] = [];
  for (const entry of entries) {
    if (rows.length > 0 && rows.length + entry.length > most) {
      files.push(rows);
      rows = [];
    }
    rows.push(...entry);
  }
  if (rows.length > 0 || files.length === 0) files.push(rows);
  return files;
}

/** The names of the files of a journal: with a number if there are several. */
export const fileName = (
  start: string,
  { month }: Pick<JournalOptions, 'month'>,
  currency: string,
  n: number,
  count: number,
): string => `${start}-${month}-${currency}${count > 1 ? `-${n + 1}` : ''}.csv`;

/** A short text for people: the kind of the movement, and its order or the acquirer's words. */
export function textOf({ movement, exchanged }: JournalEntry, program: Program): string {
  if (!movement) return program === 'datev' ? 'Zahlungen des Tages' : 'Payments of the day';
  const { kind, order, description, reference } = movement;
  const words = [
    kind[0]?.toUpperCase() + kind.slice(1),
    order?.reference,
    order?.customer,
    order?.description ?? description ?? (order ? undefined : reference),
    exchanged && `${exchanged.currency} ${amountIn(exchanged.currency, Math.abs(exchanged.amount)).decimal}`,
  ];
  return words.filter((word) => !!word).join(' ');
}
