import { firstIdAt, type Id } from '../id.ts';
import { Conflict } from '../outcome.ts';
import type { Line } from '../transactions/transaction.ts';
import { bookingTimeOf } from './booking-time.ts';
import type { Funds } from './funds.ts';
import {
  type Account,
  type Accounts,
  bookLine,
  type Month,
  monthAt,
  monthOf,
  nextMonth,
  openAccount,
} from './month.ts';

/** A month that somebody has closed. It never changes again. */
export interface ClosedMonth extends Month {
  timeZone: string;
  /** ISO 8601. */
  closedAt: string;
  by: { kind: 'app' | 'user'; id: Id; email?: string };
  /** The number of lines, and the ids of the first and the last one. */
  count: number;
  firstId?: Id;
  lastId?: Id;
  accounts: Account[];
  late: LateLines[];
  /** The parts of the balance when the month was closed, by currency. */
  funds: Record<string, Pick<Funds, 'pending' | 'reserved' | 'disputed'>>;
}

/** Lines of a closed month that were found after it was closed. They belong to a later month. */
export interface LateLines {
  /** The month in which they were booked. */
  month: string;
  currency: string;
  count: number;
  /** The sum of their effects on the balance, in minor units. */
  net: number;
}

/** The months of a merchant that are closed, and the one that somebody is closing. */
export interface MonthsState {
  /** Counts the writes. */
  version: number;
  /** The first and the last closed month. */
  first?: string;
  last?: Month;
  closing?: Closing;
}

/** How far a month is closed. One request reads a limited number of lines, and the next one goes on. */
export interface Closing extends Month {
  timeZone: string;
  /** The first id that the reading leaves out: later lines are late. */
  end: Id;
  /** The last line that was read. */
  cursor?: Id;
  count: number;
  firstId?: Id;
  lastId?: Id;
  accounts: Account[];
  late: LateLines[];
}

const day = 24 * 60 * 60 * 1000;

/**
 * In milliseconds, the longest time between the time of a line's id and its appearance in the list of lines: an operation whose
 * outcome is known late has the id of its beginning.
 */
const mostDelay = 40 * day;

/** The first id that a line of an open month can have. @param month the first open month */
export const earliestOpen = ({ from }: Pick<Month, 'from'>): Id => firstIdAt(Date.parse(from) - mostDelay);

/** How many months before the present one the first closed month may be. */
const mostPast = 24;

/**
 * Begins to close a month, or goes on with it.
 *
 * @param closed the accounts of the last closed month
 * @throws Conflict if the month has not ended, or is not the next one
 */
export function beginToClose(
  { last, closing }: Pick<MonthsState, 'last' | 'closing'>,
  name: string,
  {
    timeZone,
    now,
    end,
    closed = [],
  }: { timeZone: string; now: number; end: Id; closed?: readonly Account[] },
): Closing {
  if (closing?.name === name) return closing;
  if (closing) throw new Conflict(`${closing.name} is being closed; close it to its end first`);
  const next = last && nextMonth(last.name);
  if (next && name !== next) throw new Conflict(`Months are closed in their order: ${next} is the next one`);
  const month = monthOf(name, timeZone);
  // A change of the time zone moves the limits of months, and no line may be between two of them.
  const from = last?.to ?? month.from;
  if (Date.parse(month.to) > now) throw new Conflict(`${name} has not ended in ${timeZone}`);
  if (!last && monthsBefore(name, monthAt(now, timeZone)) > mostPast)
    throw new Conflict(`The first month can be at most ${mostPast} months ago`);
  const accounts = closed
    .filter(({ closing: sum }) => sum !== 0)
    .map(({ currency, closing: sum }) => openAccount(currency, sum));
  return { ...month, from, timeZone, end, count: 0, accounts, late: [] };
}

const monthsBefore = (name: string, present: string): number => {
  const [year, month] = name.split('-').map(Number);
  const [presentYear, presentMonth] = present.split('-').map(Number);
  return 12 * (Number(presentYear) - Number(year)) + Number(presentMonth) - Number(month);
};

/** The place in which a line is counted: the opening balance, the month, or a later month. */
export type Share = 'opening' | 'month' | 'later';

/**
 * Counts the next line in a month that is being closed. The caller leaves out lines of closed months.
 *
 * @param isFirst whether no month is closed yet. Earlier lines then are the opening balance, and are late otherwise
 * @param own the merchant's currency
 */
export function countLine(closing: Closing, line: Line, isFirst: boolean, own: string): Share {
  const bookedAt = bookingTimeOf(line);
  if (bookedAt >= closing.to) return 'later';
  const { currency, net: balance, fee } = line.kept ?? { currency: own, net: line.balance, fee: line.fee };
  const effect = { kept: { currency, balance, fee }, [line.kind]: true, balance, fee };
  const accounts: Accounts = new Map(closing.accounts.map((account) => [account.currency, account]));
  const isEarlier = bookedAt < closing.from;
  if (isEarlier && isFirst) {
    const account = accounts.get(currency) ?? openAccount(currency, 0);
    account.opening += balance;
    account.closing += balance;
    accounts.set(currency, account);
  } else {
    bookLine(accounts, effect, own);
    closing.count++;
    closing.firstId ??= line.id;
    closing.lastId = line.id;
    if (isEarlier) addLate(closing, monthAt(Date.parse(bookedAt), closing.timeZone), currency, balance);
  }
  closing.accounts = [...accounts.values()];
  return isEarlier && isFirst ? 'opening' : 'month';
}

function addLate({ late }: Closing, month: string, currency: string, net: number): void {
  const known = late.find((one) => one.month === month && one.currency === currency);
  if (known) {
    known.count++;
    known.net += net;
  } else late.push({ month, currency, count: 1, net });
}

/** The month as it is stored once all its lines are read. The merchant's own currency comes first. */
export function closeMonth(
  { cursor, end, ...month }: Closing,
  own: string,
  rest: Pick<ClosedMonth, 'by' | 'closedAt' | 'funds'>,
): ClosedMonth {
  const others = month.accounts.filter(({ currency }) => currency !== own);
  const first = month.accounts.find(({ currency }) => currency === own) ?? openAccount(own, 0);
  return { ...month, accounts: [first, ...others], ...rest };
}
