import type { Scheme } from '#domain/cards/scheme.ts';
import type { DisputeStatus } from '#domain/disputes/dispute.ts';
import type { Id } from '#domain/id.ts';
import type { PayoutFacts } from '#domain/ledger/payout-items.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import type { Payer } from '#domain/merchants/payer.ts';
import type { Fault } from '#domain/outcome.ts';
import type { AcquirerFee, AcquirerFigures, LivePayment } from '#domain/transactions/operation.ts';
import type { Decline } from './decline.ts';

/** What an acquirer knows a card by when it is charged again. Opaque to all but the adapter. */
export interface StoredCredential {
  reference: string;
  /** Whom it belongs to there. */
  customer?: string;
}

/** An authorization that is to be made. Amounts are minor units by ISO 4217, whatever the acquirer's are. */
export interface AuthorizationOrder extends AcquirerAccount {
  /** Of the operation and of the transaction: the acquirer tells a repeat by it. */
  id: Id;
  /** 0 to save a card only. */
  amount: number;
  currency: string;
  /** For the customer's bank statement, 2–22 characters. */
  descriptor: string;
  /** The merchant's own reference of what is paid, without personal data. */
  orderReference?: string;
  /** The acquirer's customer whose stored credential pays. */
  customer?: string;
  /** Whether 3-D Secure must be passed. */
  requireTds?: boolean;
  /** The acquirer's own id of it, once that is known and kept. */
  reference?: string;
}

/**
 * Keeps the acquirer's own id of an authorization, before the acquirer is asked to reserve money by it. Abandons an id
 * that nobody will use, since a copy of the request was first with another one.
 *
 * @returns the id to go on with; undefined if the authorization has ended meanwhile, so that nothing may be reserved
 */
export type KeepReference = (reference: string) => Promise<string | undefined>;

/**
 * How the customer pays: with a card, with one that was kept for them and its code; or with what was stored of one,
 * without the customer.
 */
export type Instrument =
  | (ByCustomer & {
      card: { number: string; code: string; expiry: { month: number; year: number } };
      /** Whose it is, as they say. */
      payer?: Payer;
      /** The customer has agreed that it is kept, for payments that they begin. */
      keep?: boolean;
    })
  | (ByCustomer & { saved: StoredCredential; code: string })
  | { credential: StoredCredential };

interface ByCustomer {
  /** The customer has agreed to later payments. */
  store: boolean;
  /** Where the customer's bank returns to once it has asked them. */
  returnUrl: string;
}

/**
 * What became of it. `unknown` may have had its effect; `absent` (of what was looked for) has not arrived, so far:
 * nothing is reserved, though the acquirer may know the authorization by a `reference`; `challenge`: the customer's bank
 * asks them something, at `url`, and decides then.
 */
export type AuthorizationOutcome =
  | { state: 'approved'; payment: LivePayment; credential?: StoredCredential; tds?: 'attempt' | 'full' }
  | { state: 'declined'; decline: Decline; reference?: string; tds?: 'attempt' | 'full' }
  | { state: 'challenge'; reference: string; url: string }
  | Forbidden
  | { state: 'unknown'; cause: string }
  | { state: 'absent'; reference?: string };

/**
 * The acquirer refuses us, and not the card: our key was revoked or lacks a right, the account takes no payments, or our
 * request is wrong. This request has had no effect; an earlier one with the same id may have had its own.
 */
interface Forbidden {
  state: 'forbidden';
  cause: string;
}

/** A movement of an authorized payment. */
export interface MovementOrder extends AcquirerAccount {
  id: Id;
  kind: 'capture' | 'refund' | 'void';
  /** Minor units by ISO 4217. */
  amount: number;
  currency: string;
  descriptor?: string;
  payment: LivePayment;
  /** What of its acquirer's books are earlier captures of this payment: references of figures. */
  entries?: readonly string[];
  /** Of a capture or a void: nothing is to be captured after it, and what was not is released. */
  final?: boolean;
  /** Of a void: the whole authorization was pending until then. */
  untouched?: boolean;
  /**
   * How often the acquirer has ended it with a failure of its own. An acquirer that keeps such a failure under an
   * idempotency key needs another key for each.
   */
  attempts: number;
}

export type MovementOutcome =
  /** A void moves nothing, so it has no figures. */
  | { state: 'approved'; figures?: AcquirerFigures }
  | { state: 'declined'; decline: Decline }
  /** `ended`: the acquirer has failed at it, repeats that failure, and does no more for this attempt. */
  | { state: 'unknown'; cause: string; ended?: true }
  | Forbidden
  | { state: 'absent' };

/**
 * Has an acquirer move real money. Each call is bounded in time, and none throws for what the acquirer says or fails to
 * say: that is an outcome. What is repeated with the same id has one effect.
 */
export interface PaymentAcquirer {
  /** Why it cannot move this, as far as can be said without asking it; undefined where nothing stands against it. */
  refusalOf(order: AuthorizationOrder | MovementOrder): Fault | undefined;
  /** @param keep called before money can be reserved, if the acquirer names the authorization before that */
  authorize(
    order: AuthorizationOrder,
    instrument: Instrument,
    keep: KeepReference,
  ): Promise<AuthorizationOutcome>;
  /** What became of an authorization, by its reference if that is known; else what was left behind by asking for it. */
  findAuthorization(order: AuthorizationOrder): Promise<AuthorizationOutcome>;
  /** Gives up an authorization that nobody will use: nothing can be reserved by it any more. */
  abandon(order: AuthorizationOrder, reference: string): Promise<MovementOutcome>;
  move(order: MovementOrder): Promise<MovementOutcome>;
  /** What became of a movement; where it never arrived, `absent`. */
  find(order: MovementOrder): Promise<MovementOutcome>;
}

/** An acquirer of real money: its payments, its books and its accounts. */
export interface LiveAcquirer extends PaymentAcquirer {
  /** A payment as the acquirer has it now; undefined when it has none of that name. @throws when it does not answer */
  findPayment(account: string | undefined, reference: string): Promise<AcquirerPayment | undefined>;
  /** A dispute as the acquirer has it now; undefined when it has none of that name. @throws when it does not answer */
  findDispute(account: string | undefined, reference: string): Promise<AcquirerDispute | undefined>;
  /** A page of an account's books, newest first, of a period in milliseconds. @throws where the acquirer does not show them */
  listBalanceTransactions(
    account: string | undefined,
    period: { since: number; until?: number },
    cursor?: string,
  ): Promise<{ entries: BookEntry[]; next?: string }>;
  /** The entries of this name, and those of what has this name: a payout. @throws where the acquirer does not tell */
  findEntries(account: string | undefined, reference: string): Promise<BookEntry[]>;
  /** What the account has, by currency: minor units, available and on its way together. @throws likewise */
  balanceOf(account: string | undefined): Promise<Record<string, number>>;
  /** A payout as the acquirer has it now; undefined when it has none of that name. @throws when it does not answer */
  findPayout(account: string | undefined, reference: string): Promise<AcquirerPayout | undefined>;
  /** A page of the payouts that were made since a time in milliseconds. @throws when the acquirer does not answer */
  listPayouts(
    account: string | undefined,
    since: number,
    cursor?: string,
  ): Promise<{ payouts: AcquirerPayout[]; next?: string }>;
  /** A page of the entries that a payout contains, with its own. @throws when the acquirer does not answer */
  listPayoutEntries(
    account: string | undefined,
    reference: string,
    cursor?: string,
  ): Promise<{ entries: BookEntry[]; next?: string }>;
}

/** What an acquirer of real money is like, to be known without asking it: apart from the adapter, which is larger. */
export interface Capabilities {
  /** What its cards may be of, those first that most customers have. */
  schemes: readonly Scheme[];
  /** How often it captures a payment, where it does so more than once. */
  mostCaptures: number;
  /** Whether it keeps cards for payments that their holders begin, and looks at the security code then. */
  keepsCards: boolean;
  /** Where the pages are that it shows to a customer in an iframe: sources of a content security policy. */
  pages(): string;
}

/** A payment, as an acquirer has it: with all that was captured and refunded, whoever asked for it. */
export interface AcquirerPayment {
  currency: string;
  /** What the captures add up to. Amounts are minor units of the payment's currency. */
  captured: number;
  /** Oldest first. Where the acquirer has exchanged them, their amounts are exact to a rounding, and only `captured` is right. */
  captures: { amount: number; figures: AcquirerFigures }[];
  /** Oldest first. */
  refunds: AcquirerRefund[];
  /** Nothing more can be captured. */
  ended: boolean;
}

export interface AcquirerRefund {
  /** The acquirer's own id of it. */
  reference: string;
  amount: number;
  /** The operation that asked for it, as the acquirer was told: absent when Florin did not ask. */
  operation?: Id;
  /** What it moved; absent while it has not left the account. */
  figures?: AcquirerFigures;
  /** It has failed, or was cancelled. */
  ended: boolean;
  /** What has come back since. */
  returned?: AcquirerFigures;
}

/** A dispute, as an acquirer has it. */
export interface AcquirerDispute {
  status: DisputeStatus;
  /** The acquirer's own id of the payment; absent when the acquirer knows none. */
  payment?: string;
  /** Minor units of the payment's currency. */
  amount: number;
  currency: string;
  reason: { code: number; title: string };
  /** Until when the merchant can answer, ISO 8601. */
  due: string;
  /** Everything that the dispute has moved so far, one for each balance transaction, in any order. */
  figures: AcquirerFigures[];
}

/** An entry in an acquirer's books. */
export interface BookEntry {
  /** The reference of the figures of a line. */
  reference: string;
  /** What it is, in the acquirer's words; and what it says of it. */
  type: string;
  description?: string;
  /** What it is of: payments, disputes and payouts have lines by what we do or hear, all else by the books alone. */
  about: 'payment' | 'dispute' | 'payout' | 'payout back' | 'other';
  /** The acquirer's name for what it is of: a charge, a refund, a payout, a dispute. */
  source?: string;
  /** The acquirer's own id of the payment, of what is about one. */
  payment?: string;
  /** Signed, minor units by ISO 4217 of `currency`. */
  net: number;
  fee: number;
  currency: string;
  /** As of figures. */
  fees?: AcquirerFee[];
  availableOn?: string;
  /** Whether the acquirer holds the money in reserve by it, or releases it. */
  reserve?: true;
  /** ISO 8601. */
  created: string;
}

/** A payout, as an acquirer has it, and when it was made. */
export interface AcquirerPayout extends PayoutFacts {
  /** ISO 8601. */
  created: string;
}
