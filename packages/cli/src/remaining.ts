import type { Transaction } from '../../florin/src/index.ts';

/** The sum of the refunds, or of the voids, that the acquirer has accepted and makes later. */
export const onItsWay = ({ trail }: Transaction, kind: 'refund' | 'void'): number =>
  trail.reduce((sum, entry) => (entry.pending && entry[kind] ? sum + entry.amount : sum), 0);

/** The amount of a payment that can still be captured, refunded or released. */
export const remaining = {
  capture: (one: Transaction): number => one.pendingAmount,
  refund: (one: Transaction): number =>
    one.capturedAmount - one.refundedAmount - one.disputedAmount - onItsWay(one, 'refund'),
  void: (one: Transaction): number => one.pendingAmount,
};
