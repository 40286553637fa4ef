import type { Id } from '../id.ts';
import type { Merchant } from '../merchants/merchant.ts';
import type { Integer } from '../money/money.ts';
import type { Line } from '../transactions/transaction.ts';

/**
 * The largest payout, in minor units: the largest integer that clients can read exactly. The rest is paid on the next
 * day.
 */
export const largestPayout = Number.MAX_SAFE_INTEGER;

/**
 * The payout of a balance, in minor units of the merchant's currency: all of the balance, or 0 if it is not above the
 * minimum. A negative balance is never paid, whatever the minimum.
 */
export function payoutOf(balance: Integer, minimum: number): number {
  if (!(balance > Math.max(0, minimum))) return 0;
  return balance < largestPayout ? Number(balance) : largestPayout;
}

/**
 * Whether a merchant has a bank account for payouts. Test payouts move no money, and are made only on stages that allow
 * them.
 */
export const canBePaid = ({ bank, test }: Pick<Merchant, 'bank' | 'test'>, testToo: boolean): boolean =>
  bank?.iban !== undefined && (testToo || !test);

/** The status of a payout. The money of a failed or canceled payout is on the balance again. */
export type PayoutStatus = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';

/** A payout of a merchant's balance. Payout and line have the same id. */
export interface Payout {
  id: Id;
  merchantId: Id;
  test: boolean;
  /** Minor units of `currency`; below 0 if an acquirer debits the merchant's bank account for a negative balance. */
  amount: number;
  currency: string;
  status: PayoutStatus;
  /** The day on which the money reaches the merchant's bank, `2026-03-13`. */
  arrival?: string;
  /** The reference by which the merchant's bank finds the transfer. */
  trace?: string;
  /** The acquirer's id of the payout. */
  reference?: string;
  /**
   * Whether the payout's lines are known: `done` when all are known, `open` until then, `none` if the acquirer does not
   * tell which lines a payout contains.
   */
  itemized: 'done' | 'open' | 'none';
  /** The range of the payout's own lines. */
  covers?: CoveredLines;
  /**
   * The amount that earlier payouts left to this one, and the amount that this one leaves. Neither is part of a line.
   */
  carried: CarriedAmounts;
  /** The fees of the payout's lines, in `currency`; absent in payouts of earlier versions. */
  fees?: Integer;
  /** How far an acquirer's payout was read. `version` counts the writes since the payout was made. */
  items?: Items;
  version?: number;
}

/** How far the lines of an acquirer's payout were read. */
export interface Items {
  /** The start of the next page; absent for the first page, and after the last one. */
  cursor?: string;
  /** The sum of the lines so far, in the payout's currency. */
  sum: number;
  /** The fees of these lines; absent if an earlier version has read the first of them. */
  fees?: number;
  count: number;
  /** The part of the payout that is from before the merchant was connected. */
  before: number;
  /** Entries without a line: their number, and the references of the first ones. */
  missing: number;
  missed: string[];
  first?: Id;
  last?: Id;
}

/**
 * In minor units. Both are 0, unless a balance is larger than the largest payout, is below the sum of the full days that the
 * payout covers, or is not explained by its lines.
 */
export interface CarriedAmounts {
  in: Integer;
  out: Integer;
}

/** The lines that belong to a payout: a range of ids, so that no line has to be written again. */
export interface CoveredLines {
  /** The first id of the range. */
  from: Id;
  /** The first id after the range. */
  to: Id;
  /** Lines after the range. Older lines may still be written there, so the payout names its lines one by one. */
  named: Id[];
  /** Lines in the range that an earlier payout has named. */
  not: Id[];
  count: number;
}

/** The fields of a line that payouts need. */
export type CoverableLine = Pick<Line, 'id' | 'kind'>;

/** Returns a test for whether a line belongs to a payout. */
export function isCoveredBy({ from, to, named, not }: CoveredLines): (line: CoverableLine) => boolean {
  const [also, others] = [new Set(named), new Set(not)];
  return ({ id, kind }) => kind !== 'payout' && !others.has(id) && ((id >= from && id < to) || also.has(id));
}

/** The last payout, after which the next one begins. */
export interface LastPayout {
  payoutId: Id;
  /** The first id that the payout does not cover. */
  to: Id;
  /** The ids from `to` on that the payout covers all the same. */
  named: Id[];
  /** The amount that the payout left to the next one, in addition to the lines that are not covered. */
  left: Integer;
}
