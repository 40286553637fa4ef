import type { Movement, MovementKind } from '../book.ts';

/** The knowledge of live merchants' clients: their requests and the answers. */
export interface LiveBook {
  shops: LiveShop[];
  /** The faults that were visible at once, a line each. */
  wrongs: string[];
}

export interface LiveShop {
  id: string;
  publicKey: string;
  key: string;
  /** At the acquirer. */
  account: string;
  /** Payments are captured with their authorization. */
  captures: boolean;
  /** Its acquirer captures a payment once, and releases what is left. */
  once: boolean;
  /** Its acquirer pays out by a schedule, and says what each payout contains. */
  automatic: boolean;
  payments: LivePayment[];
  /** Its acquirer raises authorizations. */
  increments: boolean;
  /** Payments of its account by another system than Florin, by the acquirer's names. */
  foreign: string[];
  /** Payments of which nobody was told whether they are paid. */
  unknown: number;
  /** Payments that were declined, as their customers were told. */
  declined: number;
  /** By the acquirer's names. */
  disputes: LiveDispute[];
  /** On their way. */
  payouts: string[];
  /** How many authorizations the acquirer has let go of by itself. */
  expired: number;
  links: LiveLink[];
  codes: LiveCode[];
  /** Cards that customers have had kept. */
  kept: KeptCard[];
  /** Payments by a link that had ended, as their customers were told: nothing was charged. */
  late: number;
}

/** The payment that a till shows. */
export interface LiveCode {
  code: string;
  /** The till asks by this what became of it. */
  watch: string;
  amount: number;
  /** Payments by it that their customers were told of. */
  paidBy: string[];
}

export interface KeptCard {
  /** The payment's that it was kept with. */
  id: string;
  customer: string;
  /** Its bank asks its holder. */
  asks: boolean;
  /** How often its code was typed. */
  uses: number;
}

export interface LiveLink {
  id: string;
  amount: number;
  uses: number;
  /** Customers who pay by it agree that the merchant charges the card again. */
  recurring: boolean;
  /** Payments by it that their customers were told of. */
  paidBy: string[];
}

export interface LiveDispute {
  id: string;
  charge: string;
  amount: number;
  /** An inquiry of the bank: no money has moved. */
  inquiry: boolean;
  /** It is won, and its money comes back later. */
  owed?: true;
  /** Its outcome was changed on appeal. */
  appealed?: true;
  outcome?: 'won' | 'lost' | 'warning_closed';
}

export interface LivePayment {
  id: string;
  /** Minor units of EUR. */
  amount: number;
  /** Its card's bank wants to hear its customer: none is there when it is charged again. */
  asks: boolean;
  /** The customer has agreed that the merchant charges it again. */
  agreed: boolean;
  /**
   * Somebody has captured a part in the acquirer's dashboard. The simulation then voids nothing through Florin: the acquirer
   * releases no part, so the dashboard could still capture the voided part, which is a case for an operator.
   */
  inDashboard?: true;
  /** Somebody has raised it in the acquirer's dashboard. Florin may hear of that late, and capture or release less. */
  raisedInDashboard?: true;
  /** No two captures of a payment have one amount, nor two refunds, so that its trail says whose entry is whose. */
  used: Set<number>;
  movements: LiveMovement[];
}

export type LiveMovementKind = MovementKind | 'increment';

export interface LiveMovement extends Pick<Movement, 'amount' | 'result' | 'told'> {
  kind: LiveMovementKind;
}
