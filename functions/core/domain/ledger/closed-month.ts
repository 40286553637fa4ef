import { day } from '#basics/time.ts';
import type { Maker } from '../caller.ts';
import { firstIdAt, type Id } from '../id.ts';
import { Conflict } from '../outcome.ts';
import type { Line } from '../transactions/transaction.ts';
import { bookingTimeOf } from './booking-time.ts';
import type { Funds } from './funds.ts';
import {
  type Account,
  type Accounts,
  accountIn,
  balanceName,
  bookLine,
  type Month,
  type MovedMoney,
  moneyMovedBy,
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
  by: Maker;
  /** The number of lines, and the ids of the first and the last one. */
  count: number;
  firstId?: Id;
  lastId?: Id;
  accounts: Account[];
  /** The money in other pockets of the acquirer; absent if an earlier version of Florin has closed the month. */
  pockets?: Account[];
  late: LateLines[];
  /** The parts of the balance when the month was closed, by currency. */
  funds: Record<string, Pick<Funds, 'pending' | 'reserved' | 'disputed'>>;
  /** The newest seal of the ledger when the month was closed; absent if there was none. */
  seal?: { day: string; hash: string };
}

/** Lines of a closed month that were found after it was closed. They belong to a later month. */
export interface LateLines {
  /** The month in which they were booked. */
  month: string;
  currency: string;
  pocket?: string;
  count: number;
  /** The sum of their effects on the balance, or on the pocket, in minor units. */
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
  /** Absent if an earlier version of Florin has begun to close the month. */
  pockets?: Account[];
  late: LateLines[];
}

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
 * @param closed the accounts of the last closed month, with its pockets
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
  const opened = closed
    .filter(({ closing: sum }) => sum !== 0)
    .map(({ currency, pocket, closing: sum }) => openAccount(currency, sum, pocket));
  return { ...month, from, timeZone, end, count: 0, ...parted(opened), late: [] };
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
  const isEarlier = bookedAt < closing.from;
  if (isEarlier && isFirst) {
    countOpening(closing, line, own);
    return 'opening';
  }
  const shown = shownOf(line);
  changeAccounts(closing, (accounts) => bookLine(accounts, shown, own));
  closing.count++;
  closing.firstId ??= line.id;
  closing.lastId = line.id;
  if (isEarlier) addLate(closing, monthAt(Date.parse(bookedAt), closing.timeZone), moneyMovedBy(shown, own));
  return 'month';
}

/** Counts a line in the opening balances of a month that is being closed. @param own the merchant's currency */
export function countOpening(closing: Closing, line: Line, own: string): void {
  const moved = moneyMovedBy(shownOf(line), own);
  changeAccounts(closing, (accounts) => {
    const account = accountIn(accounts, moved);
    account.opening += moved.balance;
    account.closing += moved.balance;
  });
}

const shownOf = ({ kind, balance, fee, kept, pocket }: Line) => ({
  [kind]: true,
  ...{ balance, fee },
  ...(kept && { kept: { currency: kept.currency, balance: kept.net, fee: kept.fee } }),
  ...(pocket && { pocket: { name: pocket.name, balance: pocket.net, fee: pocket.fee } }),
});

function changeAccounts(closing: Closing, change: (accounts: Accounts) => void): void {
  const all = [...closing.accounts, ...(closing.pockets ?? [])];
  const accounts: Accounts = new Map(all.map((account) => [balanceName(account), account]));
  change(accounts);
  const { accounts: balances, pockets } = parted([...accounts.values()]);
  closing.accounts = balances;
  if (closing.pockets) closing.pockets = pockets;
}

const parted = (all: readonly Account[]): { accounts: Account[]; pockets: Account[] } => ({
  accounts: all.filter(({ pocket }) => pocket === undefined),
  pockets: all.filter(({ pocket }) => pocket !== undefined),
});

function addLate({ late }: Closing, month: string, { currency, pocket, balance: net }: MovedMoney): void {
  const known = late.find((one) => one.month === month && one.currency === currency && one.pocket === pocket);
  if (known) {
    known.count++;
    known.net += net;
  } else late.push({ month, currency, ...(pocket !== undefined && { pocket }), count: 1, net });
}

/** The month as it is stored once all its lines are read. The merchant's own currency comes first. */
export function closeMonth(
  { cursor, end, ...month }: Closing,
  own: string,
  rest: Pick<ClosedMonth, 'by' | 'closedAt' | 'funds' | 'seal'>,
): ClosedMonth {
  const others = month.accounts.filter(({ currency }) => currency !== own);
  const first = month.accounts.find(({ currency }) => currency === own) ?? openAccount(own, 0);
  return { ...month, accounts: [first, ...others], ...rest };
}
