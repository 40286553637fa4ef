import type { Id } from '../id.ts';

/** An issuer's word that a payment was fraudulent. */
export interface Fraud {
  id: Id;
  merchantId: Id;
  transactionId: Id;
  /** When the issuer reported it, ISO 8601. */
  reported?: string;
  /** 0 misc, 1 fraudulent usage, … 8 cardholder manipulated (specification, Fraud alert). */
  reason?: number;
  /** How many entries the transaction's trail had; none is known of older ones. */
  sequence?: number;
}
