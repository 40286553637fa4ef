import { day } from '#basics/time.ts';
import { type Day, lastDays, sameClock } from '../merchants/days.ts';
import type { ProcessingErrorCode } from '../processing-error.ts';
import type { Line } from '../transactions/transaction.ts';

/** The figures of a merchant's business in a period. Money is in minor units of the merchant's currency. */
export interface Figures {
  /** Captures before fees. */
  takings: number;
  refunds: number;
  fees: number;
  /** The money that disputes have taken, minus the money that won disputes have returned. */
  disputes: number;
  disputeCount: number;
  approved: number;
  declined: number;
  /** The numbers of declined payments by the code of the reason. */
  declines: Record<string, number>;
}

export const noFigures: Figures = {
  takings: 0,
  refunds: 0,
  fees: 0,
  disputes: 0,
  disputeCount: 0,
  approved: 0,
  declined: 0,
  declines: {},
};

/** The figures of lines of the ledger. Money that is kept in another currency is not part of them. */
export function figuresOfLine({ kind, balance, fee }: Pick<Line, 'kind' | 'balance' | 'fee'>): Figures {
  const gross = balance + fee;
  const fees = { ...noFigures, fees: fee };
  switch (kind) {
    case 'capture':
      return { ...fees, takings: gross };
    case 'refund':
      return { ...fees, refunds: 0 - gross };
    case 'dispute':
      return { ...fees, disputes: 0 - gross, disputeCount: gross < 0 ? 1 : 0 };
    default:
      return fees;
  }
}

/** @param error the reason of a decline */
export const figuresOfPayment = (error?: ProcessingErrorCode): Figures =>
  error === undefined
    ? { ...noFigures, approved: 1 }
    : { ...noFigures, declined: 1, declines: { [error]: 1 } };

export function addFigures(one: Figures, other: Figures): Figures {
  const declines = { ...one.declines };
  for (const [code, count] of Object.entries(other.declines)) declines[code] = (declines[code] ?? 0) + count;
  return {
    takings: one.takings + other.takings,
    refunds: one.refunds + other.refunds,
    fees: one.fees + other.fees,
    disputes: one.disputes + other.disputes,
    disputeCount: one.disputeCount + other.disputeCount,
    approved: one.approved + other.approved,
    declined: one.declined + other.declined,
    declines,
  };
}

/**
 * The spans of an overview: the last days until now, and as many days before them. The last of the days before ends at the
 * time of day that it is now, so that the present day is compared with the same hours.
 */
export function spansOf(now: number, count: number, timeZone: string): { before: Day[]; period: Day[] } {
  const days = lastDays(now, 2 * count, timeZone);
  const before = days.slice(0, count);
  const last = before.at(-1) as Day;
  return {
    before: [...before.slice(0, -1), { ...last, end: sameClock(last, now, timeZone) }],
    period: days.slice(count),
  };
}

/**
 * Whether a day's figures no longer change, and can be stored. A payment whose outcome was unknown for hours belongs
 * to the day on which it began.
 */
export const isDayFinal = ({ end }: Pick<Day, 'end'>, now: number): boolean => now >= end + day;
