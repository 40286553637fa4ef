import type { Id } from '../id.ts';
import { type Integer, integer, sumOf } from '../money/money.ts';
import type { Line } from '../transactions/transaction.ts';
import {
  type CarriedAmounts,
  type CoverableLine,
  type CoveredLines,
  type LastPayout,
  payoutOf,
} from './payout.ts';

/** The most lines that a payout lists by their ids. The limit is the size of an item. */
const mostNamed = 1000;

/** Sums of a merchant's unpaid lines up to three different ids, each with its number of lines. */
export interface UnpaidSums {
  /** Lines from before the present day. */
  day: Part;
  /** The lines up to an age at which no older line can still be written. */
  complete: Part;
  /** All lines. */
  all: Part;
  /** The lines in `all` but not in `complete`; absent if there are too many to name. */
  young?: Id[];
}

interface Part {
  to: Id;
  sum: Integer;
  /** The fees of the lines, which `sum` no longer contains. */
  fees: Integer;
  count: number;
}

/**
 * Sums up unpaid lines. The lines may come in any order.
 *
 * @param day and `complete`, `all`: the first id after each part
 */
export class UnpaidLines {
  readonly #named: ReadonlySet<Id>;
  readonly #parts: Record<'day' | 'complete' | 'all', { to: Id; sum: bigint; fees: bigint; count: number }>;
  #young: Id[] | undefined = [];

  constructor(ends: { day: Id; complete: Id; all: Id }, named: readonly Id[]) {
    this.#named = new Set(named);
    const part = (to: Id) => ({ to, sum: 0n, fees: 0n, count: 0 });
    this.#parts = { day: part(ends.day), complete: part(ends.complete), all: part(ends.all) };
  }

  add({ id, kind, balance, fee }: CoverableLine & Pick<Line, 'balance' | 'fee'>): void {
    if (kind === 'payout' || this.#named.has(id)) return;
    for (const part of Object.values(this.#parts)) {
      if (id >= part.to) continue;
      part.sum += BigInt(balance);
      part.fees += BigInt(fee);
      part.count++;
    }
    if (id < this.#parts.complete.to || id >= this.#parts.all.to) return;
    if (this.#young && this.#young.push(id) > mostNamed) this.#young = undefined;
  }

  get unpaid(): UnpaidSums {
    const { day, complete, all } = this.#parts;
    const partOf = ({ to, sum, fees, count }: typeof day): Part => ({
      to,
      sum: integer(sum),
      fees: integer(fees),
      count,
    });
    return { day: partOf(day), complete: partOf(complete), all: partOf(all), young: this.#young?.sort() };
  }
}

/** The lines and carried amounts that a payout consists of. */
export interface Coverage {
  amount: number;
  covers: CoveredLines;
  fees: Integer;
  carried: CarriedAmounts;
  last: Omit<LastPayout, 'payoutId'>;
}

/**
 * Decides the amount and the lines of a payout. A payout covers every line since the last payout if these lines add
 * up to the balance. For a merchant who gets new lines all the time, lines and balance agree only for days that are
 * over, so the payout covers those days.
 *
 * @param before undefined for the first payout
 * @param from the first id that may be unpaid
 * @param balance of the merchant: now, and when the present day began; `day` is absent if there was a payout since
 * @returns undefined if lines and balance do not agree; `amount` is 0 if there is nothing to pay
 */
export function coverageOf(
  before: Pick<LastPayout, 'left' | 'named'> | undefined,
  from: Id,
  unpaid: UnpaidSums,
  balance: { now: Integer; day?: Integer },
  minimum: number,
): Coverage | undefined {
  const left = before?.left ?? 0;
  const withLeft = ({ sum }: Part) => sumOf([sum, left]);
  const { day, complete, all, young } = unpaid;
  const agreed = withLeft(all) === balance.now ? (young ? all : complete) : undefined;
  const part = agreed ?? (withLeft(day) === balance.day ? day : undefined);
  if (!part) return undefined;
  const due = withLeft(part);
  const isShort = balance.now < due;
  const amount = payoutOf(isShort ? balance.now : due, minimum);
  const named = part === all ? (young ?? []) : [];
  const to = part === all ? complete.to : part.to;
  const earlier = before?.named ?? [];
  const rest = sumOf([due, -amount]);
  return {
    amount,
    covers: { from, to, named, not: earlier.filter((id) => id < to), count: part.count },
    fees: part.fees,
    carried: { in: left, out: rest },
    last: { to, named: [...earlier.filter((id) => id >= to), ...named].sort(), left: rest },
  };
}
