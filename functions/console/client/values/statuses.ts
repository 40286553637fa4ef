import type { MovementKind, Transaction } from './types.ts';

export type StatusName =
  | 'declined'
  | 'waiting'
  | 'disputed'
  | 'refunded'
  | 'refundOnItsWay'
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
> & { trail?: readonly Pick<Transaction['trail'][number], 'pending' | 'amount'>[] };

/** The states of a payment, the most urgent first. A refund or a dispute is never hidden behind "paid". */
export function statusesOf(transaction: Amounts): StatusName[] {
  const { successful, amount, pendingAmount, capturedAmount, refundedAmount } = transaction;
  if (!successful) return ['declined'];
  const statuses: StatusName[] = [];
  if (transaction.operation) statuses.push('waiting');
  if (transaction.disputedAmount > 0) statuses.push('disputed');
  if (refundedAmount > 0) statuses.push(refundedAmount >= capturedAmount ? 'refunded' : 'partlyRefunded');
  if (amountOnItsWay(transaction) > 0) statuses.push('refundOnItsWay');
  if (pendingAmount > 0) statuses.push(capturedAmount > 0 ? 'partlyCaptured' : 'toCapture');
  else if (capturedAmount > 0 && refundedAmount < capturedAmount) statuses.push('paid');
  if (capturedAmount === 0 && pendingAmount === 0 && transaction.voidedAmount > 0) statuses.push('voided');
  if (amount === 0) statuses.push('saved');
  return statuses;
}

/**
 * Whether the payment provider makes a refund later, by the answer to it. If the answer before was lost, the payment may have
 * been read after the refund, so that its amounts alone do not tell.
 */
export const isAcceptedRefund = (
  { refundedAmount, trail = [] }: Pick<Amounts, 'refundedAmount' | 'trail'>,
  before: Pick<Amounts, 'refundedAmount'>,
  refunded: number,
): boolean =>
  refundedAmount === before.refundedAmount &&
  trail.some(({ pending, amount }) => pending && amount === refunded);

/** The sum of the refunds that the payment provider has accepted and makes later. */
export const amountOnItsWay = ({ trail = [] }: Pick<Amounts, 'trail'>): number =>
  trail.reduce((sum, { pending, amount }) => (pending ? sum + amount : sum), 0);

/** The largest amount that can be moved now, for the form. The server decides. */
export function movableAmount(
  kind: 'capture' | 'refund' | 'void',
  transaction: Pick<
    Amounts,
    'pendingAmount' | 'capturedAmount' | 'refundedAmount' | 'disputedAmount' | 'operation' | 'trail'
  >,
): number {
  const { pendingAmount, capturedAmount, refundedAmount, disputedAmount, operation } = transaction;
  if (kind !== 'refund') return pendingAmount;
  const held = (operation?.refund ? operation.amount : 0) + amountOnItsWay(transaction);
  return Math.max(0, capturedAmount - refundedAmount - disputedAmount - held);
}

export const kindOf = (marks: Partial<Record<MovementKind, true>>): MovementKind | undefined =>
  (['increment', 'capture', 'refund', 'void'] as const).find((kind) => marks[kind]);
