import { day, hour, utcDay } from '#basics/time.ts';
import { firstIdAt, firstIdOf, type Id } from '#domain/id.ts';
import { otherCurrencies, sumMovedSince } from '#domain/ledger/funds.ts';
import type { Payout } from '#domain/ledger/payout.ts';
import { successor } from '#domain/ledger/payout-items.ts';
import { imbalanceOf, postingsOf } from '#domain/ledger/postings.ts';
import { type Integer, sumOf } from '#domain/money/money.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { type Checkpoint, forgetDaysBefore, putCheckpoint, readCheckpoint } from '#store/ledger/ledger.ts';
import { listLines } from '#store/ledger/lines.ts';
import { linesOfPayout, listPayouts } from '#store/ledger/payouts.ts';
import { readAccount } from '#store/merchants/merchants.ts';

/**
 * In milliseconds, far longer than the seconds between the making of a line's id and the line's appearance in the
 * index.
 */
const linesCompleteAfter = hour;

/** The number of lines or payouts in one read. The sum is stored after each read, so that the next run continues there. */
const atOnce = 1000;

/** The most wrong lines that one run reports. */
const mostReported = 20;

/**
 * The age of the payouts that each night checks, in milliseconds. It covers more than one night, so that a failed
 * night leaves none out.
 */
const payoutsOf = 2 * day;

/** A difference in the ledger, in minor units. */
export type Mismatch =
  /** The balance minus the sum of the lines. `currency` is absent for the merchant's own. */
  | { difference: Integer; currency?: string }
  /** The sum of a line's postings, in each currency in which it is not 0. */
  | { lineId: Id; imbalance: Record<string, number> }
  /** The payout minus the sum of its lines. */
  | { payoutId: Id; difference: Integer };

/** The lines of a payout that were summed so far, newest first. */
interface PayoutPosition {
  payoutId: Id;
  /** The oldest line that was summed. */
  lineId?: Id;
  /** In minor units, as text. */
  sum?: string;
}

/** The part of a check that is left for another run: the payouts from this position on, or else the lines. */
export interface Rest {
  payout?: PayoutPosition;
}

interface Until {
  /** Milliseconds since 1970. A run always makes one read, and begins no further read after this time. */
  end: number;
}

/**
 * Checks a merchant's ledger: the postings of each line sum to zero, the balance in each currency is the sum of the
 * lines, and each payout is the sum of its lines.
 *
 * It compares the balance at the end of the last complete day with the lines until then. Neither changes any more,
 * however busy the merchant is. Later lines are compared the next night. Nothing is compared if an earlier run has
 * compared a later day.
 *
 * @param now milliseconds since 1970
 * @param report called as soon as a difference is found, so that a run that times out later has reported it
 * @param rest what an earlier run has left
 * @returns the rest for the next run; undefined at the end
 */
export async function checkLedger(
  merchantId: Id,
  now: number,
  report: (mismatch: Mismatch) => void,
  { end: until = Number.POSITIVE_INFINITY, rest }: Partial<Until> & { rest?: Rest } = {},
): Promise<Rest | undefined> {
  const today = utcDay(now - linesCompleteAfter);
  const end = firstIdOf(today);
  const payouts = () =>
    checkPayouts(merchantId, { from: firstIdAt(now - payoutsOf), to: end }, report, until, rest);
  if (rest?.payout) return payouts();
  const known = await readCheckpoint(merchantId);
  if (known && known.through > end) return undefined;
  const { merchant, shares } = await readAccount(merchantId);
  if (!merchant) return undefined;
  const summed = await sumLines(merchant, end, known, report, until);
  if (!summed) return {};
  const { sum, others } = summed;
  const differences = [
    differenceOf(shares, today, sum),
    ...[...new Set([...shares.flatMap(otherCurrencies), ...Object.keys(others)])].map((currency) =>
      differenceOf(shares, today, others[currency] ?? 0, currency),
    ),
  ].filter(({ difference }) => difference !== 0);
  if (differences.length === 0) await Promise.all(shares.map((share) => forgetDaysBefore(today, share)));
  for (const mismatch of differences) report(mismatch);
  return payouts();
}

/** @param lines the sum of the lines before the day */
function differenceOf(
  shares: readonly Record<string, unknown>[],
  day: string,
  lines: Integer,
  currency?: string,
): { difference: Integer; currency?: string } {
  const name = currency === undefined ? 'balance' : `balance#${currency}`;
  const balance = sumOf(shares.map((share) => (share[name] ?? 0) as Integer));
  const since = sumOf(shares.map((share) => sumMovedSince(share, day, currency)));
  const difference = sumOf([balance, -BigInt(since), -BigInt(lines)]);
  return { difference, ...(currency && { currency }) };
}

interface Summed {
  sum: Integer;
  others: Record<string, Integer>;
}

/** @returns undefined if lines are left */
async function sumLines(
  { id: merchantId, currency }: { id: Id; currency: string },
  end: Id,
  known: Checkpoint | undefined,
  tell: (mismatch: Mismatch) => void,
  until: number,
): Promise<Summed | undefined> {
  const after = known?.through ?? '0'.repeat(24);
  let [sum, count] = [BigInt(known?.sum ?? 0), 0];
  const others: Record<string, Integer> = { ...known?.others };
  let told = 0;
  for await (const line of listLines(merchantId, { limit: atOnce, after })) {
    const { id, balance, kept } = line;
    if (id >= end) break;
    sum += BigInt(balance);
    if (kept) others[kept.currency] = sumOf([others[kept.currency] ?? 0, kept.net]);
    const imbalance = imbalanceOf(postingsOf(line, currency));
    if (Object.keys(imbalance).length > 0 && told++ < mostReported) tell({ lineId: id, imbalance });
    if (++count % atOnce > 0) continue;
    await putCheckpoint(merchantId, { through: id, sum, others });
    if (Date.now() > until) return undefined;
  }
  if (count > 0) await putCheckpoint(merchantId, { through: end, sum, others });
  return { sum, others };
}

/** Checks payouts, newest first. Payouts with complete lines no longer change. */
async function checkPayouts(
  merchantId: Id,
  { from, to }: { from: Id; to: Id },
  tell: (mismatch: Mismatch) => void,
  until: number,
  { payout: begun }: Rest = {},
): Promise<Rest | undefined> {
  const first = begun ? successor(begun.payoutId) : to;
  let checked = 0;
  for await (const payout of listPayouts(merchantId, { limit: atOnce, from, to: first })) {
    if (payout.itemized !== 'done') continue;
    if (checked++ > 0 && Date.now() > until) return { payout: { payoutId: payout.id } };
    const position = begun?.payoutId === payout.id ? begun : { payoutId: payout.id };
    const found = await differenceToLines(payout, position, until);
    if ('left' in found) return { payout: found.left };
    if (found.difference !== 0) tell({ payoutId: payout.id, ...found });
  }
  return undefined;
}

async function differenceToLines(
  payout: Payout,
  { lineId, sum: before }: PayoutPosition,
  until: number,
): Promise<{ difference: Integer } | { left: PayoutPosition }> {
  const { amount, currency, carried } = payout;
  let sum = before === undefined ? BigInt(carried.in) - BigInt(carried.out) : BigInt(before);
  let count = 0;
  for await (const line of linesOfPayout(payout, { limit: atOnce, to: lineId })) {
    sum += BigInt(netIn(line, currency));
    if (++count % atOnce === 0 && Date.now() > until)
      return { left: { payoutId: payout.id, lineId: line.id, sum: String(sum) } };
  }
  return { difference: sumOf([amount, -sum]) };
}

const netIn = ({ balance, kept }: Line, currency: string): Integer =>
  kept?.currency === currency ? kept.net : balance;
