import type { Line, Transaction } from '../transactions/transaction.ts';

/** The most payments, and the most lines of the ledger, of a day that a till shows. */
export const mostOfDay = 2000;

/** The sums of a day, of one card scheme and currency. Amounts are in minor units. */
export interface SchemeSum {
  scheme: string;
  currency: string;
  payments: number;
  amount: number;
  refunds: number;
  refunded: number;
}

/** A merchant's present day until now, as a till shows it. */
export interface TillDay {
  /** The beginning of the day in the merchant's country, in milliseconds since 1970. */
  start: number;
  /** The newest first. */
  payments: Transaction[];
  sums: SchemeSum[];
  /** Whether the day has more payments or refunds than a till reads. The sums are then not those of the whole day. */
  more: boolean;
}

type Paid = Pick<Transaction, 'currency' | 'amount' | 'card' | 'voidedAmount'>;

/** A refund of the day, and the payment that it belongs to, which may be older. */
export interface DayRefund {
  line: Pick<Line, 'amount'>;
  payment: Pick<Transaction, 'card'>;
}

/**
 * Sums up a day by scheme and currency: the payments that were authorized on the day, minus voided amounts, and the
 * refunds that were made on the day.
 */
export function closeDay(payments: readonly Paid[], refunds: readonly DayRefund[]): SchemeSum[] {
  const sums = new Map<string, SchemeSum>();
  const sumOf = (scheme: string, currency: string): SchemeSum => {
    const key = `${scheme} ${currency}`;
    const sum = sums.get(key) ?? { scheme, currency, payments: 0, amount: 0, refunds: 0, refunded: 0 };
    sums.set(key, sum);
    return sum;
  };
  for (const { card, currency, amount, voidedAmount } of payments) {
    if (voidedAmount >= amount) continue;
    const sum = sumOf(card.scheme, currency);
    sum.payments += 1;
    sum.amount += amount - voidedAmount;
  }
  for (const { line, payment } of refunds) {
    const sum = sumOf(payment.card.scheme, line.amount.currency);
    // A refund that has come back has an amount below 0, and reduces the sum of refunds. It is not counted as a
    // refund.
    sum.refunds += line.amount.amount < 0 ? 0 : 1;
    sum.refunded += line.amount.amount;
  }
  return [...sums.values()].sort((a, b) =>
    `${a.currency} ${a.scheme}` < `${b.currency} ${b.scheme}` ? -1 : 1,
  );
}
