import type { Method } from '../../functions/core/domain/methods/method.ts';
import type { Attempt } from './methods.ts';

/**
 * The knowledge of the simulation's clients: their requests, the times, and the answers. Times are milliseconds of
 * `performance.now()`; an unknown end is Infinity.
 */
export interface Book {
  merchants: Merchant[];
  payments: Payment[];
  events: DisputeEvent[];
  frauds: { reference: string; payment: Payment }[];
  payouts: { day: string; started: number }[];
  /** The faults that clients noticed before the audit, one line each. */
  wrongs: string[];
}

export interface App {
  id: string;
  key: string;
}

export interface Merchant {
  id: string;
  publicKey: string;
  currency: string;
  /** The types of the methods that its pages offer. */
  methods: string[];
  banked: boolean;
  owner: App;
  helper: App;
  /** The changes of the helper's membership, in order. Only one is in progress at a time. */
  changes: Change[];
  changing: boolean;
  payments: Payment[];
  /** The payments by methods, with any outcome. */
  attempts: Attempt[];
  links: Link[];
  /** Counts payments by card that clients know to be declined, and payments with unknown outcome. */
  declined: { told: number; unknown: number };
  balances: { started: number; ended: number; balance: bigint }[];
}

/** A link that can be paid once. */
export interface Link {
  id: string;
  currency: string;
  amount: number;
  /** The types of the methods that can pay the link. */
  methods: readonly string[];
}

/** The helper app becomes a member of the merchant, or loses its membership. */
export interface Change {
  member: boolean;
  started: number;
  ended: number;
}

export interface Payment {
  id: string;
  merchant: Merchant;
  currency: string;
  amount: number;
  /** The method of a payment without a card. */
  method?: Method;
  /** The time when the client learned of the payment. */
  born: number;
  /** The amounts that are used already. Each movement has another amount, which identifies its trail entry. */
  used: Set<number>;
  movements: Movement[];
  views: View[];
}

export type MovementKind = 'capture' | 'refund' | 'void';

/** `done` and `refused` are answers to the client. `unknown` means that the client got no answer. */
export type Result = 'done' | 'refused' | 'unknown';

export interface Movement {
  payment: Payment;
  kind: MovementKind;
  amount: number;
  started: number;
  ended: number;
  result: Result;
  /** Notes for people who read the faults. */
  told?: string;
}

/** The state of a transaction in an answer to a client. */
export interface View {
  started: number;
  ended: number;
  length: number;
  digest: string;
  /** The movement that was answered with this state. */
  of?: Movement;
}

export interface DisputeEvent {
  reference: string;
  payment: Payment;
  amount: number;
  started: number;
  outcome?: 'won' | 'lost';
}

export const makeBook = (): Book => ({
  merchants: [],
  payments: [],
  events: [],
  frauds: [],
  payouts: [],
  wrongs: [],
});
