import type { Id } from '../id.ts';

/** An issuer's report that a payment was fraudulent. */
export interface Fraud {
  id: Id;
  merchantId: Id;
  transactionId: Id;
  /** When the issuer reported it, ISO 8601. */
  reported?: string;
  /** 0 misc, 1 fraudulent usage, … 8 cardholder manipulated (specification, Fraud alert). */
  reason?: number;
  /** The number of entries in the transaction's trail at that time; absent on older alerts. */
  sequence?: number;
}
