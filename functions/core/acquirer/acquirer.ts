import type { ReturnData } from '#domain/cards/challenges.ts';
import type { Scheme } from '#domain/cards/scheme.ts';
import type { DisputeStatus } from '#domain/disputes/dispute.ts';
import type { Evidence } from '#domain/disputes/evidence.ts';
import type { EvidenceRules } from '#domain/disputes/evidence-limits.ts';
import type { Id } from '#domain/id.ts';
import type { PayoutFacts } from '#domain/ledger/payout-items.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Payer } from '#domain/merchants/payer.ts';
import type { Method } from '#domain/methods/method.ts';
import type { PlatformFee } from '#domain/money/platform-fee.ts';
import type { Fault } from '#domain/outcome.ts';
import type { DeclineAdvice } from '#domain/processing-error.ts';
import type {
  AcquirerFee,
  AcquirerFigures,
  LivePayment,
  PocketFunds,
} from '#domain/transactions/operation.ts';
import type { RefundReason } from '#schemas/movement-details.ts';
import type { Decline } from './decline.ts';

/** The acquirer's reference to a card that it charges again. Only the adapter reads it. */
export interface StoredCredential {
  reference: string;
  /** The customer at the acquirer who owns the card. */
  customer?: string;
}

/** An authorization to make. Amounts are minor units by ISO 4217, whatever units the acquirer uses. */
export interface AuthorizationOrder extends AcquirerAccount {
  /** The id of the operation and of the transaction. The acquirer recognizes a repeated request by it. */
  id: Id;
  /** 0 to save a card only. */
  amount: number;
  currency: string;
  /** The text for the customer's bank statement, 2–22 characters. */
  descriptor: string;
  /** The merchant's own reference for the order, without personal data. */
  orderReference?: string;
  /** The acquirer's customer whose stored credential pays. */
  customer?: string;
  /** Whether 3-D Secure must be passed. */
  requireTds?: boolean;
  /**
   * Whether Florin asks the bank to hold the money for longer than usual. It has an effect only on accounts that
   * have such authorizations.
   */
  extended?: boolean;
  /**
   * Whether the merchant may raise the authorized amount later. It has an effect only on accounts whose
   * authorizations can be raised.
   */
  increments?: boolean;
  /** The platform's fee. A payment with a fee is captured once. */
  fee?: PlatformFee;
  /** The acquirer's own id of the authorization; absent until Florin has stored it. */
  reference?: string;
  /** The parameters of `Capabilities.brings` that the customer's browser has brought back from the last challenge. */
  brought?: ReturnData;
  /** The type of the method that pays, as in the adapter's rows; absent for a card. */
  method?: string;
  /** The URL to which the customer is sent back. */
  returnUrl?: string;
}

/**
 * Stores the acquirer's own id of an authorization before Florin asks the acquirer to reserve money. Abandons this
 * id if a copy of the request has stored another one.
 *
 * @returns the id to continue with; undefined if the authorization has ended in the meantime, so that nothing may be
 *   reserved
 */
export type KeepReference = (reference: string) => Promise<string | undefined>;

/**
 * The means of payment: a card, a saved card and its security code, another method, or a stored credential, which the
 * merchant charges without the customer.
 */
export type Instrument =
  | (ByCustomer & {
      card: { number: string; code: string; expiry: { month: number; year: number } };
      /** The customer's own statement of their name and address. */
      payer?: Payer;
      /** The customer has agreed that the merchant saves the card, for payments that the customer begins. */
      keep?: boolean;
    })
  | (ByCustomer & { saved: StoredCredential; code: string })
  | (ByCustomer & {
      method: Method;
      /** The code that the customer's app shows, for a method of that kind. */
      code?: string;
      payer?: Payer;
    })
  | { credential: StoredCredential };

interface ByCustomer {
  /** The customer has agreed to later payments. */
  store: boolean;
  /** The URL that the customer's bank sends the customer back to. */
  returnUrl: string;
}

/**
 * The task of the customer before their bank or app decides.
 *
 * - `frame`, which is meant if `kind` is absent: answer the bank on a page that can be shown in an iframe
 * - `page`: agree on a page or in an app of its own, which refuses iframes and sends the customer back to `returnUrl`
 * - `wait`: agree in an app that has the request already, or wait for an answer. The page at `url`, if there is one, helps
 */
export type CustomerAction =
  | { kind?: 'frame'; url: string }
  | { kind: 'page'; url: string }
  | { kind: 'wait'; url?: string };

/**
 * The outcome of an authorization.
 *
 * - `unknown`: the acquirer may have made it
 * - `absent`, when Florin looks for it: the acquirer has reserved nothing yet, though it may know a `reference`
 * - `challenge`: the customer's bank asks the customer, and decides afterwards
 */
export type AuthorizationOutcome =
  | { state: 'approved'; payment: LivePayment; credential?: StoredCredential; tds?: 'attempt' | 'full' }
  | {
      state: 'declined';
      decline: Decline;
      advice?: DeclineAdvice;
      reference?: string;
      tds?: 'attempt' | 'full';
    }
  | ({ state: 'challenge'; reference: string } & CustomerAction)
  | Forbidden
  | { state: 'unknown'; cause: string }
  | { state: 'absent'; reference?: string };

/**
 * The acquirer refuses Florin itself, not the card: Florin's key was revoked or lacks a right, the account takes no
 * payments, or the request is wrong. This request has had no effect. An earlier one with the same id may have had an
 * effect.
 */
interface Forbidden {
  state: 'forbidden';
  cause: string;
}

/** A movement of an authorized payment. */
export interface MovementOrder extends AcquirerAccount {
  id: Id;
  kind: 'increment' | 'capture' | 'refund' | 'void';
  /** Minor units by ISO 4217. */
  amount: number;
  currency: string;
  /** For an increment: the authorized amount after it. */
  total?: number;
  descriptor?: string;
  /** The merchant's reason for a refund. */
  reason?: RefundReason;
  payment: LivePayment;
  /**
   * The references of the balance transactions of this payment's earlier captures, which a lookup of a capture must
   * skip.
   */
  entries?: readonly string[];
  /** Set for the last capture or void: nothing is captured after it, and the acquirer releases the rest. */
  final?: boolean;
  /** Set for a void of an authorization of which nothing was captured or voided before. */
  untouched?: boolean;
  /**
   * How often the acquirer has ended the movement with a failure of its own. An acquirer that stores such a failure under
   * its idempotency key needs a new key after each.
   */
  attempts: number;
}

export type MovementOutcome =
  /**
   * An increment or a void moves no money, so it has no figures. The acquirer may tell the figures of a capture or a
   * refund later, by an event, in the books, or in `findPayment`.
   */
  | { state: 'approved'; figures?: AcquirerFigures }
  | { state: 'declined'; decline: Decline }
  /**
   * The acquirer has taken the movement durably, and makes or declines it later. Until then it reserves its own amount, and
   * the payment's other movements continue. After `until`, in milliseconds since 1970, the outcome counts as unknown.
   * The capture of a payment that is captured at once counts as unknown until the acquirer has answered.
   */
  | { state: 'accepted'; until: number }
  /** `ended`: the acquirer has failed, repeats that failure, and does no more for this attempt. */
  | { state: 'unknown'; cause: string; ended?: true }
  | Forbidden
  | { state: 'absent' };

/**
 * Authorizes payments. Each call is bounded in time. Whether the acquirer answers or not, a call returns an outcome and
 * does not throw. Calls with the same id have one effect.
 */
export interface AuthorizingAcquirer {
  /** The reason why the acquirer cannot make this movement or authorization, if Florin can tell without a request. */
  refusalOf(order: AuthorizationOrder | MovementOrder): Fault | undefined;
  /** @param keep called before money can be reserved, if the acquirer gives the authorization an id before that */
  authorize(
    order: AuthorizationOrder,
    instrument: Instrument,
    keep: KeepReference,
  ): Promise<AuthorizationOutcome>;
  /**
   * Looks up the outcome of an authorization by its reference, or without one by Florin's id in the request for it.
   */
  findAuthorization(order: AuthorizationOrder): Promise<AuthorizationOutcome>;
  /**
   * Gives up an authorization that nobody will use, so that it can reserve nothing any more. Money that has moved already,
   * as the method captures at once, goes back to the customer.
   */
  abandon(order: AuthorizationOrder, reference: string): Promise<MovementOutcome>;
}

/** Moves real money through an acquirer, by the same rules. */
export interface PaymentAcquirer extends AuthorizingAcquirer {
  move(order: MovementOrder): Promise<MovementOutcome>;
  /** Looks up the outcome of a movement; `absent` if the request never arrived. */
  find(order: MovementOrder): Promise<MovementOutcome>;
}

/**
 * The outcome of a submission of evidence.
 *
 * - `answered`: the acquirer already has other evidence
 * - `late`: the deadline has passed
 * - `ended`: the dispute needs no evidence any more
 * - `rejected`: the acquirer cannot use a field, named as in the API
 */
export type EvidenceOutcome =
  | { state: 'submitted' }
  | { state: 'refused'; reason: 'answered' | 'late' | 'ended' }
  | { state: 'rejected'; field: string }
  | Forbidden
  | { state: 'unknown'; cause: string };

/**
 * The outcome of the deletion of a stored card.
 *
 * - `forgotten`: nobody can charge the card by its reference any more
 * - `needed`: the card stays, because a payment still uses it
 */
export type ForgetOutcome = { state: 'forgotten' | 'needed' } | { state: 'unknown'; cause: string };

/** An acquirer of real money: its payments, its books and its accounts. */
export interface Acquirer extends PaymentAcquirer {
  /**
   * Deletes a stored card at the acquirer. A repeat has no further effect. Like a movement, it returns an outcome and does
   * not throw. Absent if the acquirer stores no cards, or cannot delete them.
   *
   * @param isNeeded whether one of these authorizations, by the ids of their orders, keeps the card in use. The adapter asks
   *   it about each authorization that the acquirer knows of the card, before it deletes anything
   */
  forget?(
    account: string | undefined,
    credential: StoredCredential,
    isNeeded: (ids: readonly Id[]) => Promise<boolean>,
  ): Promise<ForgetOutcome>;
  /**
   * Submits evidence for a dispute, which can be done once in each stage. A repeat with the same key finds out whether an earlier
   * request has submitted it. Like a movement, it returns an outcome and does not throw.
   */
  sendEvidence(
    account: string | undefined,
    reference: string,
    evidence: Evidence,
    key: string,
  ): Promise<EvidenceOutcome>;
  /**
   * The payment's present state at the acquirer; undefined if the acquirer has no payment with this reference.
   * @throws if the acquirer does not answer
   */
  findPayment(account: string | undefined, reference: string): Promise<AcquirerPayment | undefined>;
  /**
   * The dispute's present state at the acquirer; undefined if the acquirer has no dispute with this reference.
   * @throws if the acquirer does not answer
   */
  findDispute(account: string | undefined, reference: string): Promise<AcquirerDispute | undefined>;
  /** A page of the disputes that were opened since a time in milliseconds. @throws if the acquirer does not answer */
  listDisputes(
    account: string | undefined,
    since: number,
    cursor?: string,
  ): Promise<{ disputes: ListedDispute[]; next?: string }>;
  /**
   * A page of the fraud warnings that banks have sent since a time in milliseconds. Absent if the acquirer lists none.
   * @throws if the acquirer does not answer
   */
  listFraudWarnings?(
    account: string | undefined,
    since: number,
    cursor?: string,
  ): Promise<{ warnings: FraudWarning[]; next?: string }>;
  /**
   * A page of an account's books, newest first, of a period in milliseconds. If one period begins when another one
   * ends, each entry is in exactly one of them.
   *
   * @throws if the acquirer does not show its books
   */
  listBalanceTransactions(
    account: string | undefined,
    period: { since: number; until?: number },
    cursor?: string,
  ): Promise<{ entries: AcquirerBalanceTransaction[]; next?: string }>;
  /**
   * Returns the balance transactions with this reference, and those of the payout with this reference.
   *
   * @throws if the acquirer does not answer
   */
  findBalanceTransactions(
    account: string | undefined,
    reference: string,
  ): Promise<AcquirerBalanceTransaction[]>;
  /** The account's balance and pockets by currency. @throws if the acquirer does not answer */
  balanceOf(account: string | undefined): Promise<Record<string, AcquirerBalance>>;
  /**
   * The payout's present state at the acquirer; undefined if the acquirer has no payout with this reference. @throws
   * if the acquirer does not answer
   */
  findPayout(account: string | undefined, reference: string): Promise<AcquirerPayout | undefined>;
  /** A page of the payouts that were made since a time in milliseconds. @throws if the acquirer does not answer */
  listPayouts(
    account: string | undefined,
    since: number,
    cursor?: string,
  ): Promise<{ payouts: AcquirerPayout[]; next?: string }>;
  /**
   * A page of the balance transactions that a payout contains, together with the payout's own one.
   *
   * @throws if the acquirer does not answer
   */
  listPayoutEntries(
    account: string | undefined,
    reference: string,
    cursor?: string,
  ): Promise<{ entries: AcquirerBalanceTransaction[]; next?: string }>;
}

/**
 * The properties of an acquirer of real money. They are separate from the adapter, so that bundles of functions that
 * need only them stay small.
 */
export interface Capabilities {
  /** The card schemes that the acquirer takes, the most common first. */
  schemes: readonly Scheme[];
  /** The most captures of one payment, if the payment can be captured more than once. */
  mostCaptures: number;
  /**
   * Whether the acquirer saves cards for payments that the cardholders begin, and verifies the security code at
   * each of these payments.
   */
  keepsCards: boolean;
  /** The sources of the pages that the acquirer shows to a customer in an iframe, for a content security policy. */
  pages(): string;
  /** The parameters that a challenge adds to the `returnUrl`. The adapter needs them to look up the outcome. */
  brings?: readonly string[];
  /**
   * The methods beside cards that the acquirer knows. The names of those that an account may use are in its merchant's
   * `acquirer.methods`.
   */
  methods?: readonly Method[];
}

/** The money of an account in one currency, in minor units. */
export interface AcquirerBalance {
  /** Available and pending together. */
  total: number;
  /** The part that can be paid out on a later day; absent if the acquirer does not say. */
  pending?: number;
  /** The money in each pocket whose total the acquirer tells. It is not part of `total`. */
  pockets?: Record<string, number>;
}

/** A payment as the acquirer has it, with all captures and refunds, whoever asked for them. */
export interface AcquirerPayment {
  currency: string;
  /**
   * The authorized amount now. It includes all increments, whoever asked for them, and does not change by captures or
   * a release.
   */
  authorized: number;
  /**
   * The time at which the authorization ends unless it is captured, ISO 8601; absent if the acquirer does not say.
   */
  captureBefore?: string;
  /** The sum of the captures, including those that failed later. Amounts are minor units of the payment's currency. */
  captured: number;
  /**
   * Oldest first. If the acquirer has exchanged the captures, their amounts may be off by rounding, and only
   * `captured` is exact.
   */
  captures: AcquirerCapture[];
  /** Oldest first. */
  refunds: AcquirerRefund[];
  /** Nothing more can be captured. */
  ended: boolean;
}

export interface AcquirerCapture {
  amount: number;
  /** The operation that asked for the capture, if the acquirer names it. */
  operation?: Id;
  /** The capture's figures; absent while the acquirer's books do not have them. */
  figures?: AcquirerFigures;
  /** The figures of the money that the acquirer has taken back, if the capture failed after it was approved. */
  returned?: AcquirerFigures;
}

export interface AcquirerRefund {
  /** The acquirer's own id of the object. */
  reference: string;
  amount: number;
  /** The id of Florin's operation, as sent to the acquirer; absent if Florin did not ask for the movement. */
  operation?: Id;
  /** The refund's figures; absent while the money has not left the account. */
  figures?: AcquirerFigures;
  /** The refund has failed, or was cancelled. */
  ended: boolean;
  /** The figures of the money that came back after a failed refund. */
  returned?: AcquirerFigures;
}

/** The present state of a dispute at an acquirer. */
export interface AcquirerDispute {
  status: DisputeStatus;
  /** The acquirer's own id of the payment; absent if the acquirer does not know it. */
  payment?: string;
  /** Minor units of the payment's currency. */
  amount: number;
  currency: string;
  reason: { code: number; title: string };
  /** The time until which the merchant can answer, ISO 8601. */
  due: string;
  /** Set while somebody has appealed against an earlier end, and the card scheme has not decided. */
  isAppeal?: true;
  /** The acquirer's rules for evidence now, in this stage; absent if the acquirer does not say. */
  rules?: EvidenceRules;
  /** Everything that the dispute has moved so far, one for each balance transaction, in any order. */
  figures: AcquirerFigures[];
}

export interface ListedDispute extends AcquirerDispute {
  /** The acquirer's own id of the dispute. */
  reference: string;
}

/** A bank's warning that its customer denies a payment. No money moves. */
export interface FraudWarning {
  /** The acquirer's own id of the warning. */
  reference: string;
  /** The acquirer's own id of the payment. */
  payment: string;
  /** ISO 8601. */
  reported: string;
  /** The number of a fraud alert's reason, 0 to 8. */
  reason: number;
}

/** A balance transaction in an acquirer's books. */
export interface AcquirerBalanceTransaction {
  /** The reference that the figures of the line have. */
  reference: string;
  /** The acquirer's own type of the balance transaction. */
  type: string;
  description?: string;
  /**
   * The subject of the balance transaction. Operations and events write the lines of payments, disputes and payouts;
   * only the books lead to the lines of other subjects.
   */
  about: 'payment' | 'dispute' | 'payout' | 'payout back' | 'other';
  /** The acquirer's id of the charge, refund, payout or dispute behind the balance transaction. */
  source?: string;
  /** The acquirer's id of the payment, if the balance transaction is about one. */
  payment?: string;
  /**
   * The operation whose money the balance transaction moves, if the acquirer names the operation; `isReversal` if it
   * moves the money back after a failure. Florin then books the balance transaction without asking the acquirer for
   * the payment.
   */
  operation?: { id: Id; isReversal?: true };
  /** Signed, minor units by ISO 4217 of `currency`. */
  net: number;
  fee: number;
  currency: string;
  /** The pocket in which the money moves, if it is not the balance. `net` and `fee` are 0 then. */
  pocket?: PocketFunds;
  /** The exchange rate, with the same meaning as in the figures of a movement. */
  rate?: number;
  fees?: AcquirerFee[];
  availableOn?: string;
  /** Whether the balance transaction moves money to the acquirer's reserve, or releases money from the reserve. */
  reserve?: true;
  /** The pocket that receives what this entry takes from the balance, if the acquirer books no entry in that pocket. */
  heldIn?: string;
  /**
   * The time at which the acquirer wrote the balance transaction into its books, ISO 8601. For entries of a report it
   * is the time of the report.
   */
  created: string;
}

/** A payout, as an acquirer has it, and when it was made. */
export interface AcquirerPayout extends PayoutFacts {
  /** ISO 8601. */
  created: string;
}
