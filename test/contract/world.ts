import type { Acquirer, Capabilities, MovementOrder } from '../../functions/core/acquirer/acquirer.ts';
import type { Decline } from '../../functions/core/acquirer/decline.ts';
import type { EventReader } from '../../functions/core/acquirer/events.ts';
import type { AcquirerName } from '../../functions/core/acquirer/names.ts';
import type { AcquirerSetup } from '../../functions/core/acquirer/setup.ts';

/** The purposes of an adapter's requests. The world says which step a request belongs to, so that a test can fail the step. */
export type Step =
  | 'prepare'
  | 'authorize'
  | MovementOrder['kind']
  | 'abandon'
  | 'find'
  | 'books'
  | 'disputes'
  | 'evidence'
  | 'setup';

/** A request of the adapter, as the acquirer receives it. */
export interface Request {
  method: string;
  /** Without the query. */
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string;
}

/** The answers by which the acquirer refuses or fails, in its own words. */
export type Trouble = 'conflict' | 'throttled' | 'failed' | 'denied' | 'forbidden';

export interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/** The answer of a customer; after `wait` the customer has agreed, and the provider of the method approves or rejects later. */
export type CustomerAnswer = 'approve' | 'reject' | 'cancel' | 'wait';

/** The sums of an account at the acquirer, in minor units of its payments' currency, of which a test uses one. */
export interface Books {
  /** The number of payments that have ever reserved money. */
  payments: number;
  /** The amount that is reserved, and neither captured nor released. */
  held: number;
  captured: number;
  refunded: number;
  /** One for each change of the balance, the oldest first. */
  entries: { reference: string; net: number }[];
}

/** A report that the acquirer posts, as the adapter's reader of events gets it. */
export interface Report {
  body: string;
  headers: Record<string, string>;
}

/**
 * An acquirer for tests: the adapter, and its stand-in. The suite sends each request of the adapter through a server of
 * its own, which makes it fail, so that the stand-in needs no faults.
 */
export interface World {
  name: AcquirerName;
  acquirer: Acquirer;
  setup: AcquirerSetup;
  capabilities: Capabilities;
  readEvent: EventReader;
  /** The address of the stand-in. */
  url: string;
  /** Makes the adapter send its requests to this address, with the key of the stage. */
  connect(url: string): void;
  /** Makes an account without money. */
  account(): string;
  stepOf(request: Request): Step | undefined;
  /** The account that a request is about; absent if requests do not name it. */
  accountOf?(request: Request): string | undefined;
  answers: Record<Trouble, Answer>;
  /** The answer that declines an authorization for this code. */
  decline(code: string, request: Request): Answer;
  /**
   * Set if the acquirer stores its own failures, and repeats them for the same request: how it recognizes a request, and how
   * it marks a repeated failure.
   */
  repeats?: { keyOf(request: Request): string | undefined; mark: Record<string, string> };
  books(account: string): Books;
  /**
   * The books of an account with very many entries, newest first, which are made when they are asked for: the page that a
   * request asks for, an entry's reference, and the cursor to the entries after the first `entries`.
   */
  longBooks: {
    page(request: Request, count: number): Answer;
    reference(entry: number): string;
    cursor(entries: number): string;
  };
  /** Answers the page of a customer's bank. */
  answerBank(url: string, passes: boolean): Promise<void>;
  /**
   * Acts as the customer of a payment by a method, at the method's page or in its app, and as the provider that answers after
   * a customer who has agreed. Needed if the adapter has methods, which each account then has switched on.
   *
   * @returns whether the payment waited for this answer
   */
  answerCustomer?(account: string, payment: string, answer: CustomerAnswer): boolean;
  /** Acts as a user of the acquirer's dashboard. */
  dashboard: {
    capture(account: string, payment: string, amount: number): unknown;
    /** Books an entry of this type that belongs to no payment. */
    book?(account: string, type: string, amount: number): void;
    /** Opens a dispute with the acquirer's own status. @returns its reference */
    dispute?(account: string, payment: string, status?: string): string;
    /** Adds an entry to a dispute which the dispute itself does not list. */
    adjustDispute?(account: string, dispute: string, amount: number): void;
    /** Asks the merchant for evidence once more. */
    appeal?(account: string, dispute: string): void;
    /** Gives the key of the stage these rights; all rights without an argument. */
    grant?(rights?: readonly string[]): void;
    /** Decides when and how a refund that was accepted ends. */
    endRefund?(account: string, approves: boolean): void;
    /** Makes the acquirer answer refunds later. */
    delayRefunds?(account: string): void;
  };
  /** The reports about an account so far, signed now. */
  reports(account: string): Report[];
  /** Signs a report. @param by the milliseconds since the signature; another sender's key */
  sign(body: string, by?: { age?: number; key?: string }): Report;
  /** Sets the acquirer's clock ahead by this many milliseconds. */
  ahead(milliseconds: number): void;
  close(): Promise<void>;
}

/** The properties of one acquirer, as data. */
export interface Facts {
  currency: string;
  /** The acquirer's test cards, by the behaviour of their banks. */
  cards: { good: string; poor: string; challenged: string; once?: string };
  /** The movements that the acquirer has. */
  kinds: readonly MovementOrder['kind'][];
  /** Texts that may be in no log, error and address. */
  secrets: RegExp;
  /** The acquirer's codes for each decline. */
  declines: Partial<Record<Decline, readonly string[]>>;
  /** Answers of other servers, and about other objects, that the adapter can tell from an answer to its request. */
  foreign: readonly { name: string; status: number; body: string }[];
  /** Whether reads check the form of an answer. */
  checksReads?: true;
  /** Whether calls decline the orders that `impossible` has, without a request. */
  declinesImpossible?: true;
  /** Orders that the acquirer cannot make. */
  impossible: readonly { amount: number; currency: string }[];
  /** The words of the acquirer's dispute statuses. */
  disputes?: readonly (readonly [status: string, ours: string])[];
  /** The acquirer's types of entries that belong to no payment. */
  entries?: readonly string[];
  /** The rights that a key needs, by the name that `missingRights` tells. */
  rights?: Record<string, string>;
  /** A report that has no effect, its fields that must be texts, and how one of the other mode or of another version differs. */
  event: { body: object; required: readonly string[]; otherMode: object; otherVersion?: object };
}
