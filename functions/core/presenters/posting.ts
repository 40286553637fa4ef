import { idDate } from '#domain/id.ts';
import { bookingTimeOf } from '#domain/ledger/booking-time.ts';
import { postingsOf } from '#domain/ledger/postings.ts';
import type { Line } from '#domain/transactions/transaction.ts';

/** A line, and the currency of its merchant. */
export interface Entry {
  line: Line;
  currency: string;
}

/** A line in double entry, as the API shows it. */
export function present({ line, currency }: Entry) {
  const { id, merchantId, test, transactionId, kind, paidOut } = line;
  return {
    id,
    merchantId,
    test,
    created: idDate(id),
    bookedAt: bookingTimeOf(line),
    kind,
    ...(transactionId ? { transactionId } : {}),
    ...(paidOut ? { payoutId: paidOut.payoutId } : {}),
    postings: postingsOf(line, currency),
  };
}
