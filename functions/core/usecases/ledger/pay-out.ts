import { setTimeout as sleep } from 'node:timers/promises';
import { hour, utcDay } from '#basics/time.ts';
import { firstIdAt, firstIdOf, type Id, newId } from '#domain/id.ts';
import { sumMovedSince } from '#domain/ledger/funds.ts';
import { type LastPayout, type Payout, payoutOf } from '#domain/ledger/payout.ts';
import { type Coverage, coverageOf, UnpaidLines, type UnpaidSums } from '#domain/ledger/payout-coverage.ts';
import { sumOf } from '#domain/money/money.ts';
import { log } from '#observability/log.ts';
import { embeddedMetrics } from '#observability/metrics.ts';
import type { Share } from '#store/ledger/balance.ts';
import { listLines } from '#store/ledger/lines.ts';
import { lastPayout, PaidOut, recordPayout } from '#store/ledger/payouts.ts';
import { readAccount } from '#store/merchants/merchants.ts';
import { repeatWhileStale } from '#store/table/retry.ts';

/** The longest time between the making of a line's id and its write, in milliseconds. */
const linesCompleteAfter = 2 * 60 * 1000;

/**
 * The time after midnight when the sums of a day are complete, in milliseconds, as in the nightly check of the ledger.
 */
const dayAfter = hour;

/**
 * The pauses between attempts, in milliseconds. The index follows the table within moments, so lines and balance soon
 * agree.
 */
const pauses = [0, 100, 400, 1500];

const firstOfAll = firstIdAt(0);

/** How many lines are read at a time. */
const atOnce = 1000;

/**
 * Pays out a merchant's balance if it is above the minimum. Repeated calls make one payout a day. The payout stores
 * which lines it covers.
 *
 * @param minimum minor units of the merchant's currency
 * @param day `2026-03-13`
 * @returns the amount in minor units; 0 if there is nothing to pay, or if the day's payout exists already
 */
export async function payOut(merchantId: Id, minimum: number, day: string): Promise<number> {
  return repeatWhileStale(async () => {
    const found = await unpaidOf(merchantId, minimum);
    if (!found || found.coverage.amount === 0) return 0;
    const { currency, test, shares, before, coverage } = found;
    const { amount, covers, carried, fees, last } = coverage;
    const id = newId();
    const money = { amount: { currency, amount }, balance: -amount, fee: 0 };
    // No bank is involved, so the money arrives on the day of the payout.
    const payout: Payout = {
      ...{ id, merchantId, test, amount, currency, covers, carried, fees },
      status: 'paid',
      arrival: day,
      itemized: 'done',
    };
    try {
      await recordPayout({ id, merchantId, test, kind: 'payout', ...money }, shares, day, payout, {
        before,
        last: { ...last, payoutId: id },
      });
      return amount;
    } catch (error) {
      if (error instanceof PaidOut) return 0;
      throw error;
    }
  });
}

interface UnpaidBalance {
  currency: string;
  test: boolean;
  shares: Share[];
  before?: LastPayout;
  coverage: Coverage;
}

/**
 * Reads the balance and its lines. Both change all the time, so this function repeats the reading until they agree. A
 * balance that never agrees is paid out, and raises an alarm.
 */
async function unpaidOf(merchantId: Id, minimum: number): Promise<UnpaidBalance | undefined> {
  for (const [attempt, pause] of pauses.entries()) {
    await sleep(pause);
    const { merchant, shares } = await readAccount(merchantId);
    if (!merchant) throw new Error(`No merchant ${merchantId}`);
    // An acquirer of real money makes the payouts itself.
    if (merchant.acquirer) return undefined;
    const { test, currency } = merchant;
    const now = sumOf(shares.map(({ balance }) => balance));
    if (payoutOf(now, minimum) === 0) return undefined;
    const before = await lastPayout(merchantId);
    const today = utcDay(Date.now() - dayAfter);
    const moved = sumOf(shares.map((share) => sumMovedSince(share, today)));
    const { unpaid, from } = await readUnpaid(merchantId, before, today);
    // An earlier payout of this day has paid out the balance at midnight, in part or whole.
    const isFirst = !before || before.payoutId < firstIdOf(today);
    const balance = { now, ...(isFirst && { day: sumOf([now, -BigInt(moved)]) }) };
    const coverage = coverageOf(before, from, unpaid, balance, minimum);
    if (coverage) return { currency, test, shares, before, coverage };
    if (attempt < pauses.length - 1) continue;
    // A busy merchant whose lines and balance never agree is not an error. The next day's payout includes the new lines.
    if (!isFirst) return undefined;
    const explained = sumOf([unpaid.all.sum, before?.left ?? 0]);
    const difference = sumOf([now, -BigInt(explained)]);
    // After a payout by an earlier version of Florin the sum may miss a line or count one twice.
    const isKnown = before !== undefined || from === firstOfAll;
    const alarm = isKnown ? embeddedMetrics({ name: 'LedgerMismatch', value: 1 }) : {};
    log(isKnown ? 'error' : 'info', { merchantId, payout: true, difference, ...alarm });
    const left = { left: sumOf([before?.left ?? 0, difference]), named: before?.named ?? [] };
    const forced = coverageOf(left, from, unpaid, { now, day: now }, minimum);
    return forced && { currency, test, shares, before, coverage: forced };
  }
  return undefined;
}

/** Reads the lines since the last payout. A payout by an earlier version of Florin has only its line. */
async function readUnpaid(
  merchantId: Id,
  before: LastPayout | undefined,
  today: string,
): Promise<{ unpaid: UnpaidSums; from: Id }> {
  const complete = firstIdAt(Date.now() - linesCompleteAfter);
  const ends = { day: firstIdOf(today), complete, all: 'f'.repeat(24) };
  const lines = new UnpaidLines(ends, before?.named ?? []);
  const from = before?.to ?? firstOfAll;
  for await (const line of listLines(merchantId, { limit: atOnce, from })) {
    if (!before && line.kind === 'payout') return { unpaid: lines.unpaid, from: line.id };
    lines.add(line);
  }
  return { unpaid: lines.unpaid, from };
}
