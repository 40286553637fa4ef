import type { Id } from '../id.ts';
import type { OrderSummary } from '../transactions/order-data.ts';
import type { DisputeOutcome, Transaction } from '../transactions/transaction.ts';
import { type AcceptedEvidence, allEvidence, type EvidenceRules } from './evidence-limits.ts';

/**
 * The status of a dispute. In an inquiry the customer's bank asks for information: no money moves, and a refund
 * usually ends it. An appeal can turn `lost` into `won`, and the reverse.
 */
export type DisputeStatus = 'inquiry' | 'inquiry_closed' | 'open' | DisputeOutcome;

/**
 * A request's claim to submit the evidence of a dispute. A dispute has at most one claim, as evidence can be
 * submitted once in each stage.
 */
export interface EvidenceClaim {
  /** The digest of the content. The acquirer recognizes a repeated request by it. */
  fingerprint: string;
  /** Milliseconds since 1970. Until this time the request that made the claim may still be running. */
  busyUntil: number;
  /** The time of the submission, ISO 8601; absent until the acquirer has confirmed it. */
  submitted?: string;
}

/** A chargeback, or a step before or after one, as the card schemes report it. */
export interface Dispute {
  id: Id;
  merchantId: Id;
  transactionId: Id;
  /** Minor units of the transaction's currency. */
  amount: number;
  /** The transaction's currency; absent on disputes from before Florin stored it, as is `order`. */
  currency?: string;
  /** The order of the payment, in short. */
  order?: OrderSummary;
  reason: { code: number; title: string };
  /** The deadline for the merchant's answer, ISO 8601. */
  due: string;
  /** Absent on disputes from before Florin stored a status. */
  status?: DisputeStatus;
  /** The number of entries in the transaction's trail when the dispute was opened; absent on older disputes. */
  sequence?: number;
  /** The acquirer's own id of the dispute; absent on disputes from before Florin stored it. */
  reference?: string;
  /** Set once somebody has appealed against the end of the dispute. */
  appeal?: true;
  /**
   * Absent if the acquirer says nothing about evidence, for test money, and on disputes from before Florin stored it.
   * Such a dispute takes all evidence.
   */
  rules?: EvidenceRules;
  /** Absent until a request claims to submit evidence in the present stage. */
  evidence?: EvidenceClaim;
}

/** The stage of a dispute at the card scheme; undefined for disputes from before Florin stored a status. */
export function stageOf({
  status,
  appeal,
}: Pick<Dispute, 'status' | 'appeal'>): 'inquiry' | 'dispute' | 'appeal' | undefined {
  if (appeal) return 'appeal';
  return status === 'inquiry' || status === 'inquiry_closed' ? 'inquiry' : status && 'dispute';
}

/** The evidence that can be sent for a dispute until its deadline; undefined if none can be sent now. */
export function acceptedNow({
  status = 'open',
  evidence,
  rules = { accepts: allEvidence },
}: Pick<Dispute, 'status' | 'evidence' | 'rules'>): AcceptedEvidence | undefined {
  return status === 'open' && !evidence?.submitted ? rules.accepts : undefined;
}

/**
 * The amount that a dispute keeps from being refunded. Otherwise the customer could get the same money back twice.
 */
export const amountHeldBy = (transaction: Transaction, amount: number): number =>
  Math.min(amount, transaction.refundableAmount);
