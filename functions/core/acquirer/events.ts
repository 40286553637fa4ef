import type { Id } from '#domain/id.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { AcquirerFigures } from '#domain/transactions/operation.ts';
import type { FraudWarning } from './acquirer.ts';
import type { Decline } from './decline.ts';

/**
 * The acquirer's answer to a movement. An approval has the `figures` of the moved money, if the acquirer knows them
 * already. A decline has `figures` if the acquirer had approved the movement before. These are the figures of the
 * reversal.
 */
export type MovementAnswer =
  | { state: 'approved'; figures?: AcquirerFigures }
  | { state: 'declined'; decline: Decline; figures?: AcquirerFigures };

/** An acquirer's event, translated to Florin's terms. `payment` is the reference of a `LivePayment`. */
export type AcquirerEvent = {
  /** The account that the event is about; absent for the stage's own account. */
  account?: string;
} /** A dispute was opened or has changed. Florin asks the acquirer for its present state. */ & (
  | { type: 'dispute.changed'; reference: string; payment: string }
  | ({ type: 'fraud.reported' } & FraudWarning)
  /**
   * Somebody may have captured, refunded or cancelled the payment, or the money of a failed refund may have come
   * back. Florin asks the acquirer for the payment's present state. `operation` is the payment's authorization.
   */
  | ({ type: 'payment.changed'; payment: string; operation?: Id } & PaymentProgress)
  /**
   * The acquirer knows more about an operation that may be open. `reference` is the acquirer's own id of an
   * authorization, and `authorized` is the amount that is authorized now.
   */
  | { type: 'operation.changed'; operation: Id; reference?: string; authorized?: number }
  /** The acquirer answers a movement that Florin has requested. A later answer replaces it. */
  | { type: 'movement.answered'; payment: string; operation: Id; answer: MovementAnswer }
  /**
   * The account can no longer take payments, or can take them again, or its owner has disconnected it. Florin asks
   * the acquirer for the account's present state.
   */
  | { type: 'account.changed' }
  /**
   * A payout has left the account, or the money of a failed payout has come back to the account. Florin reads the
   * figures in the acquirer's books.
   */
  | { type: 'payout.paid' | 'payout.failed'; reference: string }
  /**
   * The acquirer reports more about a payout: its arrival, or the lines that it contains. `isLate` is set if the
   * lines must be complete by now.
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

/** An event and the account that reports it, as the event waits in the queue. */
export type ReceivedEvent = AcquirerEvent & AcquirerAccount;

/** A request to the route of an acquirer's events. */
export interface PostedReport {
  /** The body as received, since signatures cover every byte. */
  body: string;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

export type EventReading =
  /** The report comes from the acquirer. It contains no events if Florin has no use for it. */
  | { state: 'read'; events: AcquirerEvent[] }
  /** The report is about test money while Florin's key is live, or the reverse. `type` is the acquirer's own word. */
  | { state: 'other mode'; type: string; live: boolean }
  | OtherVersion
  /** The report's sender is not proven to be the acquirer. `title` is for the sender. */
  | { state: 'unsigned'; title: string }
  /** This stage has no keys of the acquirer. */
  | { state: 'unconfigured' };

/**
 * The report has a version of the acquirer's API that Florin does not know, in which a field could mean something
 * else. Florin drops and counts the report, and logs its name, so that an operator can find it at the acquirer.
 */
export interface OtherVersion {
  state: 'other version';
  /** The acquirer's own words. */
  type: string;
  id: unknown;
  version: unknown;
  /** The version that Florin's events must have. */
  spoken: string;
}

/**
 * Checks the sender of a report, and translates it to Florin's events.
 *
 * @throws Refused if the body is not a report
 */
export type EventReader = (report: PostedReport) => Promise<EventReading>;

/** The texts of the API reference about an acquirer's events. */
export interface EventGuide {
  name: string;
  /** The header with the signature, and how the signature is made. */
  signature: string;
  signedBy: string;
  /** Markdown: the acquirer's event types that it must send. */
  subscription: string;
}
