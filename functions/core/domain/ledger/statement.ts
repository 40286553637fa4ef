import {
  type Account,
  type Accounts,
  addEffect,
  balanceName,
  bookLine,
  type Month,
  monthAt,
  openAccounts,
  type ShownLine,
} from './month.ts';

/** A closed month, as a statement needs it. A month that an earlier version has closed has no pockets. */
type Closed = Month & { accounts: readonly Account[]; pockets?: readonly Account[] };

/** A line of a statement, with its balance after it. */
export interface BookedLine<Line extends ShownLine> {
  line: Line;
  after: number;
}

interface Scope {
  month: Month;
  timeZone: string;
  /** The merchant's currency. */
  own: string;
  /** The month itself, if it is closed. */
  closed?: Closed | undefined;
  /** The last closed month. */
  last: Closed;
}

/**
 * Makes the statement of a month that is closed, or that is later than all closed months. The first open month has the late
 * lines.
 *
 * @param lines those of the closed month, or those of all open months
 */
export function statementOf<Line extends ShownLine>(
  { month, timeZone, own, closed, last }: Scope,
  lines: readonly Line[],
): { accounts: Accounts; lines: BookedLine<Line>[] } {
  const { accounts: balances, pockets } = closed ?? last;
  const opening = new Map(
    [...balances, ...(pockets ?? [])].map((account) => [
      balanceName(account),
      closed ? account.opening : account.closing,
    ]),
  );
  const isFirstOpen = monthAt(Date.parse(last.to), timeZone) === month.name;
  const within: Line[] = [];
  for (const read of lines) {
    // The opening balances of pockets are unknown until the next month is closed.
    const line = pockets ? read : { ...read, pocket: undefined };
    const isEarlier = line.bookedAt < month.from;
    if (closed || (line.late ? isFirstOpen : !isEarlier && line.bookedAt < month.to)) within.push(line);
    else if (isEarlier) addEffect(opening, line, own);
  }
  const accounts = openAccounts(opening, own);
  return { accounts, lines: within.map((line) => ({ line, after: bookLine(accounts, line, own).closing })) };
}

/** Money of a closed month that was found later, in minor units. */
export interface FoundLater {
  currency: string;
  pocket?: string | undefined;
  net: number;
  /** The closed month that has the money; absent if the next month to be closed will have it. */
  month?: string;
}

/**
 * The money of a closed month that was found after it was closed.
 *
 * @param found the lines that were booked in the month and that the month does not have
 * @param months all closed months
 */
export function foundLater(
  name: string,
  own: string,
  found: readonly ShownLine[],
  months: readonly { name: string; late: readonly (FoundLater & { month: string })[] }[],
): FoundLater[] {
  const counted = months.flatMap((one) =>
    one.late.filter(({ month }) => month === name).map((late) => ({ ...late, month: one.name })),
  );
  const open = new Map<string, number>();
  for (const line of found) addEffect(open, line, own);
  for (const late of counted) open.set(balanceName(late), (open.get(balanceName(late)) ?? 0) - late.net);
  const rest = [...openAccounts(open, own).values()].filter(({ opening }) => opening !== 0);
  return [
    ...counted.map(({ currency, pocket, net, month }) => ({ currency, pocket, net, month })),
    ...rest.map(({ currency, pocket, opening }) => ({ currency, pocket, net: opening })),
  ];
}
