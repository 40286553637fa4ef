import type { Id } from './id.ts';
import { type Integer, integer, sumOf } from './integer.ts';
import type { Merchant } from './merchant.ts';
import type { Line } from './transaction.ts';

/** The most of one payout, in minor units: what clients read as a number. The rest is paid the next day. */
export const largestPayout = Number.MAX_SAFE_INTEGER;

/**
 * What a merchant is paid out of a balance, in minor units of its currency: all of it, or 0 if it is not above the
 * minimum. What is owed to Florin is never paid, whatever the minimum.
 */
export function payoutOf(balance: Integer, minimum: number): number {
  if (!(balance > Math.max(0, minimum))) return 0;
  return balance < largestPayout ? Number(balance) : largestPayout;
}

/** Whether there is anywhere to pay to; test merchants' money is none, and is only moved to be looked at. */
export const canBePaid = ({ bank, test }: Pick<Merchant, 'bank' | 'test'>, testToo: boolean): boolean =>
  bank?.iban !== undefined && (testToo || !test);

/** Where a payout stands. A failed or canceled one is back on the balance. */
export type PayoutStatus = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';

/** A payout of a merchant's balance. Its id is its line's. */
export interface Payout {
  id: Id;
  merchantId: Id;
  test: boolean;
  /** Minor units of `currency`; below 0 where an acquirer takes a negative balance from the merchant's bank account. */
  amount: number;
  currency: string;
  status: PayoutStatus;
  /** The day on which the money reaches the merchant's bank, `2026-03-13`. */
  arrival?: string;
  /** The reference by which the merchant's bank finds the transfer. */
  trace?: string;
  /** The acquirer's own name for the payout. */
  reference?: string;
  /**
   * Whether its lines are known: `done` when all are, `open` until then, `none` when the acquirer does not say which
   * lines a payout contains.
   */
  itemized: 'done' | 'open' | 'none';
  /** Which lines are its own. */
  covers?: Covers;
  /** What payouts before this one left, and what this one leaves; both are part of no line. */
  carried: Carried;
}

/** Minor units. Both are 0 unless a balance is larger than the largest payout. */
export interface Carried {
  in: Integer;
  out: Integer;
}

/** Which lines of a ledger belong to a payout: a range of ids, so that no line has to be written again. */
export interface Covers {
  /** The first id of the range. */
  from: Id;
  /** The first id behind the range. */
  to: Id;
  /** Lines behind the range. An older line can still be on its way then, so that these are named. */
  named: Id[];
  /** Lines in the range that an earlier payout has named. */
  not: Id[];
  count: number;
}

/** A line as far as a payout is concerned with it. */
type Covered = Pick<Line, 'id' | 'kind'>;

/** Tells whether a line belongs to the payout that covers it. */
export function covering({ from, to, named, not }: Covers): (line: Covered) => boolean {
  const [also, others] = [new Set(named), new Set(not)];
  return ({ id, kind }) => kind !== 'payout' && !others.has(id) && ((id >= from && id < to) || also.has(id));
}

/** How many lines a payout names at most: so many ids fit an item. */
const mostNamed = 1000;

/** What was paid out last: where the next payout begins. */
export interface LastPayout {
  payoutId: Id;
  /** The first id that is not covered. */
  to: Id;
  /** Ids from there on that are. */
  named: Id[];
  /** What the payout left, beside the lines that are not covered. */
  left: Integer;
}

/** The sums of a merchant's lines that were not paid out, up to each of three ids, and how many there are. */
export interface Unpaid {
  /** Lines that were made before the present day. */
  day: Part;
  /** Those, and lines that no older line can still precede. */
  settled: Part;
  /** All of them. */
  all: Part;
  /** The lines in `all` that are not in `settled`; absent when there are too many of them to be named. */
  young?: Id[];
}

interface Part {
  to: Id;
  sum: Integer;
  count: number;
}

/**
 * Sums up lines that were not paid out.
 *
 * @param lines in any order
 * @param day and `settled`: the first ids that are not in these parts; `end`, of all
 */
export class UnpaidLines {
  readonly #named: ReadonlySet<Id>;
  readonly #parts: Record<'day' | 'settled' | 'all', { to: Id; sum: bigint; count: number }>;
  #young: Id[] | undefined = [];

  constructor(ends: { day: Id; settled: Id; all: Id }, named: readonly Id[]) {
    this.#named = new Set(named);
    const part = (to: Id) => ({ to, sum: 0n, count: 0 });
    this.#parts = { day: part(ends.day), settled: part(ends.settled), all: part(ends.all) };
  }

  add({ id, kind, balance }: Covered & Pick<Line, 'balance'>): void {
    if (kind === 'payout' || this.#named.has(id)) return;
    for (const part of Object.values(this.#parts)) {
      if (id >= part.to) continue;
      part.sum += BigInt(balance);
      part.count++;
    }
    if (id < this.#parts.settled.to || id >= this.#parts.all.to) return;
    if (this.#young && this.#young.push(id) > mostNamed) this.#young = undefined;
  }

  get unpaid(): Unpaid {
    const of = ({ to, sum, count }: { to: Id; sum: bigint; count: number }): Part => ({
      to,
      sum: integer(sum),
      count,
    });
    const { day, settled, all } = this.#parts;
    return { day: of(day), settled: of(settled), all: of(all), young: this.#young?.sort() };
  }
}

/** What a payout is made of. */
export interface Coverage {
  amount: number;
  covers: Covers;
  carried: Carried;
  last: Omit<LastPayout, 'payoutId'>;
}

/**
 * Decides what is paid out, and which lines that is. A payout covers every line since the one before, if these lines add
 * up to the balance. The lines of a merchant that never rests do so only for days that are over.
 *
 * @param before undefined for the first payout
 * @param from the first id that may be unpaid
 * @param balance of the merchant, and what it was when the present day began
 * @returns undefined where lines and balance do not agree; `amount` is 0 where there is nothing to pay
 */
export function coverageOf(
  before: Pick<LastPayout, 'left' | 'named'> | undefined,
  from: Id,
  unpaid: Unpaid,
  balance: { now: Integer; day: Integer },
  minimum: number,
): Coverage | undefined {
  const left = before?.left ?? 0;
  const withLeft = ({ sum }: Part) => sumOf([sum, left]);
  const { day, settled, all, young } = unpaid;
  const agreed = withLeft(all) === balance.now ? (young ? all : settled) : undefined;
  const part = agreed ?? (withLeft(day) === balance.day ? day : undefined);
  if (!part) return undefined;
  const due = withLeft(part);
  const amount = payoutOf(due < balance.now ? due : balance.now, minimum);
  const named = part === all ? (young ?? []) : [];
  const to = part === all ? settled.to : part.to;
  const earlier = before?.named ?? [];
  const rest = sumOf([due, -amount]);
  return {
    amount,
    covers: { from, to, named, not: earlier.filter((id) => id < to), count: part.count },
    carried: { in: left, out: rest },
    last: { to, named: [...earlier.filter((id) => id >= to), ...named].sort(), left: rest },
  };
}
