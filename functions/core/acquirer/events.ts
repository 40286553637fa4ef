import type { Id } from '#domain/id.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { AcquirerFigures } from '#domain/transactions/operation.ts';
import type { Decline } from './decline.ts';

/**
 * The acquirer's answer to a movement. An approval has the `figures` of the moved money, if the acquirer knows them already.
 * A decline has `figures` if the acquirer had approved the movement before: those of the money that it has taken or returned.
 */
export type MovementAnswer =
  | { state: 'approved'; figures?: AcquirerFigures }
  | { state: 'declined'; decline: Decline; figures?: AcquirerFigures };

/** An acquirer's event, translated to Florin's terms. `payment` is the reference of a `LivePayment`. */
export type AcquirerEvent = {
  /** The account that the event is about; absent for the stage's own account. */
  account?: string;
} /** The acquirer is asked what has changed. */ & (
  | { type: 'dispute.changed'; reference: string; payment: string }
  /** `reason` as of a fraud alert, 0 to 8. */
  | { type: 'fraud.reported'; reference: string; payment: string; reported: string; reason: number }
  /**
   * Somebody may have captured, refunded or cancelled the payment, or a refund has come back. The acquirer is asked what
   * the payment is now. `operation` is the payment's authorization.
   */
  | ({ type: 'payment.changed'; payment: string; operation?: Id } & PaymentProgress)
  /**
   * The acquirer knows more about an operation that may be open. `reference` is the acquirer's own id of an
   * authorization, and `authorized` is the amount that is authorized now.
   */
  | { type: 'operation.changed'; operation: Id; reference?: string; authorized?: number }
  /** The acquirer answers a movement that Florin has requested. A later answer replaces it. */
  | { type: 'movement.answered'; payment: string; operation: Id; answer: MovementAnswer }
  /** The account may take payments no more, or again; or its owner has disconnected it. The acquirer is asked. */
  | { type: 'account.changed' }
  /** A payout has left the account, or its money is back. Florin reads the figures in the acquirer's books. */
  | { type: 'payout.paid' | 'payout.failed'; reference: string }
  /**
   * The acquirer tells more about a payout: its arrival, or the lines that it contains. `isLate` is set if the lines
   * must be complete by now.
   */
  | { type: 'payout.changed'; reference: string; isLate?: true }
);

/** The sums of a payment that an event carries, in minor units of the payment's currency. */
export interface PaymentProgress {
  authorized?: number;
  captured?: number;
  /** Nothing more can be captured. */
  ended?: boolean;
}

/** An event and who reports it, as it waits in the queue. */
export type ReceivedEvent = AcquirerEvent & AcquirerAccount;
