// Generated from the OpenAPI document by `npm run client`. Do not edit.

import type { List } from './list.ts';
import type { Options, WriteOptions } from './options.ts';
import type { Table } from './table.ts';

export interface AppsVerbs {
  /** Create an app and its API key. `POST /apps` */
  create(body?: AppCreate, options?: WriteOptions): Promise<AppCreated['app']>;
  /** The calling app. `GET /me` */
  me(options?: Options): Promise<Identity['identity']>;
  /** Add an app. `POST /merchants/{merchantId}/apps` */
  add(merchantId: string, body: AppAdd, options?: WriteOptions): Promise<void>;
  /** Make a key. `POST /merchants/{merchantId}/apps/keys` */
  makeKey(merchantId: string, body: KeyMake, options?: WriteOptions): Promise<KeyMade['app']>;
  /** Limit an app. `PUT /merchants/{merchantId}/apps/{appId}` */
  limit(merchantId: string, appId: string, body: AppLimit, options?: Options): Promise<void>;
  /** Revoke an app. `DELETE /merchants/{merchantId}/apps/{appId}` */
  remove(merchantId: string, appId: string, options?: Options): Promise<void>;
  /** The apps of a merchant. `GET /merchants/{merchantId}/apps` */
  list(merchantId: string, query?: ListQuery, options?: Options): List<App>;
}

export interface MerchantsVerbs {
  /** Create a merchant. `POST /merchants` */
  create(body: MerchantCreate, options?: WriteOptions): Promise<Merchant>;
  /** Change a merchant. `PUT /merchants/{merchantId}` */
  update(merchantId: string, body?: MerchantUpdate, options?: Options): Promise<void>;
  /** The merchants of an app. `GET /identities/{appId}/merchants` */
  list(appId: string, query?: MerchantsListQuery, options?: Options): List<Merchant>;
  /** A merchant. `GET /merchants/{merchantId}` */
  get(merchantId: string, options?: Options): Promise<Merchant>;
}

export interface DeclinesVerbs {
  /** The declines of a merchant today. `GET /merchants/{merchantId}/declines` */
  get(merchantId: string, options?: Options): Promise<DeclinesAnswer['declines']>;
  /** Let limited payments pass for an hour. `PUT /merchants/{merchantId}/declines/pass` */
  pass(merchantId: string, options?: Options): Promise<DeclinesAnswer['declines']>;
}

export interface UsersVerbs {
  /** Invite a user. `POST /merchants/{merchantId}/users` */
  invite(merchantId: string, body: UserInvite, options?: WriteOptions): Promise<Invited>;
  /** Revoke a user. `DELETE /merchants/{merchantId}/users/{userId}` */
  remove(merchantId: string, userId: string, options?: Options): Promise<void>;
  /** The users of a merchant. `GET /merchants/{merchantId}/users` */
  list(merchantId: string, query?: ListQuery, options?: Options): List<User>;
}

export interface LinesVerbs {
  /** The lines of a merchant. `GET /merchants/{merchantId}/lines` */
  list(merchantId: string, query?: LinesListQuery, options?: Options): List<Line>;
  /** A line. `GET /lines/{lineId}` */
  get(lineId: string, options?: Options): Promise<Line>;
}

export interface PostingsVerbs {
  /** The lines of a merchant, in double entry. `GET /merchants/{merchantId}/postings` */
  list(merchantId: string, query?: LinesListQuery, options?: Options): List<Movement>;
}

export interface PayoutsVerbs {
  /** The payouts of a merchant. `GET /merchants/{merchantId}/payouts` */
  list(merchantId: string, query?: ListQuery, options?: Options): List<Payout>;
  /** A payout, with its lines. `GET /payouts/{payoutId}` */
  get(payoutId: string, query?: ListQuery, options?: Options): Promise<PayoutAnswer['payout']>;
}

export interface MonthsVerbs {
  /** The closed months of a merchant. `GET /merchants/{merchantId}/months` */
  list(merchantId: string, options?: Options): Promise<Months>;
  /** Close a month. `PUT /merchants/{merchantId}/months` */
  close(merchantId: string, body: MonthClose, options?: Options): Promise<MonthClosed['month']>;
  /** The lines of one month, or of all that are open. `GET /merchants/{merchantId}/months/lines` */
  lines(merchantId: string, query?: MonthsLinesQuery, options?: Options): Promise<MonthLines>;
}

export interface BookkeepingVerbs {
  /** The accounts of a merchant in bookkeeping programs. `GET /merchants/{merchantId}/bookkeeping` */
  get(merchantId: string, options?: Options): Promise<BookkeepingAnswer['bookkeeping']>;
  /** Change the accounts of a merchant in bookkeeping programs. `PUT /merchants/{merchantId}/bookkeeping` */
  update(merchantId: string, body?: BookkeepingChange, options?: Options): Promise<BookkeepingAnswer['bookkeeping']>;
}

export interface TransactionsVerbs {
  /** Create a transaction from an earlier one, or from a saved card. `POST /merchants/{merchantId}/transactions` */
  create(merchantId: string, body: TransactionCreate, options?: WriteOptions): Promise<TransactionCreated['transaction']>;
  /** Raise the authorized amount. `POST /transactions/{transactionId}/increments` */
  increment(transactionId: string, body: Increment, options?: WriteOptions): Promise<Transaction>;
  /** Capture. `POST /transactions/{transactionId}/captures` */
  capture(transactionId: string, body: Capture, options?: WriteOptions): Promise<Transaction>;
  /** Refund. `POST /transactions/{transactionId}/refunds` */
  refund(transactionId: string, body: Refund, options?: WriteOptions): Promise<Transaction>;
  /** Void. `POST /transactions/{transactionId}/voids` */
  void(transactionId: string, body: Void, options?: WriteOptions): Promise<Transaction>;
  /** The transactions of a merchant. `GET /merchants/{merchantId}/transactions` */
  list(merchantId: string, query?: TransactionsListQuery, options?: Options): List<Transaction>;
  /** A transaction. `GET /transactions/{transactionId}` */
  get(transactionId: string, options?: Options): Promise<Transaction>;
}

export interface CardsVerbs {
  /** Save a card. `POST /merchants/{merchantId}/cards` @deprecated */
  create(merchantId: string, body: CardCreate, options?: WriteOptions): Promise<CardCreated['card']>;
  /** A saved card. `GET /cards/{cardId}` @deprecated */
  get(cardId: string, options?: Options): Promise<CardAnswer['card']>;
}

export interface LinksVerbs {
  /** Create a payment link. `POST /merchants/{merchantId}/links` */
  create(merchantId: string, body: LinkCreate, options?: WriteOptions): Promise<Link>;
  /** The payment links of a merchant. `GET /merchants/{merchantId}/links` */
  list(merchantId: string, query?: ListQuery, options?: Options): List<Link>;
  /** A payment link. `GET /links/{linkId}` */
  get(linkId: string, options?: Options): Promise<LinkAnswer['link']>;
  /** A payment link as a QR code. `GET /links/{linkId}/qr` */
  qr(linkId: string, options?: Options): Promise<string>;
  /** Switch a payment link off. `DELETE /links/{linkId}` */
  delete(linkId: string, options?: Options): Promise<void>;
}

export interface CustomerCardsVerbs {
  /** The saved cards of a customer. `GET /merchants/{merchantId}/customers/{customer}/cards` */
  list(merchantId: string, customer: string, query?: ListQuery, options?: Options): List<CustomerCard>;
  /** Delete a saved card of a customer. `DELETE /merchants/{merchantId}/customers/{customer}/cards/{cardId}` */
  delete(merchantId: string, customer: string, cardId: string, options?: Options): Promise<void>;
}

export interface CustomersVerbs {
  /** Erase a customer. `PUT /merchants/{merchantId}/erasures` */
  erase(merchantId: string, body?: PersonNamed, options?: Options): Promise<CustomerErased>;
  /** Disclose a customer. `PUT /merchants/{merchantId}/disclosures` */
  disclose(merchantId: string, body?: PersonNamed, options?: Options): Promise<CustomerDisclosed>;
}

export interface DisputesVerbs {
  /** The disputes of a merchant, or of a transaction. `GET /disputes` */
  list(query: DisputesListQuery, options?: Options): List<Dispute>;
  /** A dispute. `GET /disputes/{disputeId}` */
  get(disputeId: string, options?: Options): Promise<Dispute>;
  /** Submit evidence. `POST /disputes/{disputeId}/evidence` */
  submitEvidence(disputeId: string, body?: EvidenceSubmit, options?: WriteOptions): Promise<Dispute>;
}

export interface FraudsVerbs {
  /** The fraud alerts of a merchant, or of a transaction. `GET /frauds` */
  list(query: DisputesListQuery, options?: Options): List<Fraud>;
  /** A fraud alert. `GET /frauds/{fraudId}` */
  get(fraudId: string, options?: Options): Promise<Fraud>;
}

export interface RatiosVerbs {
  /** The share of disputes and fraud alerts, as card schemes measure it. `GET /merchants/{merchantId}/ratios` */
  list(merchantId: string, options?: Options): Promise<Ratios>;
}

export interface WebhooksVerbs {
  /** Create a webhook. `POST /merchants/{merchantId}/webhooks` */
  create(merchantId: string, body?: WebhookCreate, options?: WriteOptions): Promise<WebhookCreated['webhook']>;
  /** The webhooks of a merchant. `GET /merchants/{merchantId}/webhooks` */
  list(merchantId: string, query?: ListQuery, options?: Options): List<Webhook>;
  /** A webhook. `GET /merchants/{merchantId}/webhooks/{webhookId}` */
  get(merchantId: string, webhookId: string, options?: Options): Promise<Webhook>;
  /** Change a webhook. `PUT /merchants/{merchantId}/webhooks/{webhookId}` */
  update(merchantId: string, webhookId: string, body?: WebhookUpdate, options?: Options): Promise<void>;
  /** Remove a webhook. `DELETE /merchants/{merchantId}/webhooks/{webhookId}` */
  delete(merchantId: string, webhookId: string, options?: Options): Promise<void>;
  /** Add a second secret. `POST /merchants/{merchantId}/webhooks/{webhookId}/secrets` */
  addSecret(merchantId: string, webhookId: string, options?: WriteOptions): Promise<SecretCreated['secret']>;
  /** Remove a secret. `DELETE /merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}` */
  deleteSecret(merchantId: string, webhookId: string, secretId: string, options?: Options): Promise<void>;
  /** Send a test event. `POST /merchants/{merchantId}/webhooks/{webhookId}/tests` */
  test(merchantId: string, webhookId: string, options?: WriteOptions): Promise<DeliveryCreated['delivery']>;
}

export interface DeliveriesVerbs {
  /** The deliveries to a webhook. `GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries` */
  list(merchantId: string, webhookId: string, query?: DeliveriesListQuery, options?: Options): List<Delivery>;
  /** A delivery. `GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}` */
  get(merchantId: string, webhookId: string, deliveryId: string, options?: Options): Promise<DeliveryAnswer>;
  /** Repeat a delivery. `POST /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries` */
  retry(merchantId: string, webhookId: string, deliveryId: string, options?: WriteOptions): Promise<void>;
  /** Repeat deliveries since a time. `POST /merchants/{merchantId}/webhooks/{webhookId}/retries` */
  retryAll(merchantId: string, webhookId: string, body: DeliveriesRetry, options?: WriteOptions): Promise<void>;
}

export interface MerchantApi {
  apps: AppsVerbs;
  merchants: MerchantsVerbs;
  declines: DeclinesVerbs;
  users: UsersVerbs;
  lines: LinesVerbs;
  postings: PostingsVerbs;
  payouts: PayoutsVerbs;
  months: MonthsVerbs;
  bookkeeping: BookkeepingVerbs;
  transactions: TransactionsVerbs;
  cards: CardsVerbs;
  links: LinksVerbs;
  customerCards: CustomerCardsVerbs;
  customers: CustomersVerbs;
  disputes: DisputesVerbs;
  frauds: FraudsVerbs;
  ratios: RatiosVerbs;
  webhooks: WebhooksVerbs;
  deliveries: DeliveriesVerbs;
}

export const merchantTable = {
  apps: {
    create: { at: 'POST /apps', gives: 'json', field: 'app', takes: 'body', keyed: true },
    me: { at: 'GET /me', gives: 'json', field: 'identity' },
    add: { at: 'POST /merchants/{}/apps', gives: 'nothing', takes: 'body', keyed: true },
    makeKey: { at: 'POST /merchants/{}/apps/keys', gives: 'json', field: 'app', takes: 'body', keyed: true },
    limit: { at: 'PUT /merchants/{}/apps/{}', gives: 'nothing', takes: 'body' },
    remove: { at: 'DELETE /merchants/{}/apps/{}', gives: 'nothing' },
    list: { at: 'GET /merchants/{}/apps', gives: 'list', takes: 'query' },
  },
  merchants: {
    create: { at: 'POST /merchants', gives: 'json', field: 'merchant', takes: 'body', keyed: true },
    update: { at: 'PUT /merchants/{}', gives: 'nothing', takes: 'body' },
    list: { at: 'GET /identities/{}/merchants', gives: 'list', takes: 'query' },
    get: { at: 'GET /merchants/{}', gives: 'json', field: 'merchant' },
  },
  declines: {
    get: { at: 'GET /merchants/{}/declines', gives: 'json', field: 'declines' },
    pass: { at: 'PUT /merchants/{}/declines/pass', gives: 'json', field: 'declines' },
  },
  users: {
    invite: { at: 'POST /merchants/{}/users', gives: 'json', takes: 'body', keyed: true },
    remove: { at: 'DELETE /merchants/{}/users/{}', gives: 'nothing' },
    list: { at: 'GET /merchants/{}/users', gives: 'list', takes: 'query' },
  },
  lines: {
    list: { at: 'GET /merchants/{}/lines', gives: 'list', takes: 'query' },
    get: { at: 'GET /lines/{}', gives: 'json' },
  },
  postings: {
    list: { at: 'GET /merchants/{}/postings', gives: 'list', takes: 'query' },
  },
  payouts: {
    list: { at: 'GET /merchants/{}/payouts', gives: 'list', takes: 'query' },
    get: { at: 'GET /payouts/{}', gives: 'json', field: 'payout', takes: 'query' },
  },
  months: {
    list: { at: 'GET /merchants/{}/months', gives: 'json' },
    close: { at: 'PUT /merchants/{}/months', gives: 'json', field: 'month', takes: 'body' },
    lines: { at: 'GET /merchants/{}/months/lines', gives: 'json', takes: 'query' },
  },
  bookkeeping: {
    get: { at: 'GET /merchants/{}/bookkeeping', gives: 'json', field: 'bookkeeping' },
    update: { at: 'PUT /merchants/{}/bookkeeping', gives: 'json', field: 'bookkeeping', takes: 'body' },
  },
  transactions: {
    create: { at: 'POST /merchants/{}/transactions', gives: 'json', field: 'transaction', takes: 'body', keyed: true },
    increment: { at: 'POST /transactions/{}/increments', gives: 'json', field: 'transaction', takes: 'body', keyed: true },
    capture: { at: 'POST /transactions/{}/captures', gives: 'json', field: 'transaction', takes: 'body', keyed: true },
    refund: { at: 'POST /transactions/{}/refunds', gives: 'json', field: 'transaction', takes: 'body', keyed: true },
    void: { at: 'POST /transactions/{}/voids', gives: 'json', field: 'transaction', takes: 'body', keyed: true },
    list: { at: 'GET /merchants/{}/transactions', gives: 'list', takes: 'query' },
    get: { at: 'GET /transactions/{}', gives: 'json', field: 'transaction' },
  },
  cards: {
    create: { at: 'POST /merchants/{}/cards', gives: 'json', field: 'card', takes: 'body', keyed: true },
    get: { at: 'GET /cards/{}', gives: 'json', field: 'card' },
  },
  links: {
    create: { at: 'POST /merchants/{}/links', gives: 'json', field: 'link', takes: 'body', keyed: true },
    list: { at: 'GET /merchants/{}/links', gives: 'list', takes: 'query' },
    get: { at: 'GET /links/{}', gives: 'json', field: 'link' },
    qr: { at: 'GET /links/{}/qr', gives: 'text' },
    delete: { at: 'DELETE /links/{}', gives: 'nothing' },
  },
  customerCards: {
    list: { at: 'GET /merchants/{}/customers/{}/cards', gives: 'list', takes: 'query' },
    delete: { at: 'DELETE /merchants/{}/customers/{}/cards/{}', gives: 'nothing' },
  },
  customers: {
    erase: { at: 'PUT /merchants/{}/erasures', gives: 'json', takes: 'body' },
    disclose: { at: 'PUT /merchants/{}/disclosures', gives: 'json', takes: 'body' },
  },
  disputes: {
    list: { at: 'GET /disputes', gives: 'list', takes: 'query' },
    get: { at: 'GET /disputes/{}', gives: 'json', field: 'dispute' },
    submitEvidence: { at: 'POST /disputes/{}/evidence', gives: 'json', field: 'dispute', takes: 'body', keyed: true },
  },
  frauds: {
    list: { at: 'GET /frauds', gives: 'list', takes: 'query' },
    get: { at: 'GET /frauds/{}', gives: 'json', field: 'fraud' },
  },
  ratios: {
    list: { at: 'GET /merchants/{}/ratios', gives: 'json' },
  },
  webhooks: {
    create: { at: 'POST /merchants/{}/webhooks', gives: 'json', field: 'webhook', takes: 'body', keyed: true },
    list: { at: 'GET /merchants/{}/webhooks', gives: 'list', takes: 'query' },
    get: { at: 'GET /merchants/{}/webhooks/{}', gives: 'json', field: 'webhook' },
    update: { at: 'PUT /merchants/{}/webhooks/{}', gives: 'nothing', takes: 'body' },
    delete: { at: 'DELETE /merchants/{}/webhooks/{}', gives: 'nothing' },
    addSecret: { at: 'POST /merchants/{}/webhooks/{}/secrets', gives: 'json', field: 'secret', keyed: true },
    deleteSecret: { at: 'DELETE /merchants/{}/webhooks/{}/secrets/{}', gives: 'nothing' },
    test: { at: 'POST /merchants/{}/webhooks/{}/tests', gives: 'json', field: 'delivery', keyed: true },
  },
  deliveries: {
    list: { at: 'GET /merchants/{}/webhooks/{}/deliveries', gives: 'list', takes: 'query' },
    get: { at: 'GET /merchants/{}/webhooks/{}/deliveries/{}', gives: 'json' },
    retry: { at: 'POST /merchants/{}/webhooks/{}/deliveries/{}/retries', gives: 'nothing', keyed: true },
    retryAll: { at: 'POST /merchants/{}/webhooks/{}/retries', gives: 'nothing', takes: 'body', keyed: true },
  },
} satisfies Table;

export interface SavedCardsVerbs {
  /** Delete a saved card of the link's customer. `DELETE /l/{linkId}/cards/{cardId}` */
  delete(linkId: string, cardId: string, options?: Options): Promise<CardRemoved>;
}

export interface VaultVerbs {
  /** Seal a card number or a security code. `POST /vault` */
  seal(body: VaultCreate, options?: Options): Promise<VaultToken>;
}

export interface PaymentsVerbs {
  /** The customer's first transaction, or the challenge to meet before it. `POST /payments` */
  create(body: Payment, options?: WriteOptions): Promise<Challenges | Authorized>;
  /** Perform a challenge. `POST /payments/challenges/{challenge}` */
  challenge(challenge: "fingerprint" | "tds-fingerprint" | "tds-challenge" | "tds-frictionless" | "begin" | "method", body: Payment, options?: Options): Promise<HintsAnswer | Frame | MethodAction>;
  /** Have the receipt of a payment mailed. `POST /payments/receipts` */
  receipt(body: ReceiptCreate, options?: Options): Promise<ReceiptAsked>;
  /** The outcome of a payment whose customer has come back. `POST /payments/returns` */
  returned(body: PaymentReturn, options?: Options): Promise<Returned | ReturnedPaid>;
}

export interface CodesVerbs {
  /** Ask for a payment on the customer's own phone. `POST /payments/codes` */
  create(body: CodeCreate, options?: Options): Promise<TillCode>;
  /** The state of a code. `GET /payments/codes/{watch}` */
  get(watch: string, options?: Options): Promise<TillCodeState>;
}

export interface CustomerApi {
  savedCards: SavedCardsVerbs;
  vault: VaultVerbs;
  payments: PaymentsVerbs;
  codes: CodesVerbs;
}

export const customerTable = {
  savedCards: {
    delete: { at: 'DELETE /l/{}/cards/{}', gives: 'json' },
  },
  vault: {
    seal: { at: 'POST /vault', gives: 'json', takes: 'body', repeatable: true },
  },
  payments: {
    create: { at: 'POST /payments', gives: 'json', takes: 'body', keyed: true },
    challenge: { at: 'POST /payments/challenges/{}', gives: 'json', takes: 'body' },
    receipt: { at: 'POST /payments/receipts', gives: 'json', takes: 'body', repeatable: true },
    returned: { at: 'POST /payments/returns', gives: 'json', takes: 'body', repeatable: true },
  },
  codes: {
    create: { at: 'POST /payments/codes', gives: 'json', takes: 'body', repeatable: true },
    get: { at: 'GET /payments/codes/{}', gives: 'json' },
  },
} satisfies Table;

export interface HelloVerbs {
  /** A resource. `GET /api/helloWorld/{id}` */
  get(id: number, options?: Options): Promise<Hello>;
  /** Create a resource. `POST /api/helloWorld` */
  create(body: {
    /** A whole number, 1 to 2^53 − 1 */
    id?: number | undefined;
    /** Text of 1 to 255 characters, without control characters */
    name: string;
  }, options?: Options): Promise<string>;
  /** Update a resource. `PUT /api/helloWorld` */
  update(body: {
    /** A whole number, 1 to 2^53 − 1 */
    id: number;
    /** Text of 1 to 255 characters, without control characters */
    name: string;
  }, options?: Options): Promise<void>;
  /** Delete a resource. `DELETE /api/helloWorld/{id}` */
  delete(id: number, options?: Options): Promise<void>;
  /** All resources. `GET /api/helloWorld` */
  list(options?: Options): Promise<Hellos>;
  /** The resource types of the service. `GET /api/about` */
  about(options?: Options): Promise<About>;
}

export interface HelloApi {
  hello: HelloVerbs;
}

export const helloTable = {
  hello: {
    get: { at: 'GET /api/helloWorld/{}', gives: 'json' },
    create: { at: 'POST /api/helloWorld', gives: 'location', takes: 'body' },
    update: { at: 'PUT /api/helloWorld', gives: 'nothing', takes: 'body' },
    delete: { at: 'DELETE /api/helloWorld/{}', gives: 'nothing' },
    list: { at: 'GET /api/helloWorld', gives: 'json' },
    about: { at: 'GET /api/about', gives: 'json' },
  },
} satisfies Table;

export interface ListQuery {
  /** The most items to return */
  limit?: number | undefined;
  /** Only items older than this id. A bare timestamp works as an id, too */
  before?: string | undefined;
  /** Only items newer than this id; without `before` **oldest first** */
  after?: string | undefined;
  filter?: {
    /** Only items that were created at this time or later: a day in UTC, `2026-11-01`, or a time, `2026-11-01T12:30:00Z`. */
    from?: string | Date | undefined;
    /** Only items that were created before */
    to?: string | Date | undefined;
  } | undefined;
}

export interface MerchantsListQuery {
  /** The most items to return */
  limit?: number | undefined;
  /** Only items older than this id. A bare timestamp works as an id, too */
  before?: string | undefined;
  /** Only items newer than this id; without `before` **oldest first** */
  after?: string | undefined;
  filter?: {
    /** Only items that were created at this time or later: a day in UTC, `2026-11-01`, or a time, `2026-11-01T12:30:00Z`. */
    from?: string | Date | undefined;
    /** Only items that were created before */
    to?: string | Date | undefined;
    /** Only test objects, or only live ones */
    test?: boolean | undefined;
  } | undefined;
}

export interface LinesListQuery {
  /** The most items to return */
  limit?: number | undefined;
  /** Only items older than this id. A bare timestamp works as an id, too */
  before?: string | undefined;
  /** Only items newer than this id; without `before` **oldest first** */
  after?: string | undefined;
  filter?: {
    /** Only items that were created at this time or later: a day in UTC, `2026-11-01`, or a time, `2026-11-01T12:30:00Z`. */
    from?: string | Date | undefined;
    /** Only items that were created before */
    to?: string | Date | undefined;
    /** Only lines with this `bookedAt` or a later one. The order stays that of the ids, so a line that Florin has written late comes at its `created`. */
    bookedFrom?: string | undefined;
    /** Only lines with an earlier `bookedAt`. */
    bookedTo?: string | undefined;
  } | undefined;
}

export interface MonthsLinesQuery {
  /** The most lines of the page, 1 to 1000; by default 1000 */
  limit?: number | undefined;
  /** `next` of the page before */
  after?: string | undefined;
  /** A closed month, for example `2026-10` */
  month?: string | undefined;
  filter?: {

  } | undefined;
}

export interface TransactionsListQuery {
  /** The most items to return */
  limit?: number | undefined;
  /** Only items older than this id. A bare timestamp works as an id, too */
  before?: string | undefined;
  /** Only items newer than this id; without `before` **oldest first** */
  after?: string | undefined;
  filter?: {
    /** Only items that were created at this time or later: a day in UTC, `2026-11-01`, or a time, `2026-11-01T12:30:00Z`. */
    from?: string | Date | undefined;
    /** Only items that were created before */
    to?: string | Date | undefined;
    /** Only test objects, or only live ones */
    test?: boolean | undefined;
    /** Only transactions that succeeded, or only declined ones */
    successful?: boolean | undefined;
    /** Only transactions with money that can be captured or voided. */
    pending?: true | undefined;
  } | undefined;
}

export interface DisputesListQuery {
  /** The most items to return */
  limit?: number | undefined;
  /** Only items older than this id. A bare timestamp works as an id, too */
  before?: string | undefined;
  /** Only items newer than this id; without `before` **oldest first** */
  after?: string | undefined;
  filter: {
    /** Only items that were created at this time or later: a day in UTC, `2026-11-01`, or a time, `2026-11-01T12:30:00Z`. */
    from?: string | Date | undefined;
    /** Only items that were created before */
    to?: string | Date | undefined;
    /** Only items of this merchant. */
    merchantId: string;
    /** Only items about this transaction. */
    transactionId?: string | undefined;
  };
}

export interface DeliveriesListQuery {
  /** The most items to return */
  limit?: number | undefined;
  /** Only items older than this id. A bare timestamp works as an id, too */
  before?: string | undefined;
  /** Only items newer than this id; without `before` **oldest first** */
  after?: string | undefined;
  filter?: {
    /** Only items that were created at this time or later: a day in UTC, `2026-11-01`, or a time, `2026-11-01T12:30:00Z`. */
    from?: string | Date | undefined;
    /** Only items that were created before */
    to?: string | Date | undefined;
    /** Only deliveries of this state */
    status?: "pending" | "succeeded" | "failed" | undefined;
  } | undefined;
}

export type TransactionData = {
  transaction: Transaction;
} | {
  transaction: {
    /** An id, 24 hex characters */
    id: string;
    /** The path of the transaction, if the body would be larger than 20 KB */
    href: string;
  };
};

export type DisputeData = {
  dispute: Dispute;
};

export type FraudData = {
  fraud: Fraud;
};

export type PayoutData = {
  line: Line;
};

export type OperationData = {
  operation: Operation;
};

export type MerchantData = {
  merchant: Merchant;
};

export type RatioData = {
  ratio: Ratio;
};

export type UserData = {
  user: User;
};

export type AppData = {
  app: App;
};

export type WebhookData = {
  webhook: Webhook;
  /** Present only for a webhook that is not verified: its server must answer with this value as the body */
  challenge?: string | undefined;
};

export interface EventOf<Type extends string, Data> {
  /** The same for every attempt; also in the header `webhook-id` (an id, 24 hex characters) */
  id: string;
  type: Type;
  /** The time of the change */
  created: string;
  /** An id, 24 hex characters */
  merchantId: string;
  /** Whether the merchant is a test merchant */
  test: boolean;
  /** The version of this body. It changes only if a receiver of this version would misread a later one */
  version: 1;
  data: Data;
  /** The order of the events of one transaction: a higher number is later */
  sequence?: number | undefined;
}

/** The body of each type of event. */
export interface Events {
  "transaction.created": EventOf<"transaction.created", TransactionData>;
  "transaction.declined": EventOf<"transaction.declined", TransactionData>;
  "transaction.incremented": EventOf<"transaction.incremented", TransactionData>;
  "transaction.captured": EventOf<"transaction.captured", TransactionData>;
  "transaction.refunded": EventOf<"transaction.refunded", TransactionData>;
  "transaction.voided": EventOf<"transaction.voided", TransactionData>;
  "transaction.figures_known": EventOf<"transaction.figures_known", TransactionData>;
  "transaction.expiring": EventOf<"transaction.expiring", TransactionData>;
  "dispute.opened": EventOf<"dispute.opened", DisputeData>;
  "dispute.updated": EventOf<"dispute.updated", DisputeData>;
  "dispute.funds_withdrawn": EventOf<"dispute.funds_withdrawn", DisputeData>;
  "dispute.funds_reinstated": EventOf<"dispute.funds_reinstated", DisputeData>;
  "dispute.won": EventOf<"dispute.won", DisputeData>;
  "dispute.lost": EventOf<"dispute.lost", DisputeData>;
  "fraud.reported": EventOf<"fraud.reported", FraudData>;
  "payout.created": EventOf<"payout.created", PayoutData>;
  "operation.open": EventOf<"operation.open", OperationData>;
  "operation.accepted": EventOf<"operation.accepted", OperationData>;
  "operation.settled": EventOf<"operation.settled", OperationData>;
  "merchant.updated": EventOf<"merchant.updated", MerchantData>;
  "merchant.integration_disabled": EventOf<"merchant.integration_disabled", MerchantData>;
  "merchant.integration_enabled": EventOf<"merchant.integration_enabled", MerchantData>;
  "merchant.declines_limited": EventOf<"merchant.declines_limited", MerchantData>;
  "ratio.warned": EventOf<"ratio.warned", RatioData>;
  "user.added": EventOf<"user.added", UserData>;
  "user.removed": EventOf<"user.removed", UserData>;
  "app.added": EventOf<"app.added", AppData>;
  "app.removed": EventOf<"app.removed", AppData>;
  "webhook.tested": EventOf<"webhook.tested", WebhookData>;
}

export type EventType = keyof Events;

/** An event of a webhook. Its `type` says which `data` it has. */
export type WebhookEvent = Events[EventType];

/** One fault of a request. */
export type Fault = Faults[number];

export interface About {
  /** The resource types */
  resources: {
    type: string;
    /** Its URLs */
    endpoints: {
      url: string;
      /** The methods of the resource type */
      methods: string[];
    }[];
  }[];
}

export interface App {
  /** An id, 24 hex characters */
  id: string;
  name: string | null;
  /** ISO 8601, UTC, with milliseconds */
  created: string;
  /** Absent for an app that has complete access, or the role `owner` with other limits */
  role?: "owner" | "member" | "support" | "accountant" | "cashier" | undefined;
  /** The most that one payment returns, and that the app returns on a day; minor units */
  refundCaps?: Array<{
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    each?: number | undefined;
    day?: number | undefined;
  }> | undefined;
  /** The end of the access */
  expires?: string | undefined;
  /** The networks that requests may come from */
  networks?: string[] | undefined;
  /** The app or user that has made the key, or changed its limits last */
  madeBy?: {
    kind: "app" | "user";
    /** An id, 24 hex characters */
    id: string;
    email: string | null;
  } | undefined;
  /** The last use of the key, and where it came from */
  lastUse?: {
    /** The last day on which the key was used, in UTC: 2026-11-30 */
    day: string;
    /** An IPv4 address, or the /56 of an IPv6 address */
    network: string;
  } | undefined;
}

export interface AppAdd {
  /** An id, 24 hex characters */
  appId: string;
}

export interface AppCreate {
  /** Text of at most 255 characters */
  name?: string | undefined;
}

export interface AppCreated {
  app: {
    /** An id, 24 hex characters */
    id: string;
    name: string | null;
    /** The API key, which is a secret. Only this answer shows it, as Florin stores only its hash */
    key: string;
  };
}

export interface AppLimit {
  /** One of owner, member, support, accountant, cashier */
  role: "owner" | "member" | "support" | "accountant" | "cashier";
  /** A list of 1 to 20 caps */
  refundCaps?: Array<{
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    /** A whole number of minor units, 1 to 10^12, for example 1099 for EUR 10.99 */
    each?: number | undefined;
    /** A whole number of minor units, 1 to 10^12, for example 1099 for EUR 10.99 */
    day?: number | undefined;
  }> | undefined;
  /** A date, ISO 8601 in UTC, for example 2026-11-01T12:30:00Z */
  expires?: string | undefined;
  /** A list of 1 to 20 networks */
  networks?: string[] | undefined;
}

export interface Authorized {
  /** The id of the transaction (an id, 24 hex characters) */
  authorizationId: string;
}

export interface BookkeepingAnswer {
  bookkeeping: {
    xero: {
      /** The name of a tax rate, as Xero shows it */
      taxRate: string;
      /** The codes of accounts */
      accounts: {
        "merchant:payable": string;
        "acquirer:receivable": string;
        disputes: string;
        "payouts:transit": string;
        "acquirer:adjustments": string;
        "acquirer:reserves": string;
        "fees:processing": string;
        "fees:network": string;
        "fees:application": string;
        "fees:dispute": string;
        "fees:exchange": string;
        "fees:service": string;
        "fees:tax": string;
        "fees:withheld_tax": string;
        "fees:other": string;
      };
    };
    quickbooks: {
      /** The names of accounts */
      accounts: {
        "merchant:payable": string;
        "acquirer:receivable": string;
        disputes: string;
        "payouts:transit": string;
        "acquirer:adjustments": string;
        "acquirer:reserves": string;
        "fees:processing": string;
        "fees:network": string;
        "fees:application": string;
        "fees:dispute": string;
        "fees:exchange": string;
        "fees:service": string;
        "fees:tax": string;
        "fees:withheld_tax": string;
        "fees:other": string;
      };
    };
    datev: {
      /** The number of the tax consultant (Beraternummer) */
      consultant: number;
      /** The number of the client (Mandantennummer) */
      client: number;
      /** The number of digits of an account */
      digits: number;
      /** The month in which the business year begins */
      yearBegins: number;
      /** The numbers of accounts */
      accounts: {
        "merchant:payable": string;
        "acquirer:receivable": string;
        disputes: string;
        "payouts:transit": string;
        "acquirer:adjustments": string;
        "acquirer:reserves": string;
        "fees:processing": string;
        "fees:network": string;
        "fees:application": string;
        "fees:dispute": string;
        "fees:exchange": string;
        "fees:service": string;
        "fees:tax": string;
        "fees:withheld_tax": string;
        "fees:other": string;
      };
    };
  };
}

export interface BookkeepingChange {
  /** An object, {accounts, taxRate} */
  xero?: {
    /** An object, {"merchant:payable", …} */
    accounts?: {
      /** An account code of at most 10 letters and digits, or empty for the default */
      "merchant:payable"?: string | undefined;
      /** An account code of at most 10 letters and digits, or empty for the default */
      "acquirer:receivable"?: string | undefined;
      /** An account code of at most 10 letters and digits, or empty for the default */
      disputes?: string | undefined;
      /** An account code of at most 10 letters and digits, or empty for the default */
      "payouts:transit"?: string | undefined;
      /** An account code of at most 10 letters and digits, or empty for the default */
      "acquirer:adjustments"?: string | undefined;
      /** An account code of at most 10 letters and digits, or empty for the default */
      "acquirer:reserves"?: string | undefined;
      /** An account code of at most 10 letters and digits, or empty for the default */
      "fees:processing"?: string | undefined;
      /** An account code of at most 10 letters and digits, or empty for the default */
      "fees:network"?: string | undefined;
      /** An account code of at most 10 letters and digits, or empty for the default */
      "fees:application"?: string | undefined;
      /** An account code of at most 10 letters and digits, or empty for the default */
      "fees:dispute"?: string | undefined;
      /** An account code of at most 10 letters and digits, or empty for the default */
      "fees:exchange"?: string | undefined;
      /** An account code of at most 10 letters and digits, or empty for the default */
      "fees:service"?: string | undefined;
      /** An account code of at most 10 letters and digits, or empty for the default */
      "fees:tax"?: string | undefined;
      /** An account code of at most 10 letters and digits, or empty for the default */
      "fees:withheld_tax"?: string | undefined;
      /** An account code of at most 10 letters and digits, or empty for the default */
      "fees:other"?: string | undefined;
    } | undefined;
    /** A text of at most 100 characters, or empty for the default */
    taxRate?: string | undefined;
  } | undefined;
  /** An object, {accounts} */
  quickbooks?: {
    /** An object, {"merchant:payable", …} */
    accounts?: {
      /** A text of at most 100 characters, or empty for the default */
      "merchant:payable"?: string | undefined;
      /** A text of at most 100 characters, or empty for the default */
      "acquirer:receivable"?: string | undefined;
      /** A text of at most 100 characters, or empty for the default */
      disputes?: string | undefined;
      /** A text of at most 100 characters, or empty for the default */
      "payouts:transit"?: string | undefined;
      /** A text of at most 100 characters, or empty for the default */
      "acquirer:adjustments"?: string | undefined;
      /** A text of at most 100 characters, or empty for the default */
      "acquirer:reserves"?: string | undefined;
      /** A text of at most 100 characters, or empty for the default */
      "fees:processing"?: string | undefined;
      /** A text of at most 100 characters, or empty for the default */
      "fees:network"?: string | undefined;
      /** A text of at most 100 characters, or empty for the default */
      "fees:application"?: string | undefined;
      /** A text of at most 100 characters, or empty for the default */
      "fees:dispute"?: string | undefined;
      /** A text of at most 100 characters, or empty for the default */
      "fees:exchange"?: string | undefined;
      /** A text of at most 100 characters, or empty for the default */
      "fees:service"?: string | undefined;
      /** A text of at most 100 characters, or empty for the default */
      "fees:tax"?: string | undefined;
      /** A text of at most 100 characters, or empty for the default */
      "fees:withheld_tax"?: string | undefined;
      /** A text of at most 100 characters, or empty for the default */
      "fees:other"?: string | undefined;
    } | undefined;
  } | undefined;
  /** An object, {accounts, consultant, client, digits, yearBegins} */
  datev?: {
    /** An object, {"merchant:payable", …} */
    accounts?: {
      /** An account of 4 to 9 digits, or empty for the default */
      "merchant:payable"?: string | undefined;
      /** An account of 4 to 9 digits, or empty for the default */
      "acquirer:receivable"?: string | undefined;
      /** An account of 4 to 9 digits, or empty for the default */
      disputes?: string | undefined;
      /** An account of 4 to 9 digits, or empty for the default */
      "payouts:transit"?: string | undefined;
      /** An account of 4 to 9 digits, or empty for the default */
      "acquirer:adjustments"?: string | undefined;
      /** An account of 4 to 9 digits, or empty for the default */
      "acquirer:reserves"?: string | undefined;
      /** An account of 4 to 9 digits, or empty for the default */
      "fees:processing"?: string | undefined;
      /** An account of 4 to 9 digits, or empty for the default */
      "fees:network"?: string | undefined;
      /** An account of 4 to 9 digits, or empty for the default */
      "fees:application"?: string | undefined;
      /** An account of 4 to 9 digits, or empty for the default */
      "fees:dispute"?: string | undefined;
      /** An account of 4 to 9 digits, or empty for the default */
      "fees:exchange"?: string | undefined;
      /** An account of 4 to 9 digits, or empty for the default */
      "fees:service"?: string | undefined;
      /** An account of 4 to 9 digits, or empty for the default */
      "fees:tax"?: string | undefined;
      /** An account of 4 to 9 digits, or empty for the default */
      "fees:withheld_tax"?: string | undefined;
      /** An account of 4 to 9 digits, or empty for the default */
      "fees:other"?: string | undefined;
    } | undefined;
    /** A number, 1001 to 9999999 */
    consultant?: number | undefined;
    /** A number, 1 to 99999 */
    client?: number | undefined;
    /** A number, 4 to 8 */
    digits?: number | undefined;
    /** A month, 1 to 12 */
    yearBegins?: number | undefined;
  } | undefined;
}

export interface Capture {
  /** A whole number of minor units, 1 to 10^12, for example 1099 for EUR 10.99 */
  amount: number;
  /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
  currency?: string | undefined;
  /** At most 22 printable ASCII characters */
  descriptor?: string | undefined;
  /** 1 to 64 printable ASCII characters, without a space at either end or next to another space */
  reference?: string | undefined;
}

export interface CardAnswer {
  card: {
    /** An id, 24 hex characters */
    id: string;
    /** An id, 24 hex characters */
    merchantId: string;
    /** ISO 8601, UTC, with milliseconds */
    created: string;
    /** First six digits */
    bin: string;
    last4: string;
    /** The last millisecond of the last valid month */
    expiry: string;
    /** Test merchants have only the first two, with `visa` for all other numbers */
    scheme: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay";
    notes: string | null;
  };
}

export interface CardCreate {
  /** An id, 24 hex characters */
  transactionId: string;
  /** Text of at most 1024 characters */
  notes?: string | undefined;
}

export interface CardCreated {
  card: {
    /** An id, 24 hex characters */
    id: string;
  };
}

export interface CardRemoved {
  removed: true;
}

export interface Challenges {
  /** Perform one of them */
  challenges: Array<{
    name: "fingerprint" | "tds-fingerprint" | "tds-challenge" | "tds-frictionless" | "begin" | "method";
    type: "background-iframe" | "iframe" | "fetch" | "redirect";
    /** Post the same payment to this path */
    path: string;
  }>;
}

export interface ClosedMonth {
  /** `2026-10` */
  name: string;
  /** The beginning of the month, or the end of the closed month before */
  from: string;
  /** The beginning of the next month in `timeZone` */
  to: string;
  timeZone: string;
  /** The number of lines */
  count: number;
  state: "closed";
  /** ISO 8601, UTC, with milliseconds */
  closedAt: string;
  closedBy: {
    kind: "app" | "user";
    /** An id, 24 hex characters */
    id: string;
    email: string | null;
  };
  /** The balance in each currency over the month, the merchant’s own currency first */
  accounts: {
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    opening: number;
    /** The effects on the balance before fees */
    kinds: {
      capture: number;
      refund: number;
      dispute: number;
      payout: number;
      adjustment: number;
    };
    fees: number;
    closing: number;
    count: number;
  }[];
  /** Lines of earlier closed months that were found afterwards; they are part of this month */
  late: Array<{
    /** `2026-10` */
    month: string;
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    count: number;
    net: number;
    /** The acquirer's name of the pocket, for example `risk_reserved` */
    pocket?: string | undefined;
  }>;
  /** The parts of the balance at `closedAt`, as a merchant shows them */
  funds: {
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    pending: number;
    reserved: number;
    disputed: number;
  }[];
  /** The money in other pockets of a live merchant’s acquirer, which is in no balance of `accounts`; absent if a version before 1.0.0 has closed the month */
  pockets?: {
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    /** The acquirer's name of the pocket, for example `risk_reserved` */
    pocket: string;
    opening: number;
    /** The effects on the balance before fees */
    kinds: {
      capture: number;
      refund: number;
      dispute: number;
      payout: number;
      adjustment: number;
    };
    fees: number;
    closing: number;
    count: number;
  }[] | undefined;
  /** The newest seal of the ledger at `closedAt`; absent if there was none. `florin verify --seal` demands it */
  seal?: {
    /** The last day (UTC) that the seal covers, for example `2026-10-31` */
    day: string;
    /** SHA-256, 64 hex characters */
    hash: string;
  } | undefined;
}

export interface CodeCreate {
  integration: {
    /** The merchant's public key */
    key: string;
  };
  /** Money, {currency, exponent, value} */
  amount: {
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    /** A whole number from 0 to 12 */
    exponent: number;
    /** A positive whole number */
    value: number;
  };
  /** Text of at most 100 characters */
  text?: string | undefined;
  /** Text of at most 100 characters */
  reference?: string | undefined;
  recurring?: boolean | undefined;
}

export interface CustomerCard {
  /** The id of the transaction with which the card was saved (an id, 24 hex characters) */
  id: string;
  /** An id, 24 hex characters */
  merchantId: string;
  /** The same as in the links that your server has made for the customer */
  customer: string;
  /** ISO 8601, UTC, with milliseconds */
  created: string;
  /** The time at which the customer agreed to save the card */
  agreed: string;
  /** The time of the last payment with the saved card */
  used: string | null;
  /** First six digits */
  bin: string;
  last4: string;
  /** The last millisecond of the last valid month */
  expiry: string;
  /** Test merchants have only the first two, with `visa` for all other numbers */
  scheme: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay";
  /** Whether links of the customer offer the card. Expired cards, cards with five wrong security codes, and cards of an earlier account of the merchant are not offered */
  offered: boolean;
}

export interface CustomerDisclosed {
  found: {
    /** As `GET /transactions/{transactionId}` shows them, with the text that the customer has seen */
    payments: Record<string, unknown>[];
    /** As `GET /links/{linkId}` shows them */
    links: Record<string, unknown>[];
    /** Saved cards, masked */
    cards: Record<string, unknown>[];
    /** The addresses that asked for receipts, and the mails */
    receipts: Record<string, unknown>[];
    /** As `GET /disputes/{disputeId}` shows them */
    disputes: Record<string, unknown>[];
    /** Events of the last 30 days, with the beginning of your server’s response */
    events: Record<string, unknown>[];
    /** Requests in the audit log that name the person */
    entries: Record<string, unknown>[];
  };
  /** The `cursor` of the next request; null at the end */
  next: string | null;
}

export interface CustomerErased {
  /** The numbers of changed objects in this request */
  erased: {
    payments: number;
    links: number;
    cards: number;
    receipts: number;
    events: number;
    /** Requests in the audit log */
    entries: number;
    /** Payments that can be erased only later */
    waiting: number;
  };
  /** The `cursor` of the next request; null at the end */
  next: string | null;
}

export interface DeclinesAnswer {
  declines: {
    /** Today in UTC, `2026-11-30` */
    day: string;
    /** The declined payments of the day */
    count: number;
    /** Whether the declines have reached the limit, also while payments pass */
    limited: boolean;
    /** Payments pass until this time */
    passUntil: string | null;
    /** How many times payments can pass again today */
    passesLeft: number;
  };
}

export interface DeliveriesRetry {
  /** A date, ISO 8601 in UTC, for example 2026-11-01T12:30:00Z */
  since: string;
}

export interface Delivery {
  /** The id of the event (an id, 24 hex characters) */
  id: string;
  /** An id, 24 hex characters */
  merchantId: string;
  /** An id, 24 hex characters */
  webhookId: string;
  type: "transaction.created" | "transaction.declined" | "transaction.incremented" | "transaction.captured" | "transaction.refunded" | "transaction.voided" | "transaction.figures_known" | "transaction.expiring" | "dispute.opened" | "dispute.updated" | "dispute.funds_withdrawn" | "dispute.funds_reinstated" | "dispute.won" | "dispute.lost" | "fraud.reported" | "payout.created" | "operation.open" | "operation.accepted" | "operation.settled" | "merchant.updated" | "merchant.integration_disabled" | "merchant.integration_enabled" | "merchant.declines_limited" | "ratio.warned" | "user.added" | "user.removed" | "app.added" | "app.removed" | "webhook.tested";
  /** The transaction that the event is about; null for an event that is about no transaction (an id, 24 hex characters) */
  transactionId: string | null;
  /** The time of the change */
  created: string;
  status: "pending" | "succeeded" | "failed";
  /** The last 20 attempts, oldest first */
  attempts: Array<{
    /** ISO 8601, UTC, with milliseconds */
    time: string;
    /** The status of the answer; null if there was no answer */
    status: number | null;
    /** The reason for a missing or wrong answer: `TIMEOUT`, `ECONNREFUSED`, `ADDRESS_NOT_PUBLIC`, `NOT_VERIFIED`, `CHALLENGE_NOT_ANSWERED`, `DAILY_LIMIT`, `NO_URL` (the webhook has no URL), … */
    error: string | null;
    /** Milliseconds */
    duration: number;
  }>;
  /** The first KB of the last answer */
  answer: string | null;
  /** The time of the next attempt */
  next: string | null;
}

export interface DeliveryAnswer {
  delivery: Delivery;
  /** The body as it is sent; see `webhooks` */
  event: Record<string, unknown>;
}

export interface DeliveryCreated {
  delivery: {
    /** An id, 24 hex characters */
    id: string;
  };
}

export interface Dispute {
  /** An id, 24 hex characters */
  id: string;
  /** An id, 24 hex characters */
  merchantId: string;
  /** An id, 24 hex characters */
  transactionId: string;
  /** ISO 8601, UTC, with milliseconds */
  created: string;
  /** Minor units of the transaction's currency */
  amount: number;
  reason: {
    code: number;
    title: string;
  };
  /** The deadline for the answer of the merchant: ISO 8601, UTC */
  due: string;
  /** The texts, and the kinds of files, that the acquirer takes as evidence until `due`; null if it takes none now */
  accepts: {
    /** The names of texts */
    texts: Array<"explanation" | "productDescription" | "customerName" | "shippingCarrier" | "shippingTrackingNumber" | "shippingDate" | "serviceDate" | "refundPolicy" | "cancellationPolicy">;
    /** The kinds of files */
    files: Array<"receipt" | "shipping" | "communication" | "signature" | "other">;
    /** The most characters of all texts together */
    mostCharacters: number;
    /** The most bytes of all files together */
    mostBytes: number;
  } | null;
  /** Whether earlier undisputed payments with the same card can prove that the cardholder has made this one (Visa Compelling Evidence 3.0); null if the card scheme has no such programme for the dispute */
  eligibility: {
    status: "qualified" | "requires_action" | "not_qualified";
    /** The details that are missing, which the merchant adds in the acquirer's dashboard */
    missing: Array<"earlier_payments" | "earlier_descriptions" | "description" | "goods_or_services" | "customer_identifiers" | "other">;
  } | null;
  /** The card scheme's fee for contesting a compliance dispute, which evidence must acknowledge by `feeAcknowledged`; null if there is none */
  contestFee: {
    acknowledged: boolean;
    /** In minor units, or its equivalent; null if it is unknown */
    amount: number | null;
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string | null;
  } | null;
  /** The time at which evidence was submitted here in the present stage; null before */
  evidence: {
    /** ISO 8601, UTC, with milliseconds */
    submitted: string;
  } | null;
  /** An inquiry asks for information: no money moves, and a refund usually ends it. An appeal can still change `won` and `lost`. `null` for disputes that an earlier version has stored */
  status: "inquiry" | "inquiry_closed" | "open" | "won" | "lost" | null;
  /** An appeal is against the end of a dispute, which is `open` again. Evidence can be sent once in the stage `dispute`, and once in each appeal */
  stage: "inquiry" | "dispute" | "appeal" | null;
  /** The currency of the transaction; absent on disputes that an earlier version has stored (a three-letter ISO 4217 currency code in capital letters, for example EUR) */
  currency?: string | undefined;
  /** The order of the payment in short, each text with at most 80 characters; absent if nothing is known of it */
  order?: {
    reference: string | null;
    /** The name of the customer, else the e-mail address */
    customer: string | null;
    /** The description of the order that the customer has seen */
    description: string | null;
  } | undefined;
}

export interface EvidenceSubmit {
  /** Text of 1 to 20000 characters */
  explanation?: string | undefined;
  /** Text of 1 to 20000 characters */
  productDescription?: string | undefined;
  /** Text of 1 to 255 characters */
  customerName?: string | undefined;
  /** Text of 1 to 255 characters */
  shippingCarrier?: string | undefined;
  /** Text of 1 to 255 characters */
  shippingTrackingNumber?: string | undefined;
  /** Text of 1 to 100 characters */
  shippingDate?: string | undefined;
  /** Text of 1 to 100 characters */
  serviceDate?: string | undefined;
  /** Text of 1 to 20000 characters */
  refundPolicy?: string | undefined;
  /** Text of 1 to 20000 characters */
  cancellationPolicy?: string | undefined;
  feeAcknowledged?: boolean | undefined;
  /** A list of at most 5 files */
  files?: Array<{
    /** One of receipt, shipping, communication, signature, other */
    kind: "receipt" | "shipping" | "communication" | "signature" | "other";
    /** The name of a file, 1 to 255 characters without slashes */
    name: string;
    /** The bytes of the file in Base64 */
    content: string;
  }> | undefined;
}

export interface Frame {
  action: string;
  method: "POST";
  fields: {
    state: string;
  };
  /** Pixels */
  width: number;
  /** Pixels */
  height: number;
  /** Milliseconds */
  timeout: number;
  /** Add these hints in any case; they are valid even if the iframe never answers */
  hints: string[];
  /** Present for live merchants. If the customer leaves the iframe without an answer, add these hints and send the payment again: Florin cancels it, unless the customer has paid already */
  left?: string[] | undefined;
}

export interface Fraud {
  /** An id, 24 hex characters */
  id: string;
  /** An id, 24 hex characters */
  merchantId: string;
  /** An id, 24 hex characters */
  transactionId: string;
  /** ISO 8601, UTC, with milliseconds */
  created: string;
  /** The time of the report by the issuer, if known: ISO 8601, UTC */
  reported?: string | undefined;
  /** The reason, if known; see the table */
  reason?: number | undefined;
}

export interface Hello {
  id: number;
  name: string;
}

export interface HintsAnswer {
  /** Add these to `hints`, and post the payment again */
  hints: string[];
}

export interface Identity {
  identity: {
    /** An id, 24 hex characters */
    id: string;
    name: string | null;
    /** ISO 8601, UTC, with milliseconds */
    created: string;
  };
}

export interface Increment {
  /** A whole number of minor units, 1 to 10^12, for example 1099 for EUR 10.99 */
  amount: number;
  /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
  currency?: string | undefined;
  /** 1 to 64 printable ASCII characters, without a space at either end or next to another space */
  reference?: string | undefined;
}

export interface Invited {
  /** Whether the user was a member or invited already, in which case no e-mail is sent */
  isMember: boolean;
}

export interface KeyMade {
  app: {
    /** An id, 24 hex characters */
    id: string;
    name: string | null;
    /** ISO 8601, UTC, with milliseconds */
    created: string;
    /** The API key, which is a secret. Only this answer shows it */
    key: string;
  };
}

export interface KeyMake {
  /** Text of 1 to 255 characters */
  name: string;
  /** One of owner, member, support, accountant, cashier */
  role?: "owner" | "member" | "support" | "accountant" | "cashier" | undefined;
  /** A list of 1 to 20 caps */
  refundCaps?: Array<{
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    /** A whole number of minor units, 1 to 10^12, for example 1099 for EUR 10.99 */
    each?: number | undefined;
    /** A whole number of minor units, 1 to 10^12, for example 1099 for EUR 10.99 */
    day?: number | undefined;
  }> | undefined;
  /** A date, ISO 8601 in UTC, for example 2026-11-01T12:30:00Z */
  expires?: string | undefined;
  /** A list of 1 to 20 networks */
  networks?: string[] | undefined;
  /** An id, 24 hex characters */
  replaces?: string | undefined;
  /** A date, ISO 8601 in UTC, for example 2026-11-01T12:30:00Z */
  until?: string | undefined;
}

export interface Line {
  /** An id, 24 hex characters */
  id: string;
  /** An id, 24 hex characters */
  merchantId: string;
  test: boolean;
  /** The time at which Florin has written the line */
  created: string;
  /** The time at which the line counts in months and statements: the acquirer's time for real money, which is earlier than `created` if Florin has learnt of the money late; else `created` */
  bookedAt: string;
  /** In the transaction's currency; for a payout in the merchant's. Below 0 if refunded or paid-out money came back. For an adjustment the booked amount before `fee`, below 0 if the acquirer took it, and 0 if all of it is a fee */
  amount: {
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    amount: number;
  };
  /** Effect on the merchant's balance, after `fee`, in its currency */
  balance: number;
  /** All fees of this line, in the merchant's currency; contained in `balance` */
  fee: number;
  /** Absent for payouts, and for adjustments apart from fees of a payment (an id, 24 hex characters) */
  transactionId?: string | undefined;
  /** The dispute that has moved the money, or whose fee it is (an id, 24 hex characters) */
  disputeId?: string | undefined;
  capture?: true | undefined;
  refund?: true | undefined;
  dispute?: true | undefined;
  payout?: true | undefined;
  /** An entry of a live merchant's acquirer beside payments and payouts, for example a monthly fee, a transfer or a reserve */
  adjustment?: true | undefined;
  /** The acquirer's own words for an adjustment, or the amount of money that a live merchant's acquirer keeps in another currency, which changes no `balance` */
  description?: string | undefined;
  /** The order of the payment in short, each text with at most 80 characters; absent if nothing is known of it */
  order?: {
    reference: string | null;
    /** The name of the customer, else the e-mail address */
    customer: string | null;
    /** The description of the order that the customer has seen */
    description: string | null;
  } | undefined;
  /** The exchange rate, if the currencies differ. It never changes */
  exchange?: {
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    from: string;
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    to: string;
    /** Units of `to` for one unit of `from`, for people to read */
    rate: number;
    /** The date of the rates */
    date?: string | undefined;
    /** The published units of each currency for one euro, from which Florin computes amounts. Absent for real money, which the acquirer exchanges */
    perEuro?: {
      from: string;
      to: string;
    } | undefined;
  } | undefined;
  /** The acquirer's own name for its entry, or for the payout; only for real money */
  reference?: string | undefined;
  /** The amount that a live merchant's acquirer keeps in another currency, in minor units of that currency. It is not part of `balance`, but of `balances` */
  kept?: {
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    balance: number;
    fee: number;
  } | undefined;
  /** The effect on another pocket of a live merchant’s acquirer, in minor units of the currency of `kept` or of the merchant. The balance changes by 0 then */
  pocket?: {
    /** The acquirer's name of the pocket, for example `risk_reserved` */
    name: string;
    balance: number;
    fee: number;
  } | undefined;
  /** The parts of `fee`, or of the fee of `kept`, by the acquirer's balance transactions; only for real money */
  fees?: Array<{
    kind: "processing" | "network" | "application" | "dispute" | "exchange" | "service" | "tax" | "withheld_tax" | "other";
    amount: number;
    /** The acquirer's own words */
    description?: string | undefined;
  }> | undefined;
  /** The day on which real money can be paid out; absent if it can be paid out immediately */
  available?: string | undefined;
  /** The acquirer holds the money of this adjustment in reserve, or releases it */
  reserve?: true | undefined;
  /** The acquirer's payout that contains the line, or whose line this is; only for real money (an id, 24 hex characters) */
  payoutId?: string | undefined;
  /** The day on which that payout reaches the bank */
  arrival?: string | null | undefined;
  /** The reference by which the bank finds that payout */
  trace?: string | null | undefined;
  /** The details that the movement has in the trail; absent if it has none */
  details?: {
    /** The merchant's reason for a refund; absent if they gave none */
    reason?: "requested_by_customer" | "duplicate" | "fraudulent" | "other" | undefined;
    /** The merchant's own name for the movement, for ever: no other movement of the transaction has it. Absent if they gave none */
    reference?: string | undefined;
  } | undefined;
}

export interface Link {
  /** An id, 24 hex characters */
  id: string;
  /** An id, 24 hex characters */
  merchantId: string;
  test: boolean;
  /** ISO 8601, UTC, with milliseconds */
  created: string;
  /** The URL for the customer */
  url: string;
  /** Whether the link can be paid. Otherwise it was used up, has expired, or was switched off */
  status: "open" | "used" | "expired" | "disabled";
  /** Minor units */
  amount: number;
  /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
  currency: string;
  /** The text that the page shows */
  text: string | null;
  /** Text on the customer's bank statement; with null it is the merchant's `descriptor` */
  statement: string | null;
  /** The items of the order, which add up to `amount` */
  lines: {
    text: string;
    quantity: number;
    /** The amount of the whole line, in minor units */
    amount: number;
  }[] | null;
  reference: string | null;
  redirect: string | null;
  cancel: string | null;
  /** ISO 8601, UTC, with milliseconds */
  expires: string | null;
  /** The number of times that the link can be paid */
  uses: number;
  /** The number of times that the link was paid */
  paid: number;
  email: string | null;
  /** Your own name for the customer, who can save cards */
  customer: string | null;
  locale: string | null;
  recurring: boolean;
  /** Whether its payments are captured immediately. With null the setting of the merchant at the payment decides */
  capture: boolean | null;
  /** The data that the page asks customers for. With null the setting of the merchant decides */
  ask: Array<"name" | "email"> | null;
  /** The types of the merchant's methods that can pay the link beside cards. With null all of them can; an empty list means cards alone */
  methods: string[] | null;
}

export interface LinkAnswer {
  link: {
    /** An id, 24 hex characters */
    id: string;
    /** An id, 24 hex characters */
    merchantId: string;
    test: boolean;
    /** ISO 8601, UTC, with milliseconds */
    created: string;
    /** The URL for the customer */
    url: string;
    /** Whether the link can be paid. Otherwise it was used up, has expired, or was switched off */
    status: "open" | "used" | "expired" | "disabled";
    /** Minor units */
    amount: number;
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    /** The text that the page shows */
    text: string | null;
    /** Text on the customer's bank statement; with null it is the merchant's `descriptor` */
    statement: string | null;
    /** The items of the order, which add up to `amount` */
    lines: {
      text: string;
      quantity: number;
      /** The amount of the whole line, in minor units */
      amount: number;
    }[] | null;
    reference: string | null;
    redirect: string | null;
    cancel: string | null;
    /** ISO 8601, UTC, with milliseconds */
    expires: string | null;
    /** The number of times that the link can be paid */
    uses: number;
    /** The number of times that the link was paid */
    paid: number;
    email: string | null;
    /** Your own name for the customer, who can save cards */
    customer: string | null;
    locale: string | null;
    recurring: boolean;
    /** Whether its payments are captured immediately. With null the setting of the merchant at the payment decides */
    capture: boolean | null;
    /** The data that the page asks customers for. With null the setting of the merchant decides */
    ask: Array<"name" | "email"> | null;
    /** The types of the merchant's methods that can pay the link beside cards. With null all of them can; an empty list means cards alone */
    methods: string[] | null;
    /** The last 100 payments by the link, newest first */
    payments: {
      /** An id, 24 hex characters */
      transactionId: string;
      /** ISO 8601, UTC, with milliseconds */
      created: string;
    }[];
  };
}

export interface LinkCreate {
  /** A whole number of minor units, 1 to 10^12, for example 1099 for EUR 10.99 */
  amount: number;
  /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
  currency: string;
  /** Text of at most 1024 characters */
  text?: string | undefined;
  /** 2 to 22 printable ASCII characters, a letter among them, without <>\'"* or a needless space */
  statement?: string | undefined;
  /** A list of at most 50 lines */
  lines?: Array<{
    /** Text of 1 to 255 characters */
    text: string;
    /** A whole number, 1 to 10^6 */
    quantity?: number | undefined;
    /** A whole number of minor units, −10^12 to 10^12 */
    amount: number;
  }> | undefined;
  /** Text of at most 1024 characters */
  reference?: string | undefined;
  /** An http or https URL of at most 2048 characters */
  redirect?: string | undefined;
  /** An http or https URL of at most 2048 characters */
  cancel?: string | undefined;
  /** A date, ISO 8601 in UTC, for example 2026-11-01T12:30:00Z */
  expires?: string | undefined;
  /** A whole number, 1 to 1000 */
  uses?: number | undefined;
  /** An e-mail address in ASCII letters (xn--… for an international domain) */
  email?: string | undefined;
  /** Text of 1 to 100 printable characters, without a space at either end */
  customer?: string | undefined;
  /** A language, or a language and region: de, de_AT */
  locale?: string | undefined;
  recurring?: boolean | undefined;
  capture?: boolean | undefined;
  /** A list of name, email, both or neither */
  ask?: Array<"name" | "email"> | undefined;
  /** A list of at most 30 types of methods, for example ["mobilepay"], or empty for cards alone */
  methods?: string[] | undefined;
}

export interface Merchant {
  /** An id, 24 hex characters */
  id: string;
  /** The public key, which names the merchant in payments and links, and gives no access */
  key: string;
  /** ISO 8601, UTC, with milliseconds */
  created: string;
  name: string | null;
  /** The funding currency (a three-letter ISO 4217 currency code in capital letters, for example EUR) */
  currency: string;
  test: boolean;
  email: string;
  website: string;
  /** Default text on customers' bank statements */
  descriptor: string;
  company: {
    country: string;
    number: string | null;
  };
  /** The address on receipts, in lines as on an envelope */
  address: string | null;
  bank: {
    iban: string | null;
  };
  /** The IANA name of the time zone in which the merchant's days and months begin, in the console and in mails */
  timeZone: string;
  /** Whether payments by customers are captured immediately. A link can set another value */
  capture: boolean;
  /** Whether payments of paired tills, and of links that people make in the console, are captured immediately */
  consoleCapture: boolean;
  /** The data that the page asks customers for, beside the card. A link can set another value */
  ask: Array<"name" | "email">;
  /** The types of the methods that the pages offer beside cards, in this order. A type that is missing in `availableMethods` is not offered */
  methods: string[];
  /** The methods that `methods` can have: those of the merchant's account. Of a live merchant the acquirer decides, and may switch one off later */
  availableMethods: Array<{
    /** The name in the API */
    type: string;
    /** The name for people */
    name: string;
    /** The currencies of its payments */
    currencies: string[];
    /** The countries whose customers usually have it, ISO 3166-1 alpha-2 */
    countries: string[];
    /** The least amount, in minor units, of currencies that have one */
    least: Record<string, number>;
    /** The greatest amount, in minor units, of currencies that have one */
    most: Record<string, number>;
    /** Whether the money moves with the agreement of the customer, or by a capture */
    captured: "immediately" | "later";
    /** Whether the capture may take a part */
    partialCapture: boolean;
    /** The days after the payment in which money can be returned; 0 for never, null for no last day */
    refundDays: number | null;
    /** Whether a refund may return a part */
    partialRefund: boolean;
    /** Whether the customer can dispute a payment */
    disputes: boolean;
  }>;
  /** The colour of buttons and links on the pages, `#rrggbb` */
  color: string | null;
  /** The URL of the terms, linked in the footer of the pages */
  terms: string | null;
  /** The URL of the privacy notice, linked in the footer of the pages */
  privacy: string | null;
  /** The logo on the pages, and in previews of links */
  logo: {
    /** The path below `{pos_url}` */
    path: string;
    width: number;
    height: number;
  } | null;
  notifications: {
    /** Mails about opened disputes, with the deadline, and about their outcome */
    disputes: boolean;
    /** Mails about payouts that were sent or came back */
    payouts: boolean;
    /** A mail each morning with the changes of the balance on the day before, if there were any */
    summary: boolean;
  };
  /** In minor units: users of the console who refund more of one payment must first confirm their identity; 0 for no limit */
  refundLimit: number;
  /** Sum of the `balance` of all lines, in minor units of the funding currency; exact even beyond 2^53 */
  balance: number;
  /** The amount that can be paid out now: `balance` without `disputed` for test merchants, `balance` without `pending` for live ones */
  available: number;
  /** The part of `balance` that a live merchant's acquirer pays out on a later day; 0 for test merchants */
  pending: number;
  /** The reserve of a live merchant's acquirer, which is not part of `balance` until it is released; 0 for test merchants */
  reserved: number;
  /** The amount of open disputes, without inquiries. For test merchants it is part of `balance` until the dispute is lost. The acquirer of a live merchant has taken it from `balance`, with fees, and returns it when the dispute is won */
  disputed: number;
  /** The same sums in each other currency that a live merchant's acquirer keeps, by currency code, in minor units of that currency */
  balances: Record<string, {
    /** Sum of `kept` of all lines */
    balance: number;
    /** The amount that can be paid out now: `balance` without `disputed` for test merchants, `balance` without `pending` for live ones */
    available: number;
    /** The part of `balance` that a live merchant's acquirer pays out on a later day; 0 for test merchants */
    pending: number;
    /** The reserve of a live merchant's acquirer, which is not part of `balance` until it is released; 0 for test merchants */
    reserved: number;
    /** The amount of open disputes, without inquiries. For test merchants it is part of `balance` until the dispute is lost. The acquirer of a live merchant has taken it from `balance`, with fees, and returns it when the dispute is won */
    disputed: number;
  }>;
  claim: {
    canChargeCard: boolean;
    canSaveCard: boolean;
    canTransferToCard: boolean;
    canCapture: boolean;
    canRefund: boolean;
    canVoid: boolean;
  };
  pricing: {
    /** Share of the gross amount */
    rate: number;
    flat: {
      /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
      currency: string;
      /** Minor units of the merchant's currency */
      amount: number;
    };
    dispute: {
      /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
      currency: string;
      /** Minor units of the merchant's currency */
      amount: number;
    };
    transfer: {
      toCard: {
        /** Share of the gross amount */
        rate: number;
        flat: {
          /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
          currency: string;
          /** Minor units of the merchant's currency */
          amount: number;
        };
        dispute: {
          /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
          currency: string;
          /** Minor units of the merchant's currency */
          amount: number;
        };
      };
    };
  };
  tds: {
    /** The required result of 3-D Secure */
    mode: "attempt" | "full";
  };
  /** The days after which authorizations of a test merchant end; 0 leaves it to the stage, where they usually do not end */
  testAuthorizationDays?: number | undefined;
  /** The features of a live merchant's account at the acquirer. Authorized payments can be captured, voided and refunded in any case */
  integration?: {
    /** The account takes new payments */
    payments: boolean;
    /** The acquirer sends the account's money to the merchant's bank */
    payouts: boolean;
  } | undefined;
}

export interface MerchantCreate {
  /** Text of at most 255 characters */
  name?: string | undefined;
  /** One of CHF, CZK, DKK, EUR, GBP, HUF, NOK, PLN, RON, SEK, USD */
  currency: "CHF" | "CZK" | "DKK" | "EUR" | "GBP" | "HUF" | "NOK" | "PLN" | "RON" | "SEK" | "USD";
  test?: boolean | undefined;
  /** An e-mail address in ASCII letters (xn--… for an international domain) */
  email: string;
  /** An http or https URL, or a host like test.com */
  website: string;
  /** 2 to 22 printable ASCII characters */
  descriptor: string;
  company: {
    /** An ISO 3166-1 alpha-2 country code */
    country: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
    /** Text of at most 64 characters */
    number?: string | undefined;
  };
  /** Text of at most 255 characters */
  address?: string | undefined;
  bank?: {
    /** An IBAN */
    iban?: string | undefined;
  } | undefined;
  /** The IANA name of a time zone, for example Europe/Copenhagen, or empty for that of the country */
  timeZone?: string | undefined;
  capture?: boolean | undefined;
  consoleCapture?: boolean | undefined;
  /** A list of name, email, both or neither */
  ask?: Array<"name" | "email"> | undefined;
  /** A list of at most 30 types of methods, for example ["mobilepay"], or empty for cards alone */
  methods?: string[] | undefined;
  /** A whole number of days, 0 to 30, where 0 leaves it to the stage */
  testAuthorizationDays?: number | undefined;
  /** A colour, #rrggbb, or empty for none */
  color?: string | undefined;
  /** An https URL of at most 2048 characters, or empty for none */
  terms?: string | undefined;
  /** An https URL of at most 2048 characters, or empty for none */
  privacy?: string | undefined;
}

export interface MerchantUpdate {
  /** Text of at most 255 characters */
  name?: string | undefined;
  /** An e-mail address in ASCII letters (xn--… for an international domain) */
  email?: string | undefined;
  /** 2 to 22 printable ASCII characters */
  descriptor?: string | undefined;
  /** Text of at most 255 characters */
  address?: string | undefined;
  /** The IANA name of a time zone, for example Europe/Copenhagen, or empty for that of the country */
  timeZone?: string | undefined;
  capture?: boolean | undefined;
  consoleCapture?: boolean | undefined;
  /** A list of name, email, both or neither */
  ask?: Array<"name" | "email"> | undefined;
  /** A list of at most 30 types of methods, for example ["mobilepay"], or empty for cards alone */
  methods?: string[] | undefined;
  /** A whole number of days, 0 to 30, where 0 leaves it to the stage */
  testAuthorizationDays?: number | undefined;
  /** A colour, #rrggbb, or empty for none */
  color?: string | undefined;
  /** An https URL of at most 2048 characters, or empty for none */
  terms?: string | undefined;
  /** An https URL of at most 2048 characters, or empty for none */
  privacy?: string | undefined;
  /** A PNG of at most 64 KB in Base64, or empty for none */
  logo?: string | undefined;
  /** An object, {disputes, payouts, summary} */
  notifications?: {
    disputes?: boolean | undefined;
    payouts?: boolean | undefined;
    summary?: boolean | undefined;
  } | undefined;
  /** A whole number of minor units, 0 to 10^12 */
  refundLimit?: number | undefined;
}

export interface MethodAction {
  /** `page`: send the customer to `url`, which comes back to `returnUrl`. `wait`: the customer agrees in an app that has the request, or their answer is on its way */
  kind: "page" | "wait";
  /** The time after which Florin gives the payment up */
  until: string;
  /** If the customer gives up, add these hints and send the payment again: Florin cancels it, unless the customer has paid already */
  left: string[];
  /** The page of the method, if there is one */
  url?: string | undefined;
}

export interface MonthClose {
  /** A month like 2026-10 */
  month: string;
}

export interface MonthClosed {
  month: ClosedMonth | {
    /** `2026-10` */
    name: string;
    /** The beginning of the month, or the end of the closed month before */
    from: string;
    /** The beginning of the next month in `timeZone` */
    to: string;
    timeZone: string;
    /** The number of lines */
    count: number;
    state: "closing";
  };
}

export interface MonthLines {
  /** The oldest first */
  lines: Array<{
    /** An id, 24 hex characters */
    id: string;
    /** An id, 24 hex characters */
    merchantId: string;
    test: boolean;
    /** The time at which Florin has written the line */
    created: string;
    /** The time at which the line counts in months and statements: the acquirer's time for real money, which is earlier than `created` if Florin has learnt of the money late; else `created` */
    bookedAt: string;
    /** In the transaction's currency; for a payout in the merchant's. Below 0 if refunded or paid-out money came back. For an adjustment the booked amount before `fee`, below 0 if the acquirer took it, and 0 if all of it is a fee */
    amount: {
      /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
      currency: string;
      amount: number;
    };
    /** Effect on the merchant's balance, after `fee`, in its currency */
    balance: number;
    /** All fees of this line, in the merchant's currency; contained in `balance` */
    fee: number;
    /** Absent for payouts, and for adjustments apart from fees of a payment (an id, 24 hex characters) */
    transactionId?: string | undefined;
    /** The dispute that has moved the money, or whose fee it is (an id, 24 hex characters) */
    disputeId?: string | undefined;
    capture?: true | undefined;
    refund?: true | undefined;
    dispute?: true | undefined;
    payout?: true | undefined;
    /** An entry of a live merchant's acquirer beside payments and payouts, for example a monthly fee, a transfer or a reserve */
    adjustment?: true | undefined;
    /** The acquirer's own words for an adjustment, or the amount of money that a live merchant's acquirer keeps in another currency, which changes no `balance` */
    description?: string | undefined;
    /** The order of the payment in short, each text with at most 80 characters; absent if nothing is known of it */
    order?: {
      reference: string | null;
      /** The name of the customer, else the e-mail address */
      customer: string | null;
      /** The description of the order that the customer has seen */
      description: string | null;
    } | undefined;
    /** The exchange rate, if the currencies differ. It never changes */
    exchange?: {
      /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
      from: string;
      /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
      to: string;
      /** Units of `to` for one unit of `from`, for people to read */
      rate: number;
      /** The date of the rates */
      date?: string | undefined;
      /** The published units of each currency for one euro, from which Florin computes amounts. Absent for real money, which the acquirer exchanges */
      perEuro?: {
        from: string;
        to: string;
      } | undefined;
    } | undefined;
    /** The acquirer's own name for its entry, or for the payout; only for real money */
    reference?: string | undefined;
    /** The amount that a live merchant's acquirer keeps in another currency, in minor units of that currency. It is not part of `balance`, but of `balances` */
    kept?: {
      /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
      currency: string;
      balance: number;
      fee: number;
    } | undefined;
    /** The effect on another pocket of a live merchant’s acquirer, in minor units of the currency of `kept` or of the merchant. The balance changes by 0 then */
    pocket?: {
      /** The acquirer's name of the pocket, for example `risk_reserved` */
      name: string;
      balance: number;
      fee: number;
    } | undefined;
    /** The parts of `fee`, or of the fee of `kept`, by the acquirer's balance transactions; only for real money */
    fees?: Array<{
      kind: "processing" | "network" | "application" | "dispute" | "exchange" | "service" | "tax" | "withheld_tax" | "other";
      amount: number;
      /** The acquirer's own words */
      description?: string | undefined;
    }> | undefined;
    /** The day on which real money can be paid out; absent if it can be paid out immediately */
    available?: string | undefined;
    /** The acquirer holds the money of this adjustment in reserve, or releases it */
    reserve?: true | undefined;
    /** The acquirer's payout that contains the line, or whose line this is; only for real money (an id, 24 hex characters) */
    payoutId?: string | undefined;
    /** The day on which that payout reaches the bank */
    arrival?: string | null | undefined;
    /** The reference by which the bank finds that payout */
    trace?: string | null | undefined;
    /** The details that the movement has in the trail; absent if it has none */
    details?: {
      /** The merchant's reason for a refund; absent if they gave none */
      reason?: "requested_by_customer" | "duplicate" | "fraudulent" | "other" | undefined;
      /** The merchant's own name for the movement, for ever: no other movement of the transaction has it. Absent if they gave none */
      reference?: string | undefined;
    } | undefined;
    /** Booked in an earlier month that was closed before Florin found the line */
    late?: true | undefined;
    /** They sum to zero in each currency */
    postings: Array<{
      account: "merchant:payable" | "acquirer:receivable" | "disputes" | "payouts:transit" | "acquirer:adjustments" | "acquirer:reserves" | "fees:processing" | "fees:network" | "fees:application" | "fees:dispute" | "fees:exchange" | "fees:service" | "fees:tax" | "fees:withheld_tax" | "fees:other" | "exchange";
      /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
      currency: string;
      /** Minor units; above 0 if the account receives the amount, below 0 if the account gives it */
      amount: number;
    }>;
  }>;
  /** The `after` of the next page; null at the end (an id, 24 hex characters) */
  next: string | null;
}

export interface Months {
  /** The newest first */
  months: ClosedMonth[];
  closing: {
    /** `2026-10` */
    name: string;
    /** The beginning of the month, or the end of the closed month before */
    from: string;
    /** The beginning of the next month in `timeZone` */
    to: string;
    timeZone: string;
    /** The number of lines */
    count: number;
    state: "closing";
  } | null;
}

export interface Movement {
  /** The id of the line (an id, 24 hex characters) */
  id: string;
  /** An id, 24 hex characters */
  merchantId: string;
  test: boolean;
  /** The time at which Florin has written the line */
  created: string;
  /** The time at which the line counts in months and statements: the acquirer's time for real money, which is earlier than `created` if Florin has learnt of the money late; else `created` */
  bookedAt: string;
  kind: "capture" | "refund" | "dispute" | "payout" | "adjustment";
  /** They sum to zero in each currency */
  postings: Array<{
    account: "merchant:payable" | "acquirer:receivable" | "disputes" | "payouts:transit" | "acquirer:adjustments" | "acquirer:reserves" | "fees:processing" | "fees:network" | "fees:application" | "fees:dispute" | "fees:exchange" | "fees:service" | "fees:tax" | "fees:withheld_tax" | "fees:other" | "exchange";
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    /** Minor units; above 0 if the account receives the amount, below 0 if the account gives it */
    amount: number;
  }>;
  /** An id, 24 hex characters */
  transactionId?: string | undefined;
  /** The acquirer's payout that contains the line, or whose line this is; only for real money (an id, 24 hex characters) */
  payoutId?: string | undefined;
}

export interface Operation {
  /** An id, 24 hex characters */
  id: string;
  /** The id of the transaction. For an authorization the transaction exists once the operation is resolved (an id, 24 hex characters) */
  transactionId: string;
  /** ISO 8601, UTC, with milliseconds */
  created: string;
  /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
  currency: string;
  amount: number;
  /** Whether the acquirer has made the operation. `accepted`: the acquirer makes it later. `unknown`: it has ended without a known outcome, as the owner of the account at the acquirer has disconnected the account */
  state: "open" | "accepted" | "approved" | "declined" | "unknown";
  /** The reason of the decline, or false */
  error: false | ProcessingError;
  /** The time until which the acquirer may take to answer; present while the operation is `accepted` */
  until?: string | undefined;
  authorization?: true | undefined;
  increment?: true | undefined;
  capture?: true | undefined;
  refund?: true | undefined;
  void?: true | undefined;
  /** The merchant's reason for a refund; absent if they gave none */
  reason?: "requested_by_customer" | "duplicate" | "fraudulent" | "other" | undefined;
  /** The merchant's own name for the movement, for ever: no other movement of the transaction has it. Absent if they gave none */
  reference?: string | undefined;
}

export interface Payment {
  integration: {
    /** The merchant's public key */
    key: string;
  };
  /** An object */
  test?: {
    card?: {
      /** One of supported, unsupported, unknown */
      scheme?: "supported" | "unsupported" | "unknown" | undefined;
      /** One of valid, invalid */
      code?: "valid" | "invalid" | undefined;
      /** One of valid, invalid, expired, disabled, lost, recovering */
      status?: "valid" | "invalid" | "expired" | "disabled" | "lost" | "recovering" | undefined;
      /** Money, {currency, exponent, value} */
      limit?: {
        /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
        currency: string;
        /** A whole number from 0 to 12 */
        exponent: number;
        /** A positive whole number */
        value: number;
      } | undefined;
      /** Money, {currency, exponent, value} */
      balance?: {
        /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
        currency: string;
        /** A whole number from 0 to 12 */
        exponent: number;
        /** A positive whole number */
        value: number;
      } | undefined;
    } | undefined;
    /** One of success, timeout */
    fingerprint?: "success" | "timeout" | undefined;
    tds?: {
      /** One of success, timeout, unavailable */
      fingerprint?: "success" | "timeout" | "unavailable" | undefined;
      challenge?: boolean | undefined;
      /** One of authenticated, rejected, unavailable, attempted */
      status?: "authenticated" | "rejected" | "unavailable" | "attempted" | undefined;
    } | undefined;
    /** True if the limits of declines apply as to real money, or false */
    limits?: boolean | undefined;
    /** An object, {answer, after} */
    method?: {
      /** One of approve, reject, cancel, late, never */
      answer?: "approve" | "reject" | "cancel" | "late" | "never" | undefined;
      /** One of dispute_won, dispute_lost, refund_fails, authorization_ends */
      after?: "dispute_won" | "dispute_lost" | "refund_fails" | "authorization_ends" | undefined;
    } | undefined;
  } | undefined;
  /** Text of at most 1024 characters */
  text?: string | undefined;
  /** The id of a payment link, or the code of a till */
  linkId?: string | undefined;
  /** Money, {currency, exponent, value} */
  amount?: {
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    /** A whole number from 0 to 12 */
    exponent: number;
    /** A positive whole number */
    value: number;
  } | undefined;
  /** A card */
  card?: {
    /** An id, 24 hex characters */
    saved?: string | undefined;
    /** A token from the vault */
    number?: {
      /** A token from the vault */
      token: string;
    } | undefined;
    /** {month, year} */
    expiry?: {
      /** A month, 1 to 12 */
      month: number;
      /** A year, 2000 to 2099 */
      year: number;
    } | undefined;
    /** A token from the vault */
    code: {
      /** A token from the vault */
      token: string;
    };
  } | undefined;
  /** A method, {type} */
  method?: {
    /** The type of a method, for example mobilepay */
    type: string;
    /** The digits of the code that the app shows */
    code?: string | undefined;
    /** An http or https URL of at most 2048 characters */
    returnUrl?: string | undefined;
  } | undefined;
  /** An object, {name, email} */
  payer?: {
    /** A name of 1 to 100 printable characters, fewer than 10 of them digits */
    name?: string | undefined;
    /** An e-mail address in ASCII letters (xn--… for an international domain) */
    email?: string | undefined;
  } | undefined;
  custom?: unknown;
  /** A list of at most 100 payments */
  plan?: Record<string, unknown>[] | undefined;
  unplanned?: {
    merchant?: boolean | undefined;
    customer?: boolean | undefined;
  } | undefined;
  capture?: boolean | undefined;
  save?: boolean | undefined;
  /** A list of at most 10 hints */
  hints?: string[] | undefined;
}

export interface PaymentReturn {
  /** The `state` that the customer came back with */
  state: string;
  integration?: {
    /** The merchant's public key */
    key: string;
  } | undefined;
  /** Money, {currency, exponent, value} */
  amount?: {
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    /** A whole number from 0 to 12 */
    exponent: number;
    /** A positive whole number */
    value: number;
  } | undefined;
  /** The id of a payment link, or the code of a till */
  linkId?: string | undefined;
  /** True if the customer gives the payment up, or false */
  leave?: boolean | undefined;
}

export interface Payout {
  /** The id of the payout and of its line (an id, 24 hex characters) */
  id: string;
  /** An id, 24 hex characters */
  merchantId: string;
  test: boolean;
  /** ISO 8601, UTC, with milliseconds */
  created: string;
  /** In the merchant's currency, or in another one that its acquirer keeps. Below 0 if the acquirer debits the bank account */
  amount: {
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    amount: number;
  };
  /** The money of a payout that `failed` or was `canceled` is back in the balance, with a separate line */
  status: "pending" | "in_transit" | "paid" | "failed" | "canceled";
  /** The day on which the payout reaches the bank, if known */
  arrival: string | null;
  /** The bank's reference of the transfer, if the acquirer reports one */
  trace: string | null;
  /** The acquirer's own name for the payout; null for a test merchant */
  reference: string | null;
  /** Whether the lines of the payout are known: `open` until the acquirer has reported them, `none` if it reports none, as for payouts that somebody has requested by hand */
  itemized: "done" | "open" | "none";
  /** The number of lines in the payout */
  count: number;
  /** The sum of the lines before fees, in the currency of the payout: `net` + `fees`. Null until the lines are known, and for payouts of earlier versions */
  gross: number | null;
  /** The fees of the lines. Null as `gross` */
  fees: number | null;
  /** The sum of the lines after fees: `amount` − `carried.in` + `carried.out`. Null until the lines are known */
  net: number | null;
  /** The amount that earlier payouts left over (`in`), and the amount that this one leaves over (`out`). Both are 0 but for four cases, which the guide for finance teams lists. `amount` = `in` + `net` − `out` */
  carried: {
    in: number;
    out: number;
  };
}

export interface PayoutAnswer {
  payout: {
    /** The id of the payout and of its line (an id, 24 hex characters) */
    id: string;
    /** An id, 24 hex characters */
    merchantId: string;
    test: boolean;
    /** ISO 8601, UTC, with milliseconds */
    created: string;
    /** In the merchant's currency, or in another one that its acquirer keeps. Below 0 if the acquirer debits the bank account */
    amount: {
      /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
      currency: string;
      amount: number;
    };
    /** The money of a payout that `failed` or was `canceled` is back in the balance, with a separate line */
    status: "pending" | "in_transit" | "paid" | "failed" | "canceled";
    /** The day on which the payout reaches the bank, if known */
    arrival: string | null;
    /** The bank's reference of the transfer, if the acquirer reports one */
    trace: string | null;
    /** The acquirer's own name for the payout; null for a test merchant */
    reference: string | null;
    /** Whether the lines of the payout are known: `open` until the acquirer has reported them, `none` if it reports none, as for payouts that somebody has requested by hand */
    itemized: "done" | "open" | "none";
    /** The number of lines in the payout */
    count: number;
    /** The sum of the lines before fees, in the currency of the payout: `net` + `fees`. Null until the lines are known, and for payouts of earlier versions */
    gross: number | null;
    /** The fees of the lines. Null as `gross` */
    fees: number | null;
    /** The sum of the lines after fees: `amount` − `carried.in` + `carried.out`. Null until the lines are known */
    net: number | null;
    /** The amount that earlier payouts left over (`in`), and the amount that this one leaves over (`out`). Both are 0 but for four cases, which the guide for finance teams lists. `amount` = `in` + `net` − `out` */
    carried: {
      in: number;
      out: number;
    };
    /** A page of its lines, newest first */
    lines: Line[];
  };
}

export interface PersonNamed {
  /** An e-mail address in ASCII letters (xn--… for an international domain) */
  email?: string | undefined;
  /** Text of 1 to 100 printable characters, without a space at either end */
  customer?: string | undefined;
  /** The `next` of the last response */
  cursor?: string | undefined;
}

export interface ProcessingError {
  /** See the table of processing errors */
  code: number;
  text: string;
  message: string;
  /** Whether the customer can fix the error */
  client: boolean;
  /** Whether the merchant can fix the error */
  merchant: boolean;
  /** The advice of the bank or the card network about another attempt; absent without advice. After `do_not_try_again`, later payments with the same `cardId` or `transactionId` are declined without asking the acquirer */
  advice?: "do_not_try_again" | "try_again_later" | "confirm_card_data" | undefined;
  /** The card network’s own code of its advice, such as `03` of Mastercard */
  networkAdvice?: string | undefined;
}

export interface Ratio {
  /** The month of the incidents in UTC, `2026-11` */
  month: string;
  /** `vamp` of Visa; `ecm`, `hecm` (chargebacks) and `efm` (fraud) of Mastercard */
  program: "vamp" | "ecm" | "hecm" | "efm";
  scheme: "visa" | "mastercard";
  /** The number of disputes (`ecm`, `hecm`), of disputes and fraud alerts together (`vamp`), or of disputes because of fraud (`efm`) */
  incidents: number;
  /** The amount of the incidents in cents of US dollars; null for other programs than `efm` */
  amount: number | null;
  /** The captures that the incidents are compared with: of the same month for `vamp`, and of the month before for the others */
  payments: number;
  /** The share in hundredths of a percent, rounded down; null without payments */
  basisPoints: number | null;
  /** Both must be reached: the share, and the least number of incidents (of `efm` their least amount) */
  threshold: {
    basisPoints: number;
    least: number;
  };
  /** `half` if at least half of both parts of the threshold is reached */
  level: "below" | "half" | "reached";
}

export interface Ratios {
  /** The newest first */
  months: {
    /** In UTC, `2026-11` */
    month: string;
    /** The time until which Florin has counted */
    through: string;
    /** The captures by scheme */
    payments: {
      visa: number;
      mastercard: number;
    };
    /** One for each program with incidents */
    ratios: Ratio[];
  }[];
}

export interface ReceiptAsked {
  /** An id, 24 hex characters */
  transactionId: string;
}

export interface ReceiptCreate {
  integration: {
    /** The merchant's public key */
    key: string;
  };
  /** An id, 24 hex characters */
  transactionId: string;
  /** An e-mail address in ASCII letters (xn--… for an international domain) */
  email?: string | undefined;
  /** A language, or a language and region: de, de_AT */
  locale?: string | undefined;
}

export interface Refund {
  /** A whole number of minor units, 1 to 10^12, for example 1099 for EUR 10.99 */
  amount: number;
  /** At most 22 printable ASCII characters */
  descriptor?: string | undefined;
  /** One of requested_by_customer, duplicate, fraudulent, other */
  reason?: "requested_by_customer" | "duplicate" | "fraudulent" | "other" | undefined;
  /** 1 to 64 printable ASCII characters, without a space at either end or next to another space */
  reference?: string | undefined;
}

export interface Returned {
  /** The answer is not known yet: ask again in a few seconds */
  state: "open";
  /** The time after which Florin gives the payment up */
  until: string;
  /** The means of the payment: `card`, or another method, and its name for people */
  method: {
    type: string;
    name: string;
    /** The rules of the method for the payment; absent for cards */
    rules?: {
      /** Whether a capture may take a part. There is only one capture: it releases what it leaves */
      partialCapture: boolean;
      /** Whether a refund may return a part */
      partialRefund: boolean;
      /** The days after the payment in which money can be returned; 0 for never, null for no last day */
      refundDays: number | null;
      /** The time until which money can be returned; null if `refundDays` is 0 or null */
      refundUntil: string | null;
    } | undefined;
  };
}

export interface ReturnedPaid {
  /** The id of the transaction (an id, 24 hex characters) */
  authorizationId: string;
  /** The means of the payment: `card`, or another method, and its name for people */
  method: {
    type: string;
    name: string;
    /** The rules of the method for the payment; absent for cards */
    rules?: {
      /** Whether a capture may take a part. There is only one capture: it releases what it leaves */
      partialCapture: boolean;
      /** Whether a refund may return a part */
      partialRefund: boolean;
      /** The days after the payment in which money can be returned; 0 for never, null for no last day */
      refundDays: number | null;
      /** The time until which money can be returned; null if `refundDays` is 0 or null */
      refundUntil: string | null;
    } | undefined;
  };
}

export interface SecretCreated {
  secret: {
    /** An id, 24 hex characters */
    id: string;
    /** ISO 8601, UTC, with milliseconds */
    created: string;
    /** The secret that signs the deliveries (`whsec_…`). Only this answer shows it */
    secret: string;
  };
}

export interface TillCode {
  /** The sealed terms of the payment. Nothing is stored before it is paid */
  code: string;
  /** The URL of the payment page */
  url: string;
  /** The URL as a QR code */
  svg: string;
  /** For the till alone: the path segment that reads the state and the payment of the code */
  watch: string;
  /** The end of the time in which it can be paid */
  expires: string;
}

export interface TillCodeState {
  state: "waiting" | "paid" | "expired";
  /** ISO 8601, UTC, with milliseconds */
  expires: string;
  /** The payment of the code, if it was paid */
  payment: {
    /** An id, 24 hex characters */
    transactionId: string;
    /** ISO 8601, UTC, with milliseconds */
    created: string;
    /** Minor units */
    amount: number;
    /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
    currency: string;
    /** The captured part, in minor units; 0 if the amount is only held */
    capturedAmount: number;
    /** The scheme and the last four digits of the card, or the name of another method */
    card: string;
    /** The means of the payment: `card`, or another method, and its name for people */
    method: {
      type: string;
      name: string;
      /** The rules of the method for the payment; absent for cards */
      rules?: {
        /** Whether a capture may take a part. There is only one capture: it releases what it leaves */
        partialCapture: boolean;
        /** Whether a refund may return a part */
        partialRefund: boolean;
        /** The days after the payment in which money can be returned; 0 for never, null for no last day */
        refundDays: number | null;
        /** The time until which money can be returned; null if `refundDays` is 0 or null */
        refundUntil: string | null;
      } | undefined;
    };
    descriptor: string;
    reference: string | null;
  } | null;
}

export interface TrailEntry {
  /** ISO 8601, UTC, with milliseconds */
  created: string;
  /** Minor units of the transaction's currency; below 0 for the return of a capture or refund that failed later */
  amount: number;
  /** Effect on the merchant's balance, in its currency; 0 for an increment or a void */
  balance: number;
  /** Minor units of the merchant's currency */
  fee: {
    flat: number;
    rate: number;
  };
  descriptor: string;
  increment?: true | undefined;
  capture?: true | undefined;
  refund?: true | undefined;
  void?: true | undefined;
  /** The change of a dispute. The acquirer of a live merchant usually withdraws the money when a dispute opens, and may reinstate it later */
  dispute?: {
    /** An id, 24 hex characters */
    id: string;
    won?: true | undefined;
    lost?: true | undefined;
    withdrawn?: true | undefined;
    reinstated?: true | undefined;
  } | undefined;
  /** The merchant's reason for a refund; absent if they gave none */
  reason?: "requested_by_customer" | "duplicate" | "fraudulent" | "other" | undefined;
  /** The merchant's own name for the movement, for ever: no other movement of the transaction has it. Absent if they gave none */
  reference?: string | undefined;
  /** The line in the ledger; absent if no money moved (an increment, a void, an outcome of a dispute without money), or while `figuresDue` (an id, 24 hex characters) */
  lineId?: string | undefined;
  /** Whether the acquirer has made the movement but reports its figures later. Until then `balance` and `fee` are 0, and there is no line; only for real money */
  figuresDue?: true | undefined;
  /** Whether the acquirer has accepted the refund and makes it later. Its amount can no longer be refunded, but is not part of `refundedAmount` yet. The entry disappears if the acquirer declines the refund; only for real money */
  pending?: true | undefined;
  /** The time until which the acquirer may take to make or decline a `pending` refund */
  until?: string | undefined;
}

export interface Transaction {
  /** An id, 24 hex characters */
  id: string;
  /** An id, 24 hex characters */
  merchantId: string;
  test: boolean;
  /** ISO 8601, UTC, with milliseconds */
  created: string;
  /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
  currency: string;
  /** The authorized amount, including increments; 0 if only a card was saved */
  amount: number;
  /** Text on the customer's bank statement */
  descriptor: string;
  /** The amount that can be captured or voided */
  pendingAmount: number;
  /** The captured amount. The part that is neither refunded nor disputed can be refunded */
  capturedAmount: number;
  /** The refunded amount, without refunds that are `pending` */
  refundedAmount: number;
  voidedAmount: number;
  /** The amount of open and lost disputes, without inquiries. A won dispute reduces it */
  disputedAmount: number;
  /** The card; null for a payment by another method, which only merchants get who have switched one on */
  card: {
    /** First six digits */
    bin: string;
    last4: string;
    /** The last millisecond of the last valid month */
    expiry: string;
    /** Test merchants have only the first two, with `visa` for all other numbers */
    scheme: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay";
    code: {
      present: boolean;
    };
  } | null;
  /** The means of the payment: `card`, or another method, and its name for people */
  method: {
    type: string;
    name: string;
    /** The rules of the method for the payment; absent for cards */
    rules?: {
      /** Whether a capture may take a part. There is only one capture: it releases what it leaves */
      partialCapture: boolean;
      /** Whether a refund may return a part */
      partialRefund: boolean;
      /** The days after the payment in which money can be returned; 0 for never, null for no last day */
      refundDays: number | null;
      /** The time until which money can be returned; null if `refundDays` is 0 or null */
      refundUntil: string | null;
    } | undefined;
  };
  /** The value that was given at creation, of any shape; null if none was given */
  custom: unknown;
  /** The result of 3-D Secure: attempted, passed, or not applied */
  tds: "attempt" | "full" | null;
  /** Whether a server made the transaction, without the customer */
  recurring: boolean;
  /** The payment link of your server that the transaction pays; null for none (an id, 24 hex characters) */
  linkId: string | null;
  /** The name and e-mail address that the customer has entered, if the page asked for them */
  payer: {
    name: string | null;
    email: string | null;
  } | null;
  successful: boolean;
  /** The reason of the decline, or false */
  error: false | ProcessingError;
  /** All movements and changes of the transaction, oldest first */
  trail: TrailEntry[];
  /** The order of the payment in short, each text with at most 80 characters; absent if nothing is known of it */
  order?: {
    reference: string | null;
    /** The name of the customer, else the e-mail address */
    customer: string | null;
    /** The description of the order that the customer has seen */
    description: string | null;
  } | undefined;
  /** The merchant's own name for a later payment, for ever: no other one from the same source has it */
  reference?: string | undefined;
  /** The end of the authorization, before which it must be captured. Present while money is pending, if a live merchant's acquirer reports the end, or a test merchant has `testAuthorizationDays` */
  captureBefore?: string | undefined;
  /** The movement that the acquirer has not answered yet. Its amount is held until it becomes an entry of the trail or is released; only for real money */
  operation?: {
    /** An id, 24 hex characters */
    id: string;
    /** ISO 8601, UTC, with milliseconds */
    created: string;
    amount: number;
    increment?: true | undefined;
    capture?: true | undefined;
    refund?: true | undefined;
    void?: true | undefined;
    /** The merchant's reason for a refund; absent if they gave none */
    reason?: "requested_by_customer" | "duplicate" | "fraudulent" | "other" | undefined;
    /** The merchant's own name for the movement, for ever: no other movement of the transaction has it. Absent if they gave none */
    reference?: string | undefined;
  } | undefined;
  /** The last refunds that the acquirer accepted and declined later, oldest first: their entries, which were `pending`, have left the trail, and their amounts can be refunded again */
  declinedRefunds?: Array<{
    /** ISO 8601, UTC, with milliseconds */
    created: string;
    amount: number;
    /** When Florin learned of the decline */
    declined: string;
    /** The merchant's reason for a refund; absent if they gave none */
    reason?: "requested_by_customer" | "duplicate" | "fraudulent" | "other" | undefined;
    /** The merchant's own name for the movement, for ever: no other movement of the transaction has it. Absent if they gave none */
    reference?: string | undefined;
  }> | undefined;
  /** The same for increments, captures and voids. Their amounts are pending again */
  declinedMovements?: Array<{
    /** ISO 8601, UTC, with milliseconds */
    created: string;
    amount: number;
    /** When Florin learned of the decline */
    declined: string;
    increment?: true | undefined;
    capture?: true | undefined;
    void?: true | undefined;
    /** The merchant's reason for a refund; absent if they gave none */
    reason?: "requested_by_customer" | "duplicate" | "fraudulent" | "other" | undefined;
    /** The merchant's own name for the movement, for ever: no other movement of the transaction has it. Absent if they gave none */
    reference?: string | undefined;
  }> | undefined;
}

export interface TransactionCreated {
  transaction: {
    /** An id, 24 hex characters */
    id: string;
  };
}

export interface User {
  /** An id, 24 hex characters */
  id: string;
  email: string;
  /** ISO 8601, UTC, with milliseconds */
  created: string;
  role: "owner" | "member" | "support" | "accountant";
}

export interface UserInvite {
  /** An e-mail address in ASCII letters (xn--… for an international domain) */
  email: string;
  /** One of owner, member, support, accountant */
  role?: "owner" | "member" | "support" | "accountant" | undefined;
}

export interface VaultCreate {
  /** One of pcn, pcsc */
  type: "pcn" | "pcsc";
  /** Text: 10 to 19 digits for a pcn, 3 or 4 digits for a pcsc */
  value: string;
}

export interface VaultToken {
  /** The encrypted value. It is valid for an hour, and only as a value of its type */
  token: string;
}

export interface Void {
  /** A whole number of minor units, 1 to 10^12, for example 1099 for EUR 10.99 */
  amount: number;
  /** 1 to 64 printable ASCII characters, without a space at either end or next to another space */
  reference?: string | undefined;
}

export interface Webhook {
  /** An id, 24 hex characters */
  id: string;
  /** An id, 24 hex characters */
  merchantId: string;
  test: boolean;
  /** ISO 8601, UTC, with milliseconds */
  created: string;
  /** The URL that events are posted to; null for a webhook whose events are only listed */
  url: string | null;
  /** The event types that the webhook gets; null for all */
  events: Array<"transaction.created" | "transaction.declined" | "transaction.incremented" | "transaction.captured" | "transaction.refunded" | "transaction.voided" | "transaction.figures_known" | "transaction.expiring" | "dispute.opened" | "dispute.updated" | "dispute.funds_withdrawn" | "dispute.funds_reinstated" | "dispute.won" | "dispute.lost" | "fraud.reported" | "payout.created" | "operation.open" | "operation.accepted" | "operation.settled" | "merchant.updated" | "merchant.integration_disabled" | "merchant.integration_enabled" | "merchant.declines_limited" | "ratio.warned" | "user.added" | "user.removed" | "app.added" | "app.removed" | "webhook.tested"> | null;
  description: string | null;
  /** Whether its server has answered the challenge, or needs no challenge. A webhook that is not verified gets test events only */
  verified: boolean;
  /** The reason why the last test event did not verify the webhook */
  verificationError: string | null;
  enabled: boolean;
  /** The time at which the webhook was switched off, and the cause */
  disabled: {
    /** ISO 8601, UTC, with milliseconds */
    at: string;
    /** `failures`: no delivery has succeeded for five days */
    by: "merchant" | "failures";
  } | null;
  /** The first failure since the last success */
  failingSince: string | null;
  /** The secrets that sign each delivery */
  secrets: {
    /** An id, 24 hex characters */
    id: string;
    /** ISO 8601, UTC, with milliseconds */
    created: string;
  }[];
}

export interface WebhookCreate {
  /** An https URL */
  url?: string | undefined;
  /** A list of event types (in a form: `events[]`) */
  events?: Array<"transaction.created" | "transaction.declined" | "transaction.incremented" | "transaction.captured" | "transaction.refunded" | "transaction.voided" | "transaction.figures_known" | "transaction.expiring" | "dispute.opened" | "dispute.updated" | "dispute.funds_withdrawn" | "dispute.funds_reinstated" | "dispute.won" | "dispute.lost" | "fraud.reported" | "payout.created" | "operation.open" | "operation.accepted" | "operation.settled" | "merchant.updated" | "merchant.integration_disabled" | "merchant.integration_enabled" | "merchant.declines_limited" | "ratio.warned" | "user.added" | "user.removed" | "app.added" | "app.removed" | "webhook.tested"> | undefined;
  /** Text of at most 255 characters */
  description?: string | undefined;
}

export interface WebhookCreated {
  webhook: {
    /** An id, 24 hex characters */
    id: string;
    /** An id, 24 hex characters */
    merchantId: string;
    test: boolean;
    /** ISO 8601, UTC, with milliseconds */
    created: string;
    /** The URL that events are posted to; null for a webhook whose events are only listed */
    url: string | null;
    /** The event types that the webhook gets; null for all */
    events: Array<"transaction.created" | "transaction.declined" | "transaction.incremented" | "transaction.captured" | "transaction.refunded" | "transaction.voided" | "transaction.figures_known" | "transaction.expiring" | "dispute.opened" | "dispute.updated" | "dispute.funds_withdrawn" | "dispute.funds_reinstated" | "dispute.won" | "dispute.lost" | "fraud.reported" | "payout.created" | "operation.open" | "operation.accepted" | "operation.settled" | "merchant.updated" | "merchant.integration_disabled" | "merchant.integration_enabled" | "merchant.declines_limited" | "ratio.warned" | "user.added" | "user.removed" | "app.added" | "app.removed" | "webhook.tested"> | null;
    description: string | null;
    /** Whether its server has answered the challenge, or needs no challenge. A webhook that is not verified gets test events only */
    verified: boolean;
    /** The reason why the last test event did not verify the webhook */
    verificationError: string | null;
    enabled: boolean;
    /** The time at which the webhook was switched off, and the cause */
    disabled: {
      /** ISO 8601, UTC, with milliseconds */
      at: string;
      /** `failures`: no delivery has succeeded for five days */
      by: "merchant" | "failures";
    } | null;
    /** The first failure since the last success */
    failingSince: string | null;
    /** The secrets that sign each delivery */
    secrets: {
      /** An id, 24 hex characters */
      id: string;
      /** ISO 8601, UTC, with milliseconds */
      created: string;
    }[];
    /** The secret that signs the deliveries (`whsec_…`). Only this answer shows it */
    secret: string;
  };
}

export interface WebhookUpdate {
  /** An https URL */
  url?: string | undefined;
  /** A list of event types (in a form: `events[]`) */
  events?: Array<"transaction.created" | "transaction.declined" | "transaction.incremented" | "transaction.captured" | "transaction.refunded" | "transaction.voided" | "transaction.figures_known" | "transaction.expiring" | "dispute.opened" | "dispute.updated" | "dispute.funds_withdrawn" | "dispute.funds_reinstated" | "dispute.won" | "dispute.lost" | "fraud.reported" | "payout.created" | "operation.open" | "operation.accepted" | "operation.settled" | "merchant.updated" | "merchant.integration_disabled" | "merchant.integration_enabled" | "merchant.declines_limited" | "ratio.warned" | "user.added" | "user.removed" | "app.added" | "app.removed" | "webhook.tested"> | undefined;
  /** Text of at most 255 characters */
  description?: string | undefined;
  enabled?: boolean | undefined;
}

export type Faults = {
  /** The field in dotted form (`company.country`), or `body` */
  field: string;
  /** The correction. For a failed amount constraint it states the bound */
  message: string;
}[];

export type Hellos = Hello[];

export type TransactionCreate = {
  /** An id, 24 hex characters */
  transactionId?: string | undefined;
  /** An id, 24 hex characters */
  authorizationId?: string | undefined;
  /** An id, 24 hex characters */
  cardId?: string | undefined;
  /** At most 22 printable ASCII characters */
  descriptor?: string | undefined;
  /** A three-letter ISO 4217 currency code in capital letters, for example EUR */
  currency: string;
  /** A whole number of minor units, 1 to 10^12, for example 1099 for EUR 10.99 */
  amount: number;
  custom?: unknown;
  /** 1 to 64 printable ASCII characters, without a space at either end or next to another space */
  reference?: string | undefined;
  capture?: boolean | undefined;
} & ({ transactionId: unknown } | { authorizationId: unknown } | { cardId: unknown });
