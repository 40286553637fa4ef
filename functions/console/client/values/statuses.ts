import type { MovementKind, Transaction } from './types.ts';

export type StatusName =
  | 'declined'
  | 'waiting'
  | 'disputed'
  | 'refunded'
  | 'refundOnItsWay'
  | 'onItsWay'
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
> & {
  trail?: readonly Pick<Transaction['trail'][number], 'pending' | 'amount' | MovementKind>[];
};

/** The states of a payment, the most urgent first. A refund or a dispute is never hidden behind "paid". */
export function statusesOf(transaction: Amounts): StatusName[] {
  const { successful, amount, pendingAmount, capturedAmount, refundedAmount } = transaction;
  if (!successful) return ['declined'];
  const statuses: StatusName[] = [];
  if (transaction.operation) statuses.push('waiting');
  if (transaction.disputedAmount > 0) statuses.push('disputed');
  if (refundedAmount > 0) statuses.push(refundedAmount >= capturedAmount ? 'refunded' : 'partlyRefunded');
  if (amountOnItsWay('refund', transaction) > 0) statuses.push('refundOnItsWay');
  if (transaction.trail?.some(({ pending, refund }) => pending && !refund)) statuses.push('onItsWay');
  if (pendingAmount > 0) statuses.push(capturedAmount > 0 ? 'partlyCaptured' : 'toCapture');
  else if (capturedAmount > 0 && refundedAmount < capturedAmount) statuses.push('paid');
  if (capturedAmount === 0 && pendingAmount === 0 && transaction.voidedAmount > 0) statuses.push('voided');
  if (amount === 0) statuses.push('saved');
  return statuses;
}

const sums = { capture: 'capturedAmount', refund: 'refundedAmount', void: 'voidedAmount' } as const;

type Moved = keyof typeof sums;

/**
 * Whether the payment provider makes a movement later, by the answer to it. If the answer before was lost, the payment may have
 * been read after the movement, so that its amounts alone do not tell.
 */
export const isAccepted = (
  kind: Moved,
  { trail = [], ...after }: Pick<Amounts, (typeof sums)[Moved] | 'trail'>,
  before: Pick<Amounts, (typeof sums)[Moved]>,
  moved: number,
): boolean =>
  after[sums[kind]] === before[sums[kind]] &&
  trail.some(({ pending, amount, [kind]: isOfKind }) => pending && isOfKind && amount === moved);

/** The sum of the movements of a kind that the payment provider has accepted and makes later. */
export const amountOnItsWay = (kind: Moved, { trail = [] }: Pick<Amounts, 'trail'>): number =>
  trail.reduce((sum, entry) => (entry.pending && entry[kind] ? sum + entry.amount : sum), 0);

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
  const held = (operation?.refund ? operation.amount : 0) + amountOnItsWay('refund', transaction);
  return Math.max(0, capturedAmount - refundedAmount - disputedAmount - held);
}

export const kindOf = (marks: Partial<Record<MovementKind, true>>): MovementKind | undefined =>
  (['increment', 'capture', 'refund', 'void'] as const).find((kind) => marks[kind]);
