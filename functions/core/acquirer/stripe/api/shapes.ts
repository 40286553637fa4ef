import type { StripeError } from './client.ts';

/** The fields of Stripe's objects that Florin reads (https://docs.stripe.com/api), in the pinned version. */
export interface Charge {
  id: string;
  /** Seconds since 1970. */
  created?: number;
  balance_transaction: string | BalanceTransaction | null;
  payment_method_details?: {
    card?: {
      /** The result of the bank's check of the security code: `pass`, `fail`, `unavailable` or `unchecked`. */
      checks?: { cvc_check?: string | null } | null;
      three_d_secure?: ThreeDSecure | null;
      multicapture?: { status: 'available' | 'unavailable' };
      incremental_authorization?: { status: 'available' | 'unavailable' };
      /** Seconds since 1970; Stripe sets it on charges that are captured later. */
      capture_before?: number | null;
    };
  } | null;
}

export interface ThreeDSecure {
  result: string | null;
}

interface Intent {
  id: string;
  customer: string | null;
  payment_method: string | null;
  metadata: Record<string, string>;
  next_action?: NextAction | null;
}

/**
 * The customer's next step (https://docs.stripe.com/api/payment_intents/object#payment_intent_object-next_action). The
 * fields of an action are below the name of its type.
 */
export interface NextAction {
  type?: string;
  redirect_to_url?: { url: string };
  swish_handle_redirect_or_display_qr_code?: { hosted_instructions_url: string };
}

export interface PaymentIntent extends Intent {
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'requires_capture'
    | 'canceled'
    | 'succeeded';
  /** In Stripe's units of `currency`, which is in lower case. */
  amount: number;
  currency: string;
  amount_received: number;
  /** `manual` if Florin asks for the capture, and `automatic` if the method moves the money with the approval. */
  capture_method?: string;
  setup_future_usage: string | null;
  last_payment_error: StripeError | null;
  latest_charge: string | Charge | null;
}

export interface SetupIntent extends Intent {
  status: Exclude<PaymentIntent['status'], 'requires_capture'>;
  last_setup_error: StripeError | null;
  latest_attempt:
    | string
    | { payment_method_details?: { card?: { three_d_secure?: ThreeDSecure | null } } }
    | null;
}

export interface BalanceTransaction {
  id: string;
  /** `charge`, `refund`, `payout`, `adjustment` … */
  type: string;
  /** Stripe's group of the type for accounting: of an `adjustment`, it says what has been adjusted. */
  reporting_category?: string;
  /** The balance that it changes: `payments`, `risk_reserved` … */
  balance_type?: string;
  description: string | null;
  /** Signed, in Stripe's units of `currency`; `amount` = `net` + `fee`. */
  amount: number;
  net: number;
  fee: number;
  /** Lower case. */
  currency: string;
  exchange_rate: number | null;
  /** The object that the entry is about; expanded if the request has asked for that. */
  source: string | { id: string; payment_intent?: string | null } | null;
  /** Seconds since 1970. */
  created: number;
  available_on?: number;
  fee_details?: { type: string; amount: number; description?: string | null }[];
}

export interface Payout {
  id: string;
  status: string;
  /** In Stripe's units of `currency`. */
  amount: number;
  /** Lower case. */
  currency: string;
  /** Seconds since 1970. */
  arrival_date?: number | null;
  created: number;
  /** Whether Stripe made the payout by its schedule. Stripe lists the contents only of such payouts. */
  automatic?: boolean;
  reconciliation_status?: 'completed' | 'in_progress' | 'not_applicable';
  trace_id?: { status: string; value: string | null } | null;
}

export interface Dispute {
  id: string;
  payment_intent: string | null;
  /** In Stripe's units of `currency`. */
  amount: number;
  /** Lower case. */
  currency: string;
  reason: string;
  status: string;
  /** Seconds since 1970. */
  created: number;
  evidence_details?: {
    due_by: number | null;
    past_due?: boolean;
    submission_count?: number;
    enhanced_eligibility?: Eligibility;
  };
  metadata?: Record<string, string> | null;
  payment_method_details?: { card?: { network_reason_code?: string | null } } | null;
  balance_transactions: BalanceTransaction[];
}

/** https://docs.stripe.com/api/disputes/object#dispute_object-evidence_details-enhanced_eligibility */
export interface Eligibility {
  visa_compelling_evidence_3?: { status: string; required_actions?: string[] };
  visa_compliance?: { status: string };
  mastercard_compliance?: { status: string };
}

export interface Refund {
  id: string;
  /** Seconds since 1970. */
  created: number;
  /** In Stripe's units of the payment's currency. */
  amount: number;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled' | null;
  balance_transaction: string | BalanceTransaction | null;
  /** The entry by which the money of a failed refund came back to the account. */
  failure_balance_transaction?: string | BalanceTransaction | null;
  metadata: Record<string, string> | null;
}

export interface List<T> {
  data: T[];
  has_more: boolean;
}

/** 31 December 9999, in seconds since 1970: the year of a later date has five digits. */
export const lastSecond = 253_402_300_799;

/** A time of Stripe's, in seconds since 1970, as ISO 8601. */
export const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
