import { isId } from '#domain/id.ts';
import { disputeReasonOf } from './dispute-reason.ts';
import type { StripeEvent } from './events.ts';
import { fromStripe } from './units.ts';

/** An event as it is posted to us (https://docs.stripe.com/api/events/object). */
export interface PostedEvent {
  type: string;
  /** `acct_…` of a connected account (https://docs.stripe.com/connect/webhooks). */
  account?: string;
  data: { object: unknown };
}

type Translation = (object: never) => StripeEvent | undefined;

/**
 * What an event means here, undefined where nothing. Stripe sends events more than once and in any order
 * (https://docs.stripe.com/webhooks#event-ordering); nothing here depends on that.
 */
export function translate({ type, account, data }: PostedEvent): StripeEvent | undefined {
  const event = Object.hasOwn(translations, type) && translations[type]?.(data.object as never);
  return event ? { ...event, ...(account ? { account } : {}) } : undefined;
}

/** https://docs.stripe.com/api/events/types */
const translations: Record<string, Translation> = {
  'charge.dispute.created': disputeOpened,
  'charge.dispute.closed': disputeResolved,
  // One that was prevented is decided as it begins, and not closed.
  'charge.dispute.updated': disputeResolved,
  'charge.dispute.funds_withdrawn': disputeResolved,
  'radar.early_fraud_warning.created': fraudReported,
  'refund.failed': refundFailed,
  // Of Stripe's versions before `refund.failed`; the reference is the same, so twice is once.
  'charge.refund.updated': refundFailed,
  'payment_intent.canceled': released,
  'payment_intent.succeeded': released,
  'payment_intent.amount_capturable_updated': changed,
  'payment_intent.payment_failed': changed,
  'setup_intent.succeeded': changed,
  'setup_intent.setup_failed': changed,
  // It leaves the account as it is made, days before it is paid, and comes back where it is not.
  'payout.created': (payout: Payout) => payoutOf('payout.paid', payout),
  'payout.paid': (payout: Payout) => payoutOf('payout.paid', payout),
  'payout.failed': (payout: Payout) => payoutOf('payout.failed', payout),
  'payout.canceled': (payout: Payout) => payoutOf('payout.failed', payout),
};

interface Dispute {
  id: string;
  payment_intent: string | null;
  amount: number;
  currency: string;
  reason: string;
  status: string;
  created: number;
  evidence_details?: { due_by: number | null };
  payment_method_details?: { card?: { network_reason_code?: string | null } } | null;
  balance_transactions: { net: number }[];
}

/**
 * A dispute can be resolved before it is one, by giving the money back, or blocked, which costs nothing
 * (https://docs.stripe.com/changelog/basil/2025-08-27/add-preventions-to-dispute).
 */
const hasCost = ({ balance_transactions }: Dispute): boolean =>
  balance_transactions.reduce((sum, { net }) => sum + net, 0) < 0;

/** A `warning_…` is an inquiry, which becomes a dispute of the same id, or is closed without one. */
function disputeOpened(dispute: Dispute): StripeEvent | undefined {
  const { id, payment_intent, amount, currency, reason, status, created } = dispute;
  if (!payment_intent || (status === 'prevented' && !hasCost(dispute))) return undefined;
  const code = currency.toUpperCase();
  return {
    type: 'dispute.opened',
    reference: id,
    payment: payment_intent,
    amount: fromStripe(amount, code),
    currency: code,
    reason: disputeReasonOf(reason, dispute.payment_method_details?.card?.network_reason_code),
    due: dateOf(dispute.evidence_details?.due_by ?? created),
    inquiry: status.startsWith('warning_'),
  };
}

/** An inquiry that is closed has cost nothing (https://docs.stripe.com/disputes/how-disputes-work#inquiries). */
function disputeResolved(dispute: Dispute): StripeEvent | undefined {
  const { id, payment_intent, status } = dispute;
  const lost = status === 'lost' || (status === 'prevented' && hasCost(dispute));
  if (!payment_intent || !(lost || status === 'won' || status === 'warning_closed')) return undefined;
  return {
    type: 'dispute.resolved',
    reference: id,
    payment: payment_intent,
    outcome: lost ? 'lost' : 'won',
  };
}

/** https://docs.stripe.com/api/radar/early_fraud_warnings/object, by the codes of a fraud alert. */
const fraudReasons: Record<string, number> = {
  misc: 0,
  unauthorized_use_of_card: 1,
  fraudulent_card_application: 2,
  made_with_counterfeit_card: 3,
  card_never_received: 5,
  made_with_stolen_card: 6,
  made_with_lost_card: 7,
};

function fraudReported(warning: {
  id: string;
  payment_intent?: string | null;
  fraud_type: string;
  created: number;
}): StripeEvent | undefined {
  const { id, payment_intent, fraud_type, created } = warning;
  if (!payment_intent) return undefined;
  const reason = fraudReasons[fraud_type] ?? 0;
  return {
    type: 'fraud.reported',
    reference: id,
    payment: payment_intent,
    reported: dateOf(created),
    reason,
  };
}

/** https://docs.stripe.com/refunds#failed-refunds */
function refundFailed(refund: {
  id: string;
  status: string | null;
  payment_intent: string | null;
  metadata: Record<string, string> | null;
  failure_balance_transaction?: string | null;
}): StripeEvent | undefined {
  const { id, status, payment_intent, metadata, failure_balance_transaction } = refund;
  const operation = metadata?.florin;
  if ((status !== 'failed' && status !== 'canceled') || !payment_intent || !isId(operation)) return undefined;
  const entry = failure_balance_transaction ?? undefined;
  return { type: 'refund.failed', reference: id, operation, payment: payment_intent, entry };
}

interface Intent {
  id: string;
  amount: number;
  amount_received: number;
  metadata: Record<string, string>;
}

/** Cancelled, by whomever, or expired; or captured in part, when all of it can be captured no more. */
function released({ id, amount, amount_received, metadata }: Intent): StripeEvent | undefined {
  const operation = metadata.florin;
  if (amount_received === amount || !isId(operation)) return undefined;
  return { type: 'authorization.released', payment: id, operation };
}

function changed({ metadata }: Intent): StripeEvent | undefined {
  const operation = metadata.florin;
  return isId(operation) ? { type: 'operation.changed', operation } : undefined;
}

interface Payout {
  id: string;
  amount: number;
  currency: string;
}

function payoutOf(type: 'payout.paid' | 'payout.failed', { id, amount, currency }: Payout): StripeEvent {
  const code = currency.toUpperCase();
  return { type, reference: id, amount: fromStripe(amount, code), currency: code };
}

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
