import { type BookedAccount, bookedAccounts } from '#schemas/ledger-names.ts';
import { dayAt } from '../merchants/days.ts';
import type { OrderSummary } from '../transactions/order-data.ts';
import type { LineKind } from './month.ts';
import type { Posting } from './postings.ts';

/** A line of the ledger in double entry, as the API shows it. */
export interface ShownMovement {
  id: string;
  created: string;
  /** The time at which the acquirer has booked the money, if it differs. */
  bookedAt?: string;
  kind: LineKind;
  postings: readonly Posting[];
  transactionId?: string;
  description?: string;
  reference?: string;
  order?: { [Field in keyof OrderSummary]?: string | null };
}

/**
 * An entry of a journal, in one currency. An amount above 0 is a debit, one below 0 a credit. The amounts are minor units, and
 * sum to 0.
 */
export interface JournalEntry {
  /** The day in the time zone of the merchant, `2026-10-31`. */
  day: string;
  currency: string;
  /** Absent for the entry of a whole day. */
  movement?: ShownMovement;
  /** The amount in the currency of the payment, if it was exchanged. */
  exchanged?: { currency: string; amount: number };
  lines: JournalLine[];
}

export interface JournalLine {
  account: BookedAccount;
  amount: number;
}

const isBooked = (account: string): account is BookedAccount =>
  (bookedAccounts as readonly string[]).includes(account);

/** The account of a journal; a kind of fee that is younger than this program is among the other fees, so that it stops no export. */
function bookedAs(account: string | undefined): BookedAccount | undefined {
  if (account === undefined || isBooked(account)) return account;
  return account.startsWith('fees:') ? 'fees:other' : undefined;
}

/** Whether an account shows the origin of the money, as opposed to the balance, fees and the exchange. */
const isCounter = ({ account }: Posting): boolean =>
  account !== 'merchant:payable' && account !== 'exchange' && !account.startsWith('fees:');

/**
 * The entry of a movement in the currency of its balance: programs keep their books in one currency. The value of an exchanged
 * amount is the one that the acquirer has booked.
 *
 * @param from the first day of the month: the entry of a late line is booked on this day, as its own month is closed
 * @returns undefined if the movement has not changed a balance
 * @throws Error if an account is unknown, or debits differ from credits
 */
export function entryOf(movement: ShownMovement, timeZone: string, from: string): JournalEntry | undefined {
  const { postings } = movement;
  const exchanged = postings.some(({ account }) => account === 'exchange')
    ? postings.findLast(isCounter)
    : undefined;
  const booked = postings.filter(({ currency }) => currency !== exchanged?.currency);
  const [first] = booked;
  if (!first) return undefined;
  const lines = booked.map(({ account, amount }): JournalLine => {
    const name = bookedAs(account === 'exchange' ? exchanged?.account : account);
    if (name === undefined) throw new Error(`The account ${account} is in no journal`);
    return { account: name, amount };
  });
  const day = dayAt(Date.parse(movement.bookedAt ?? movement.created), timeZone);
  const entry = {
    day: day < from ? from : day,
    currency: first.currency,
    movement,
    ...(exchanged && { exchanged: { currency: exchanged.currency, amount: exchanged.amount } }),
    lines,
  };
  requireBalance(entry, booked);
  return entry;
}

function requireBalance({ lines, currency }: JournalEntry, booked: readonly Posting[]): void {
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  if (sum !== 0 || booked.some((posting) => posting.currency !== currency))
    throw new Error(`Debits and credits differ by ${sum} in ${currency}`);
}

/** Adds up the entries of each day, by account. The days are in the order of the calendar. */
export function entriesByDay(entries: Iterable<JournalEntry>): JournalEntry[] {
  const days = new Map<string, Map<BookedAccount, number>>();
  let currency = '';
  for (const entry of entries) {
    currency = entry.currency;
    const sums = days.get(entry.day) ?? new Map<BookedAccount, number>();
    days.set(entry.day, sums);
    for (const { account, amount } of entry.lines) sums.set(account, (sums.get(account) ?? 0) + amount);
  }
  return [...days.keys()].sort().map((day) => ({
    day,
    currency,
    lines: bookedAccounts
      .map((account) => ({ account, amount: days.get(day)?.get(account) ?? 0 }))
      .filter(({ amount }) => amount !== 0),
  }));
}
