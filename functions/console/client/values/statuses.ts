import type { MovementKind, Transaction } from './types.ts';

export type StatusName =
  | 'declined'
  | 'waiting'
  | 'disputed'
  | 'refunded'
  | 'partlyRefunded'
  | 'toCapture'
  | 'partlyCaptured'
  | 'paid'
  | 'voided'
  | 'saved';

type Amounts = Pick<
  Transaction,
  | 'successful'
  | 'amount'
  | 'pendingAmount'
  | 'capturedAmount'
  | 'refundedAmount'
  | 'voidedAmount'
  | 'disputedAmount'
  | 'operation'
>;

/** The states of a payment, the most urgent first. A refund or a dispute is never hidden behind "paid". */
export function statusesOf(transaction: Amounts): StatusName[] {
  const { successful, amount, pendingAmount, capturedAmount, refundedAmount } = transaction;
  if (!successful) return ['declined'];
  const statuses: StatusName[] = [];
  if (transaction.operation) statuses.push('waiting');
  if (transaction.disputedAmount > 0) statuses.push('disputed');
  if (refundedAmount > 0) statuses.push(refundedAmount >= capturedAmount ? 'refunded' : 'partlyRefunded');
  if (pendingAmount > 0) statuses.push(capturedAmount > 0 ? 'partlyCaptured' : 'toCapture');
  else if (capturedAmount > 0 && refundedAmount < capturedAmount) statuses.push('paid');
  if (capturedAmount === 0 && pendingAmount === 0 && transaction.voidedAmount > 0) statuses.push('voided');
  if (amount === 0) statuses.push('saved');
  return statuses;
}

/** The largest amount that can be moved now, for the form. The server decides. */
export function movableAmount(
  kind: 'capture' | 'refund' | 'void',
  transaction: Pick<
    Amounts,
    'pendingAmount' | 'capturedAmount' | 'refundedAmount' | 'disputedAmount' | 'operation'
  >,
): number {
  const { pendingAmount, capturedAmount, refundedAmount, disputedAmount, operation } = transaction;
  if (kind !== 'refund') return pendingAmount;
  const held = operation?.refund ? operation.amount : 0;
  return Math.max(0, capturedAmount - refundedAmount - disputedAmount - held);
}

export const kindOf = (marks: Partial<Record<MovementKind, true>>): MovementKind | undefined =>
  (['increment', 'capture', 'refund', 'void'] as const).find((kind) => marks[kind]);
