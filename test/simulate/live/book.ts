import type { Method } from '../../../functions/core/domain/methods/method.ts';
import type { Movement, MovementKind } from '../book.ts';
import type { Attempt } from '../methods.ts';

/** The requests of live merchants' clients, and the answers to these requests. */
export interface LiveBook {
  shops: LiveShop[];
  /** The faults that clients noticed before the audit, one line each. */
  wrongs: string[];
}

export interface LiveShop {
  id: string;
  publicKey: string;
  key: string;
  /** The merchant's account at the acquirer. */
  account: string;
  /** Payments are captured with their authorization. */
  captures: boolean;
  /** True if the acquirer captures a payment only once, and releases the rest. */
  once: boolean;
  /** True if the acquirer pays out by a schedule, and lists the contents of each payout. */
  automatic: boolean;
  payments: LivePayment[];
  /** The payments by methods, with any outcome. */
  attempts: Attempt[];
  /** The acquirer's ids of payments by methods that their customers have agreed to, and whose bank answers later. */
  processing: string[];
  /** True if the acquirer can raise authorizations. */
  increments: boolean;
  /** The acquirer's ids of payments that another system than Florin made at the account. */
  foreign: string[];
  /** The number of payments by card whose clients do not know the outcome. */
  unknown: number;
  /** The number of payments by card that were declined in an answer to the customer. */
  declined: number;
  /** The disputes, with the acquirer's ids. */
  disputes: LiveDispute[];
  /** The acquirer's ids of payouts that have not arrived at the bank. */
  payouts: string[];
  /** The number of authorizations that expired, or that somebody cancelled in the dashboard. */
  expired: number;
  links: LiveLink[];
  codes: LiveCode[];
  /** Cards that customers have saved. */
  kept: KeptCard[];
  /** The number of payments that were refused because their link was closed. */
  late: number;
}

/** The code of a payment that a till shows. */
export interface LiveCode {
  code: string;
  /** The token that the till uses to read the state of the payment. */
  watch: string;
  amount: number;
  /** The ids of payments by this code that customers know to have succeeded. */
  paidBy: string[];
}

export interface KeptCard {
  /** The id of the saved card, which is the id of the payment that saved the card. */
  id: string;
  customer: string;
  /** True if the bank challenges payments with this card. */
  asks: boolean;
  /** The number of payments for which the security code was typed. */
  uses: number;
}

export interface LiveLink {
  id: string;
  amount: number;
  uses: number;
  /** True if customers who pay by this link agree to later charges by the merchant. */
  recurring: boolean;
  /** The types of the methods that can pay the link. */
  methods: readonly string[];
  /** The ids of payments by this link that customers know to have succeeded. */
  paidBy: string[];
}

export interface LiveDispute {
  id: string;
  charge: string;
  amount: number;
  /** True for an inquiry of the bank, which moves no money. */
  inquiry: boolean;
  /** Set if the dispute is won, and its money not yet reinstated. */
  owed?: true;
  /** Set if an appeal changed the outcome. */
  appealed?: true;
  outcome?: 'won' | 'lost' | 'warning_closed';
}

export interface LivePayment {
  id: string;
  /** The amount in minor units of EUR. */
  amount: number;
  /** The method of a payment without a card. */
  method?: Method;
  /** True if the bank challenges payments with this card, so that a charge without the customer is declined. */
  asks: boolean;
  /** True if the customer agreed to later charges by the merchant. */
  agreed: boolean;
  /**
   * Somebody has captured a part in the acquirer's dashboard. The simulation then voids nothing through Florin: the
   * acquirer releases no part, so the dashboard could still capture the voided part, which is a case for an operator.
   */
  inDashboard?: true;
  /** Somebody has raised the payment in the dashboard. Florin may learn of that late, and capture or release less. */
  raisedInDashboard?: true;
  /** The used amounts. Each capture, refund and increment has another amount, which identifies its trail entry. */
  used: Set<number>;
  movements: LiveMovement[];
}

export type LiveMovementKind = MovementKind | 'increment';

export interface LiveMovement extends Pick<Movement, 'amount' | 'result' | 'told'> {
  kind: LiveMovementKind;
}
