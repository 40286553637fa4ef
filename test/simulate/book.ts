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
  /** The faults that were visible at once, a line each. */
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
  banked: boolean;
  owner: App;
  helper: App;
  /** Of the helper's membership, in their order; one at a time. */
  changes: Change[];
  changing: boolean;
  payments: Payment[];
  /** Payments that were, and those of which nobody knows. */
  declined: { told: number; unknown: number };
  balances: { started: number; ended: number; balance: bigint }[];
}

/** The helper becomes a member of the merchant, or is no more. */
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
  /** When it was known. */
  born: number;
  /** No two movements of a payment have one amount, so that its trail says whose entry is whose. */
  used: Set<number>;
  movements: Movement[];
  views: View[];
}

export type MovementKind = 'capture' | 'refund' | 'void';

/** `done`: told so; `refused`: told that it was not; `unknown`: never told. */
export type Result = 'done' | 'refused' | 'unknown';

export interface Movement {
  payment: Payment;
  kind: MovementKind;
  amount: number;
  started: number;
  ended: number;
  result: Result;
  /** For people. */
  told?: string;
}

/** A transaction as somebody was shown it. */
export interface View {
  started: number;
  ended: number;
  length: number;
  digest: string;
  /** The movement that was answered with it. */
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
