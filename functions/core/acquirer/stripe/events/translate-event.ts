import { isId } from '#domain/id.ts';
import type { AcquirerEvent } from '../../events.ts';
import type { Dispute } from '../api/shapes.ts';
import { type EarlyFraudWarning, fraudWarningOf } from '../disputes/fraud-warning.ts';
import { fromStripe } from '../money/currency-units.ts';
import { requireWhole } from './check-event.ts';

/** An event as Stripe posts it (https://docs.stripe.com/api/events/object). */
export interface PostedEvent {
  /** `event`, or the kind of a thin event. */
  object?: string;
  type: string;
  /** `acct_…` of a connected account (https://docs.stripe.com/connect/webhooks). */
  account?: string | null;
  /** Whether the event is about real money. An event without this field counts as an event of test mode. */
  livemode?: boolean;
  id?: string;
  /** The API version of the event's object, which is the version of the receiving endpoint. */
  api_version?: string | null;
  data: { object: unknown };
}

type Translation = (object: never) => AcquirerEvent | undefined;

/**
 * Translates an event; undefined if Florin ignores its type. Stripe sends events more than once and in any order
 * (https://docs.stripe.com/webhooks#event-ordering); the translation depends on neither.
 *
 * @throws Refused for an event of a Florin payment with a missing or wrong field
 */
export function translate({ type, account, data }: PostedEvent): AcquirerEvent | undefined {
  if (!Object.hasOwn(translations, type)) return undefined;
  requireWhole(type, account, data.object);
  const event = translations[type]?.(data.object as never);
  return event ? { ...event, ...(account ? { account } : {}) } : undefined;
}

/** https://docs.stripe.com/api/events/types */
const translations: Record<string, Translation> = {
  'charge.dispute.created': disputeChanged,
  'charge.dispute.updated': disputeChanged,
  'charge.dispute.closed': disputeChanged,
  'charge.dispute.funds_withdrawn': disputeChanged,
  'charge.dispute.funds_reinstated': disputeChanged,
  'radar.early_fraud_warning.created': fraudReported,
  'refund.created': refundCreated,
  'refund.failed': ({ payment_intent }: Refund) => paymentChanged(payment_intent),
  // Stripe reports a canceled refund by this event alone.
  'refund.updated': refundUpdated,
  // Stripe's API versions before `refund.failed` send this event.
  'charge.refund.updated': refundUpdated,
  'charge.refunded': ({ payment_intent }: Charge) => paymentChanged(payment_intent),
  'charge.captured': ({ payment_intent }: Charge) => paymentChanged(payment_intent),
  'payment_intent.canceled': intentChanged,
  'payment_intent.succeeded': intentChanged,
  'payment_intent.amount_capturable_updated': (intent: Intent) =>
    intent.amount_received > 0 ? intentChanged(intent) : authorizedOrRaised(intent),
  'payment_intent.payment_failed': operationChanged,
  'setup_intent.succeeded': operationChanged,
  'setup_intent.setup_failed': operationChanged,
  // https://docs.stripe.com/connect/webhooks
  'account.updated': accountChanged,
  'account.application.deauthorized': accountChanged,
  // A payout leaves the account when it is created, days before it arrives, and comes back if the bank rejects it.
  'payout.created': (payout: Payout) => payoutOf('payout.paid', payout),
  'payout.paid': (payout: Payout) => payoutOf('payout.paid', payout),
  'payout.failed': (payout: Payout) => payoutOf('payout.failed', payout),
  'payout.canceled': (payout: Payout) => payoutOf('payout.failed', payout),
  'payout.updated': (payout: Payout) => payoutOf('payout.changed', payout),
  'payout.reconciliation_completed': (payout: Payout) => payoutOf('payout.changed', payout),
};

function disputeChanged({
  id,
  payment_intent,
}: Pick<Dispute, 'id' | 'payment_intent'>): AcquirerEvent | undefined {
  return payment_intent ? { type: 'dispute.changed', reference: id, payment: payment_intent } : undefined;
}

function fraudReported(posted: EarlyFraudWarning): AcquirerEvent | undefined {
  const warning = fraudWarningOf(posted);
  return warning && { type: 'fraud.reported', ...warning };
}

interface Charge {
  payment_intent?: string | null;
}

interface Refund {
  status: string | null;
  payment_intent: string | null;
  metadata: Record<string, string> | null;
}

function paymentChanged(payment: string | null | undefined): AcquirerEvent | undefined {
  return payment ? { type: 'payment.changed', payment } : undefined;
}

/** The request for one of Florin's refunds gets the answer itself. Other refunds were made in Stripe's dashboard. */
function refundCreated({ payment_intent, metadata }: Refund): AcquirerEvent | undefined {
  return isId(metadata?.florin) ? undefined : paymentChanged(payment_intent);
}

/**
 * Handles a refund that has ended or was made outside Florin, and news about a refund whose operation may be open.
 */
function refundUpdated(refund: Refund): AcquirerEvent | undefined {
  const { status, metadata } = refund;
  const operation = metadata?.florin;
  const hasEnded = status === 'failed' || status === 'canceled';
  return hasEnded || !isId(operation)
    ? paymentChanged(refund.payment_intent)
    : { type: 'operation.changed', operation };
}

interface Intent {
  id: string;
  amount: number;
  amount_received: number;
  currency: string;
  status: string;
  capture_method?: string | null;
  metadata?: Record<string, string> | null;
}

/**
 * Handles an intent that was captured by Florin or in the dashboard, cancelled, or expired. An intent without a
 * Florin id belongs to another system, and is ignored. The money of a method that is captured with the customer's agreement
 * has moved by the authorization that is still open.
 */
function intentChanged(intent: Intent): AcquirerEvent | undefined {
  const { id, amount, amount_received, currency, status, capture_method, metadata } = intent;
  const operation = metadata?.florin;
  if (!isId(operation)) return undefined;
  if (status === 'succeeded' && capture_method === 'automatic') return operationChanged(intent);
  const [authorized, captured] = [amount, amount_received].map((sum) =>
    fromStripe(sum, currency.toUpperCase()),
  );
  const ended = status === 'canceled' || status === 'succeeded';
  return { type: 'payment.changed', payment: id, operation, authorized, captured, ended };
}

/**
 * Handles an authorization or an increment: Stripe has reserved money for the first time, or more money than
 * before. Florin or somebody in Stripe's dashboard may have asked for it.
 */
function authorizedOrRaised(intent: Intent): AcquirerEvent | undefined {
  const event = operationChanged(intent);
  return event && { ...event, authorized: fromStripe(intent.amount, intent.currency.toUpperCase()) };
}

function operationChanged({ id, metadata }: Pick<Intent, 'id' | 'metadata'>) {
  const operation = metadata?.florin;
  return isId(operation) ? { type: 'operation.changed' as const, operation, reference: id } : undefined;
}

/** Florin asks Stripe for the account's state, since events come in any order. */
function accountChanged(): AcquirerEvent {
  return { type: 'account.changed' };
}

interface Payout {
  id: string;
}

const payoutOf = (
  type: 'payout.paid' | 'payout.failed' | 'payout.changed',
  { id }: Payout,
): AcquirerEvent => ({
  type,
  reference: id,
});

/** The event types that a webhook endpoint at Stripe must subscribe to. */
export const eventTypes: readonly string[] = Object.keys(translations);
