import {
  type Accounts,
  addEffect,
  bookLine,
  type Month,
  monthAt,
  monthOf,
  openAccounts,
  type ShownLine,
} from '../../../functions/core/domain/ledger/month.ts';
import {
  type BookedLine,
  type FoundLater,
  foundLater,
  statementOf,
} from '../../../functions/core/domain/ledger/statement.ts';
import type { Client, ClosedMonth, MonthLines } from '../../florin/src/index.ts';

export type MonthLine = MonthLines['lines'][number];

/** A month of a merchant, with its lines. */
export interface ReadMonth {
  month: Month;
  timeZone: string;
  /** The merchant's currency. */
  currency: string;
  /** Absent if nobody has closed the month. */
  closed?: ClosedMonth;
  lines: MonthLine[];
}

/**
 * Reads a month. An open month has the lines that were booked in it so far; if it is the first open one, also those of earlier
 * months that were found late.
 */
export async function readMonth(florin: Client, merchantId: string, name: string): Promise<ReadMonth> {
  const [{ currency, timeZone }, { months }] = await Promise.all([
    florin.merchants.get(merchantId),
    florin.months.list(merchantId),
  ]);
  const closed = months.find((month) => month.name === name);
  if (closed) {
    const { from, to, timeZone: zone } = closed;
    const lines = await linesOf(florin, merchantId, name);
    return { month: { name, from, to }, timeZone: zone, currency, closed, lines };
  }
  const month = monthOf(name, timeZone);
  const [last] = months;
  const isFirstOpen = last !== undefined && monthAt(Date.parse(last.to), timeZone) === name;
  const lines = await linesOf(florin, merchantId);
  const within = ({ bookedAt, late }: MonthLine) =>
    late ? isFirstOpen : bookedAt >= month.from && bookedAt < month.to;
  return { month, timeZone, currency, lines: lines.filter(within) };
}

async function linesOf(florin: Client, merchantId: string, month?: string): Promise<MonthLine[]> {
  const lines: MonthLine[] = [];
  let after: string | undefined;
  do {
    const page = await florin.months.lines(merchantId, { limit: 1000, after, month });
    lines.push(...page.lines);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return lines;
}

/** The statement of a month: its balances, and its lines with the balance after each. */
export interface ReadStatement {
  month: Month;
  /** The merchant's currency. */
  currency: string;
  /** Absent if nobody has closed the month. */
  closed?: ClosedMonth | undefined;
  accounts: Accounts;
  lines: BookedLine<ShownLine>[];
  /** Money that was found after the month was closed. */
  later: { lines: ShownLine[]; sums: FoundLater[] };
}

/** A cursor before all lines. The list after it begins with the oldest line. */
const start = '0'.repeat(24);

const limit = 1000;

export async function readStatement(
  florin: Client,
  merchantId: string,
  name: string,
): Promise<ReadStatement> {
  const [{ currency, timeZone }, { months }] = await Promise.all([
    florin.merchants.get(merchantId),
    florin.months.list(merchantId),
  ]);
  const closed = months.find((month) => month.name === name);
  const month = closed ? { name, from: closed.from, to: closed.to } : monthOf(name, timeZone);
  const booked = { limit, after: start, filter: { bookedFrom: month.from, bookedTo: month.to } };
  const [last] = months;
  if (last && (closed || last.name < name)) {
    const scope = { month, timeZone, own: currency, closed, last };
    const own = await linesOf(florin, merchantId, closed && name);
    const later: ShownLine[] = [];
    const ids = new Set(own.map(({ id }) => id));
    if (closed)
      for await (const line of florin.lines.list(merchantId, booked)) if (!ids.has(line.id)) later.push(line);
    const sums = foundLater(name, currency, later, closed ? months : []);
    return { month, currency, closed, ...statementOf(scope, own), later: { lines: later, sums } };
  }
  const opening = new Map<string, number>();
  for await (const line of florin.lines.list(merchantId, { limit, filter: { bookedTo: month.from } }))
    addEffect(opening, line, currency);
  const accounts = openAccounts(opening, currency);
  const lines: BookedLine<ShownLine>[] = [];
  for await (const line of florin.lines.list(merchantId, booked))
    lines.push({ line, after: bookLine(accounts, line, currency).closing });
  return { month, currency, accounts, lines, later: { lines: [], sums: [] } };
}
