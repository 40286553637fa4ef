import type { Id } from '../id.ts';
import type { DisputeOutcome, Transaction } from '../transactions/transaction.ts';

/**
 * The status of a dispute. In an inquiry the customer's bank asks for information: no money moves, and a refund
 * usually ends it. An appeal can turn `lost` into `won`, and the reverse.
 */
export type DisputeStatus = 'inquiry' | 'inquiry_closed' | 'open' | DisputeOutcome;

/** A chargeback, or a step before or after one, as the card schemes report it. */
export interface Dispute {
  id: Id;
  merchantId: Id;
  transactionId: Id;
  /** Minor units of the transaction's currency. */
  amount: number;
  reason: { code: number; title: string };
  /** The deadline for the merchant's answer, ISO 8601. */
  due: string;
  /** Absent on disputes from before Florin stored a status. */
  status?: DisputeStatus;
  /** The number of entries in the transaction's trail at that time; absent on older disputes. */
  sequence?: number;
}

/** The amount that a dispute keeps from being refunded, so that nobody gets the same money back twice. */
export const heldBy = (transaction: Transaction, amount: number): number =>
  Math.min(amount, transaction.refundableAmount);
