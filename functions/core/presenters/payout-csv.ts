import { type Cell, decimalOf } from '#basics/csv.ts';
import { effectOf, kindOfLine, type ShownLine } from '#domain/ledger/month.ts';
import { exponentOf, isCurrency } from '#domain/money/currency.ts';

/** The facts of a payout that each of its rows has. */
export interface ShownPayout {
  id: string;
  amount: { currency: string; amount: number };
  arrival: string | null;
  trace: string | null;
  reference: string | null;
}

/** The columns of a payout's lines. The `net` of all lines is the amount of the payout, apart from what it carries over. */
export const payoutLineColumns: readonly string[] = [
  'payout',
  'payout_arrival',
  'payout_trace',
  'payout_reference',
  'line',
  'created',
  'kind',
  'payment',
  'currency',
  'gross',
  'fee',
  'net',
  'description',
  'reference',
  'order_reference',
  'order_customer',
  'order_description',
];

export function payoutLineRow(payout: ShownPayout, line: ShownLine): Cell[] {
  const { currency, balance, fee } = effectOf(line, payout.amount.currency);
  const decimal = (minor: number) => decimalOf(minor, isCurrency(currency) ? exponentOf(currency) : 2);
  const { order } = line;
  return [
    ...[payout.id, payout.arrival, payout.trace, payout.reference],
    ...[line.id, line.created, kindOfLine(line), line.transactionId, currency],
    ...[decimal(balance + fee), decimal(fee), decimal(balance)],
    ...[line.description, line.reference, order?.reference, order?.customer, order?.description],
  ];
}
