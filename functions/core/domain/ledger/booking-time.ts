import { idDate } from '../id.ts';
import type { Line } from '../transactions/transaction.ts';

/**
 * The time at which a line counts: in months, statements and exports. For real money it is the acquirer's time, so that
 * the months of the ledger are those of the acquirer, whenever Florin has found the money.
 */
export const bookingTimeOf = ({ bookedAt, id }: Pick<Line, 'bookedAt' | 'id'>): string =>
  bookedAt ?? idDate(id);
