import type { Id } from '../id.ts';
import type { Merchant } from '../merchants/merchant.ts';
import type { Integer } from '../money/integer.ts';
import type { Line } from '../transactions/transaction.ts';

/** The most of one payout, in minor units: what clients read as a number. The rest is paid the next day. */
export const largestPayout = Number.MAX_SAFE_INTEGER;

/**
 * The payout of a balance, in minor units of the merchant's currency: all of the balance, or 0 if it is not above the
 * minimum. A negative balance is never paid, whatever the minimum.
 */
export function payoutOf(balance: Integer, minimum: number): number {
  if (!(balance > Math.max(0, minimum))) return 0;
  return balance < largestPayout ? Number(balance) : largestPayout;
}

/** Whether there is anywhere to pay to; test merchants' money is none, and is only moved to be looked at. */
export const canBePaid = ({ bank, test }: Pick<Merchant, 'bank' | 'test'>, testToo: boolean): boolean =>
  bank?.iban !== undefined && (testToo || !test);

/** The status of a payout. A failed or canceled payout is back on the balance. */
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
  /** The payout's own lines. */
  covers?: Covers;
  /** The amounts that earlier payouts left, and that this one leaves. Neither is part of a line. */
  carried: Carried;
  /** How far an acquirer's payout was read, and how often the payout was written since it was made. */
  items?: Items;
  version?: number;
}

/** How far the lines of an acquirer's payout were read. */
export interface Items {
  /** Where the next page begins; absent for the first one, and after the last one. */
  cursor?: string;
  /** The sum of the lines so far, in the payout's currency. */
  sum: number;
  count: number;
  /** The part of the payout from before the merchant was connected. */
  before: number;
  /** Entries without a line: how many, and the first of them. */
  missing: number;
  missed: string[];
  first?: Id;
  last?: Id;
}

/** Minor units. Both are 0 unless a balance is larger than the largest payout. */
export interface Carried {
  in: Integer;
  out: Integer;
}

/** The lines that belong to a payout: a range of ids, so that no line has to be written again. */
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
export type Covered = Pick<Line, 'id' | 'kind'>;

/** Tells whether a line belongs to the payout that covers it. */
export function covering({ from, to, named, not }: Covers): (line: Covered) => boolean {
  const [also, others] = [new Set(named), new Set(not)];
  return ({ id, kind }) => kind !== 'payout' && !others.has(id) && ((id >= from && id < to) || also.has(id));
}

/** The last payout, after which the next one begins. */
export interface LastPayout {
  payoutId: Id;
  /** The first id that is not covered. */
  to: Id;
  /** Ids from there on that are. */
  named: Id[];
  /** The amount that the payout left, beside the lines that are not covered. */
  left: Integer;
}
