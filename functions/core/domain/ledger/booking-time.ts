import { day } from '#basics/time.ts';
import { firstIdAt, idDate, idTime } from '../id.ts';
import type { Line } from '../transactions/transaction.ts';

/**
 * The time at which a line counts: in months, statements and exports. For real money it is the acquirer's time, so that
 * the months of the ledger are those of the acquirer, whenever Florin has found the money.
 */
export const bookingTimeOf = ({ bookedAt, id }: Pick<Line, 'bookedAt' | 'id'>): string =>
  bookedAt ?? idDate(id);

/** A period of booking times in milliseconds since 1970: from the first one on, and before the second one. */
export interface BookingPeriod {
  from?: number | undefined;
  to?: number | undefined;
}

export function isBookedIn(line: Pick<Line, 'bookedAt' | 'id'>, { from, to }: BookingPeriod): boolean {
  const time = line.bookedAt === undefined ? idTime(line.id) : Date.parse(line.bookedAt);
  return (from === undefined || time >= from) && (to === undefined || time < to);
}

/**
 * In milliseconds, the most time between the id of a line and its booking by which a list of ids finds the line. A busy
 * merchant has thousands of lines a minute, and a list of a period reads those of this time before and after it, too.
 */
const near = 2 * 60 * 1000;

/** Whether a line is written so long before or after its booking that its id does not lead to it. */
export const isBookedApart = ({ bookedAt, id }: Pick<Line, 'bookedAt' | 'id'>): boolean =>
  bookedAt !== undefined && Math.abs(Date.parse(bookedAt) - idTime(id)) > near;

/** The ids of the lines of a period that are not booked apart, as limits of a list. */
export const idsAround = ({ from, to }: BookingPeriod): { from?: string; to?: string } => ({
  ...(from !== undefined && { from: firstIdAt(from - near) }),
  ...(to !== undefined && { to: firstIdAt(to + near) }),
});

/** The latest booking after the present, in milliseconds: an acquirer's clock may be ahead. */
const mostAhead = 40 * day;

const utcMonth = (time: number): string => new Date(time).toISOString().slice(0, 7);

/** The month of UTC under which a line is found that is booked apart. @param begun when its merchant was made */
export const apartMonthOf = ({ bookedAt, id }: Pick<Line, 'bookedAt' | 'id'>, begun: number): string =>
  utcMonth(Math.max(Date.parse(bookingTimeOf({ bookedAt, id })), begun));

/** The months of UTC that can have lines of a period that are booked apart, the latest first. */
export function apartMonths({ from, to }: BookingPeriod, begun: number, now: number): string[] {
  const last = now + mostAhead;
  const within = (time: number) => Math.min(Math.max(time, begun), last);
  const [first, end] = [utcMonth(within(from ?? begun)), within(to ?? last)];
  const months: string[] = [];
  for (let time = end; utcMonth(time) >= first; time = Date.parse(`${utcMonth(time)}-01`) - 1)
    months.push(utcMonth(time));
  return months;
}
