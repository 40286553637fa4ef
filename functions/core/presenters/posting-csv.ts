import { type Cell, decimalOf } from '#basics/csv.ts';
import type { ShownMovement } from '#domain/ledger/journal.ts';
import { exponentOf, isCurrency } from '#domain/money/currency.ts';

/** The columns of postings. `amount` is signed: above 0 the account receives it, which is a debit. */
export const postingColumns: readonly string[] = [
  'booked_at',
  'created',
  'line',
  'kind',
  'payment',
  'account',
  'currency',
  'amount',
  'debit',
  'credit',
  'description',
  'reference',
  'order_reference',
  'order_customer',
  'order_description',
];

/** The rows of a line, one for each posting. */
export const postingRows = (movement: ShownMovement): Cell[][] =>
  movement.postings.map(({ account, currency, amount }) => {
    const decimal = (minor: number) => decimalOf(minor, isCurrency(currency) ? exponentOf(currency) : 2);
    const { id, created, bookedAt, kind, transactionId, description, reference, order } = movement;
    return [
      ...[bookedAt ?? created, created, id, kind, transactionId, account, currency],
      decimal(amount),
      ...[amount > 0 ? decimal(amount) : '', amount < 0 ? decimal(-amount) : ''],
      ...[description, reference, order?.reference, order?.customer, order?.description],
    ];
  });
