import { type Month, monthAt, monthOf } from '../../../functions/core/domain/ledger/month.ts';
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
