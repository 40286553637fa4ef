import { setTimeout as sleep } from 'node:timers/promises';
import { firstIdAt, firstIdOf, type Id, newId } from '#domain/id.ts';
import { movedSince } from '#domain/ledger/funds.ts';
import { type LastPayout, type Payout, payoutOf } from '#domain/ledger/payout.ts';
import { type Coverage, coverageOf, type Unpaid, UnpaidLines } from '#domain/ledger/payout-coverage.ts';
import { sumOf } from '#domain/money/integer.ts';
import { log } from '#observability/log.ts';
import { embeddedMetrics } from '#observability/metrics.ts';
import type { Share } from '#store/balance.ts';
import { listLines } from '#store/lines.ts';
import { readAccount } from '#store/merchants.ts';
import { lastPayout, PaidOut, recordPayout } from '#store/payouts.ts';
import { whileMoved } from '#store/table/retry.ts';

/** In milliseconds: a line is written this long after its id was made, at most. */
const settledAfter = 2 * 60 * 1000;

/** In milliseconds: the sums of a day are complete so long after its end, as in the nightly check of the ledger. */
const dayAfter = 60 * 60 * 1000;

/** In milliseconds: the index follows the table within moments, so that lines and balance soon agree. */
const pauses = [0, 100, 400, 1500];

const firstOfAll = firstIdAt(0);

/** How many lines are read at a time. */
const atOnce = 1000;

/**
 * Pays out a merchant's balance, if it is above the minimum: once a day, however often it is asked for. The payout knows
 * which lines it covers.
 *
 * @param minimum minor units of the merchant's currency
 * @param day `2026-03-13`
 * @returns what was paid, in minor units; 0 when there is nothing to pay, or the day's payout was made before
 */
export async function payOut(merchantId: Id, minimum: number, day: string): Promise<number> {
  return whileMoved(async () => {
    const found = await unpaidOf(merchantId, minimum);
    if (!found || found.coverage.amount === 0) return 0;
    const { currency, test, shares, before, coverage } = found;
    const { amount, covers, carried, last } = coverage;
    const id = newId();
    const money = { amount: { currency, amount }, balance: -amount, fee: 0 };
    // Nobody waits for a bank here: the money counts as arrived on the day of the payout.
    const payout: Payout = {
      ...{ id, merchantId, test, amount, currency, covers, carried },
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

interface Found {
  currency: string;
  test: boolean;
  shares: Share[];
  before?: LastPayout;
  coverage: Coverage;
}

/**
 * Reads the balance and the lines that make it up. Both change all the time, so that they are read again until they
 * agree. A balance that never agrees is paid all the same, and raises an alarm.
 */
async function unpaidOf(merchantId: Id, minimum: number): Promise<Found | undefined> {
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
    const today = new Date(Date.now() - dayAfter).toISOString().slice(0, 10);
    const moved = sumOf(shares.map((share) => movedSince(share, today)));
    const { unpaid, from } = await readUnpaid(merchantId, before, today);
    // The balance at midnight is paid out already, in part or whole, by a payout of this day.
    const isFirst = !before || before.payoutId < firstIdOf(today);
    const balance = { now, ...(isFirst && { day: sumOf([now, -BigInt(moved)]) }) };
    const coverage = coverageOf(before, from, unpaid, balance, minimum);
    if (coverage) return { currency, test, shares, before, coverage };
    if (attempt < pauses.length - 1) continue;
    // Nothing is wrong with a merchant that does not rest: what came since is paid out the next day.
    if (!isFirst) return undefined;
    const explained = sumOf([unpaid.all.sum, before?.left ?? 0]);
    const difference = sumOf([now, -BigInt(explained)]);
    // Behind a payout of an earlier version of Florin a line may be missing, or be one too many.
    const isKnown = before !== undefined || from === firstOfAll;
    const alarm = isKnown ? embeddedMetrics({ name: 'LedgerMismatch', value: 1 }) : {};
    log(isKnown ? 'error' : 'info', { merchantId, payout: true, difference, ...alarm });
    const left = { left: sumOf([before?.left ?? 0, difference]), named: before?.named ?? [] };
    const forced = coverageOf(left, from, unpaid, { now, day: now }, minimum);
    return forced && { currency, test, shares, before, coverage: forced };
  }
  return undefined;
}

const later = (...ids: [Id, Id]): Id => ids.sort()[1];

/** The lines since the last payout. A payout that an earlier version of Florin has made is known by its line alone. */
async function readUnpaid(
  merchantId: Id,
  before: LastPayout | undefined,
  today: string,
): Promise<{ unpaid: Unpaid; from: Id }> {
  const settled = firstIdAt(Date.now() - settledAfter);
  const day = firstIdOf(today);
  const ends = { day, settled: later(settled, day), all: 'f'.repeat(24) };
  const lines = new UnpaidLines(ends, before?.named ?? []);
  const from = before?.to ?? firstOfAll;
  for await (const line of listLines(merchantId, { limit: atOnce, from })) {
    if (!before && line.kind === 'payout') return { unpaid: lines.unpaid, from: line.id };
    lines.add(line);
  }
  return { unpaid: lines.unpaid, from };
}
