import { randomBytes } from 'node:crypto';
import type { TestCard } from './cards.ts';

export interface Settings {
  /** The settlement currency, in lower case. */
  currency: string;
  country: string;
  /** Other currencies, in lower case, that the account keeps (https://docs.stripe.com/payouts/multicurrency-settlement). */
  alsoKeeps: string[];
  /** Brands of cards that the account's country does not take (https://docs.stripe.com/payments/cards/supported-card-brands). */
  refuses: string[];
  /** Whether the account has multicapture (https://docs.stripe.com/payments/multicapture). */
  manyCaptures: boolean;
  /** Whether the account has extended authorizations (https://docs.stripe.com/payments/extended-authorization). */
  extended: boolean;
  /** Whether the account has incremental authorizations (https://docs.stripe.com/payments/incremental-authorization). */
  increments: boolean;
  /** Whether the banks decline each increment. */
  declinesIncrements?: boolean;
  /** How the banks decline each payment; absent if the card decides. */
  declines?: TestCard['declined'];
  /** Whether the banks decline wrong security codes without saying why. */
  hidesWrongCodes?: boolean;
  /**
   * The hours for which banks hold authorized money (https://docs.stripe.com/payments/place-a-hold-on-a-payment-method).
   */
  holdHours: number;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  /**
   * The state of the account's capabilities for methods other than cards, by the method's type
   * (https://docs.stripe.com/connect/account-capabilities).
   */
  methods: Record<string, 'active' | 'inactive' | 'pending'>;
  /** The deadline for information that the owner must send, in seconds since 1970. */
  asksUntil?: number;
  /** The days after which the money of payments can be paid out. */
  payoutDelay: number;
  /** The balance that pays for refunds: that of payments, or the prefunded one. */
  refundsFrom: string;
  /** Whether its owner has disconnected the account from the platform. */
  disconnected?: boolean;
  /** The prefix of statement descriptors. */
  prefix?: string;
  /**
   * The books show an application fee that is returned with a refund by an adjustment, as
   * https://docs.stripe.com/reports/reporting-categories says, or as a fee below 0 in the refund's balance transaction.
   */
  returnsFees: 'adjustment' | 'in the refund';
  /**
   * The state in which its refunds begin, or the reason why they are pending and have not left the balance
   * (https://docs.stripe.com/api/refunds/object#refund_object-pending_reason). One that requires an action has not left
   * the balance either.
   */
  refunds: 'succeeded' | 'pending' | 'requires_action' | PendingReason;
}

export type PendingReason = 'charge_pending' | 'insufficient_funds' | 'processing';

/** A card, or what pays by another method: it has no data but its type and the customer's. */
export interface Method {
  id: string;
  object: 'payment_method';
  type: string;
  card?: { brand: string; last4: string; exp_month: number; exp_year: number };
  billing_details: { name?: string; email?: string };
  customer: string | null;
  created: number;
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  currency: string;
  captured: boolean;
  status: 'succeeded' | 'failed';
  payment_intent: string;
  balance_transaction: string | null;
  /** The platform's fee so far. */
  application_fee_amount: number | null;
  payment_method_details: { type: string; card?: CardDetails };
  created: number;
}

export interface CardDetails {
  brand: string;
  /** https://docs.stripe.com/api/charges/object#charge_object-payment_method_details-card-checks */
  checks: { cvc_check: 'pass' | 'fail' | null };
  three_d_secure: { result: string; authentication_flow: string } | null;
  multicapture: { status: 'available' | 'unavailable' };
  extended_authorization: { status: 'enabled' | 'disabled' };
  incremental_authorization: { status: 'available' | 'unavailable' };
  /** The end of the authorization of a charge that is captured later, in seconds since 1970. */
  capture_before?: number;
}

export interface Intent {
  id: string;
  object: 'payment_intent';
  status: string;
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  application_fee_amount: number | null;
  capture_method: string;
  customer: string | null;
  payment_method: string | null;
  /** The types of payment methods that fit the account, the amount and the currency. */
  payment_method_types: string[];
  metadata: Record<string, string>;
  setup_future_usage: string | null;
  /** The text of the customer's bank statement after the account's own prefix, for a card. */
  statement_descriptor_suffix: string | null;
  /** The whole text, for other methods. */
  statement_descriptor: string | null;
  description: string | null;
  latest_charge: string | null;
  last_payment_error: object | null;
  next_action: object | null;
  cancellation_reason: string | null;
  client_secret: string;
  created: number;
}

export interface Setup {
  id: string;
  object: 'setup_intent';
  status: string;
  customer: string | null;
  payment_method: string | null;
  metadata: Record<string, string>;
  usage: string;
  latest_attempt: string | null;
  last_setup_error: object | null;
  next_action: object | null;
  cancellation_reason: string | null;
  client_secret: string;
  created: number;
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  status: string;
  charge: string;
  payment_intent: string;
  metadata: Record<string, string>;
  reason: string | null;
  pending_reason?: PendingReason;
  balance_transaction: string | null;
  failure_balance_transaction?: string;
  created: number;
}

export interface Entry {
  id: string;
  object: 'balance_transaction';
  type: string;
  reporting_category: string;
  balance_type: string;
  amount: number;
  fee: number;
  net: number;
  currency: string;
  exchange_rate: number | null;
  description: string | null;
  source: string | null;
  available_on: number;
  status: 'available' | 'pending';
  fee_details: {
    type: string;
    amount: number;
    currency: string;
    description: string | null;
    application: string | null;
  }[];
  created: number;
}

export interface Dispute {
  id: string;
  object: 'dispute';
  status: string;
  reason: string;
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  /** Fees and their returns: whole balance transactions, which need no request. */
  balance_transactions: Entry[];
  created: number;
  evidence: Record<string, string>;
  enhanced_eligibility_types: string[];
  evidence_details: { due_by: number; submission_count: number; enhanced_eligibility: Eligibility };
  metadata: Record<string, string>;
  payment_method_details: DisputedMethod;
}

/** https://docs.stripe.com/api/disputes/object#dispute_object-payment_method_details */
type DisputedMethod =
  | { type: 'card'; card: { network_reason_code: string } }
  | { type: 'klarna'; klarna: { reason_code: string } };

/** https://docs.stripe.com/api/disputes/object#dispute_object-evidence_details-enhanced_eligibility */
export interface Eligibility {
  visa_compelling_evidence_3?: { status: string; required_actions: string[] };
  visa_compliance?: { status: string };
  mastercard_compliance?: { status: string };
}

/** Objects without rules of their own here: customers, payouts. */
export interface Loose {
  id: string;
  object: string;
  created: number;
  [field: string]: unknown;
}

export type Thing = Method | Charge | Intent | Setup | Refund | Entry | Dispute | Loose;

/** The next step of a customer, with its deadline in milliseconds since 1970. */
export interface Action {
  until: number;
  returnUrl: string;
  /** The answer that comes without the customer's; absent if they must answer. */
  answer?: string;
}

/** One account's objects: nobody sees another's (https://docs.stripe.com/connect/authentication). */
export class Account {
  readonly things = new Map<string, Thing>();
  /** The test cards by the tokens of their numbers, which are stored nowhere. */
  readonly cards = new Map<string, TestCard>();
  /** The security codes of its cards, as their banks know them, and the codes of tokens. */
  readonly codes = new Map<string, string>();
  /** Cards that were detached, which nobody can use any more. */
  readonly detached = new Set<string>();
  /** Intents whose security code is not the card's. */
  readonly wrongCodes = new Set<string>();
  /** The ids of balance transactions, each with the payout that contains it. */
  readonly paidOut = new Map<string, string>();
  /** Whether requests show new balance transactions only after `showEntries`, when their events have already come. */
  hidesEntries = false;
  /** The ids of balance transactions that requests do not show yet. */
  readonly hidden = new Set<string>();
  /** Intents whose confirmation has asked for an extended authorization. */
  readonly asksExtended = new Set<string>();
  /** Intents whose confirmation has asked for several captures. */
  readonly asksMulticapture = new Set<string>();
  /** Intents whose first capture had a fee of the platform, so that each further capture needs one. */
  readonly feeOfEach = new Set<string>();
  /** The returned parts of application fees, by refund and by charge. */
  readonly returnedFees = new Map<string, number>();
  /** The number of attempted increments, by intent, for intents whose confirmation asked for increments. */
  readonly increments = new Map<string, number>();
  /** The customers' actions that intents wait for, by intent. */
  readonly actions = new Map<string, Action>();
  /** Ids of intents whose confirmation has not been answered. */
  readonly confirming = new Set<string>();

  constructor(
    readonly id: string,
    readonly settings: Settings,
    readonly now: () => number,
    readonly emit: (type: string, object: Thing) => void,
  ) {}

  add<T extends { id: string; created: number }>(prefix: string, thing: Omit<T, 'id' | 'created'>): T {
    const created = Math.floor(this.now() / 1000);
    const made = { ...thing, id: `${prefix}_${randomBytes(12).toString('hex')}`, created } as T;
    this.things.set(made.id, made as unknown as Thing);
    if (prefix === 'txn' && this.hidesEntries) this.hidden.add(made.id);
    return made;
  }

  get<T>(id: unknown): T | undefined {
    return this.hidden.has(String(id)) ? undefined : (this.things.get(String(id)) as T | undefined);
  }

  /** Makes requests show all balance transactions, also those that follow. */
  showEntries(): void {
    this.hidesEntries = false;
    this.hidden.clear();
  }

  /** An object as requests and events show it, without hidden balance transactions. */
  shown<T>(thing: T): T {
    if (this.hidden.size === 0) return thing;
    const isHidden = (value: unknown): boolean =>
      this.hidden.has(typeof value === 'string' ? value : String((value as Loose | null)?.id));
    const copy = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.filter((item) => !isHidden(item)).map(copy);
      if (isHidden(value)) return null;
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copy(inner)]));
    };
    return copy(thing) as T;
  }

  /** All objects of a kind, the newest first, as in all lists. */
  all<T>(object: string): T[] {
    return [...this.things.values()]
      .filter((thing) => thing.object === object && !this.hidden.has(thing.id))
      .reverse() as T[];
  }
}
