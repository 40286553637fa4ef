import { schemeNames } from '../cards/scheme.ts';
import type { Line, Transaction } from '../transactions/transaction.ts';

/** The most payments, and the most lines of the ledger, of a day that a till shows. */
export const mostOfDay = 2000;

/** The sums of a day, of one card scheme or other method, and currency. Amounts are in minor units. */
export interface SchemeSum {
  /** The scheme of the card, or the type of another method. */
  scheme: string;
  /** The name of the scheme or method, for people. */
  name: string;
  currency: string;
  /** The payments of which money was captured, and the captured amount. */
  payments: number;
  amount: number;
  /** The payments that hold money which nobody has captured or voided, and the held amount. */
  holds: number;
  held: number;
  refunds: number;
  refunded: number;
}

/** A merchant's present day until now, as a till shows it. */
export interface TillDay {
  /** The beginning of the day in the merchant's time zone, in milliseconds since 1970. */
  start: number;
  /** The newest first. */
  payments: Transaction[];
  sums: SchemeSum[];
  /** Whether the day has more payments or refunds than a till reads. The sums are then not those of the whole day. */
  more: boolean;
}

type Paid = Pick<Transaction, 'currency' | 'capturedAmount' | 'pendingAmount' | 'card' | 'method'>;

type Means = Pick<SchemeSum, 'scheme' | 'name'>;

const meansOf = ({ card, method }: Pick<Transaction, 'card' | 'method'>): Means =>
  card
    ? { scheme: card.scheme, name: schemeNames[card.scheme] }
    : { scheme: method?.type ?? '', name: method?.name ?? '' };

/** A refund of the day, and the payment that it belongs to, which may be older. */
export interface DayRefund {
  line: Pick<Line, 'amount'>;
  payment: Pick<Transaction, 'card' | 'method'>;
}

/**
 * Sums up a day by scheme and currency: the captured and the held amounts of the payments that were authorized on the day, and
 * the refunds that were made on the day. A held amount is not taken yet, and is never part of a captured one.
 */
export function closeDay(payments: readonly Paid[], refunds: readonly DayRefund[]): SchemeSum[] {
  const sums = new Map<string, SchemeSum>();
  const sumOf = ({ scheme, name }: Means, currency: string): SchemeSum => {
    const key = `${scheme} ${currency}`;
    const none = { payments: 0, amount: 0, holds: 0, held: 0, refunds: 0, refunded: 0 };
    const sum = sums.get(key) ?? { scheme, name, currency, ...none };
    sums.set(key, sum);
    return sum;
  };
  for (const payment of payments) {
    const { currency, capturedAmount, pendingAmount } = payment;
    if (capturedAmount + pendingAmount === 0) continue;
    const sum = sumOf(meansOf(payment), currency);
    sum.payments += capturedAmount > 0 ? 1 : 0;
    sum.amount += capturedAmount;
    sum.holds += pendingAmount > 0 ? 1 : 0;
    sum.held += pendingAmount;
  }
  for (const { line, payment } of refunds) {
    const sum = sumOf(meansOf(payment), line.amount.currency);
    // A refund that has come back has an amount below 0, and reduces the sum of refunds. It is not counted as a
    // refund.
    sum.refunds += line.amount.amount < 0 ? 0 : 1;
    sum.refunded += line.amount.amount;
  }
  return [...sums.values()].sort((a, b) =>
    `${a.currency} ${a.scheme}` < `${b.currency} ${b.scheme}` ? -1 : 1,
  );
}
