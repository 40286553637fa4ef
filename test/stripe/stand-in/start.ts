import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Account,
  type Charge,
  type Dispute,
  type Eligibility,
  type Intent,
  type Loose,
  type Settings,
  type Setup,
} from './account.ts';
import { type Balance, type Booking, type Books, balanceOf, book, booksOf } from './books.ts';
import { createMethod } from './cards-api.ts';
import {
  adjustDispute,
  answerDispute,
  appealDispute,
  closeDispute,
  disputeOf,
  escalate,
  moveDisputed,
  openDispute,
  warn,
} from './disputes.ts';
import { ApiError } from './errors.ts';
import { expand } from './expand.ts';
import { Faults, type Rule } from './faults.ts';
import { list, readForm } from './form.ts';
import { type Answer, Keys } from './idempotency.ts';
import {
  answerMethod,
  answerProcessing,
  cancelIntent,
  captureIntent,
  createIntent,
  expireIntent,
  incrementIntent,
  intentOf,
} from './intents.ts';
import { endActions, type MethodAnswer, methodPage } from './methods.ts';
import { endPayout, payOut, payOutAll, reconcilePayout, reversePayout, sendPayout } from './payouts.ts';
import { bookRefund, bookReturn, createRefund, endRefund, failRefund, type RefundEnd } from './refunds.ts';
import { missingRight, withoutRight } from './rights.ts';
import { handle } from './routes.ts';
import { answerBank, tdsPage } from './tds-page.ts';
import { contentOf, formTextOf } from './uploads.ts';
import { type Endpoint, type Event, signatureOf, Webhooks } from './webhooks.ts';

interface Options {
  port?: number;
  /** The key that requests need; any `sk_…` if absent. */
  apiKey?: string;
  /** The endpoint that events are posted to. */
  webhook?: Endpoint;
  /** The settings of every account; an account's own settings come first. */
  settings?: Partial<Settings>;
  accounts?: Record<string, Partial<Settings>>;
  now?: () => number;
}

/** A received request. */
export interface Seen {
  method: string;
  path: string;
  account: string;
  key?: string;
  /** The paths that it expands. */
  expanded: string[];
  status?: number;
}

export interface StandIn {
  url: string;
  /** The key that the next requests need, after a rotation. */
  apiKey: string | undefined;
  seen: readonly Seen[];
  /**
   * The rights of a restricted key, as `payment_intent_write`; writing includes reading. Absent: the key has them all.
   */
  rights: readonly string[] | undefined;
  /** The duration of each request in milliseconds. Until a confirmation ends, other requests see the intent unconfirmed. */
  latency: number;
  /** The additional duration of a bank's answer, in milliseconds. */
  bankLatency: number;
  /** Makes requests fail. @returns a function that ends the failures */
  fail(rule: Rule): () => void;
  /** Delays requests such as `POST /v1/refunds`. @returns a function that lets them arrive */
  hold(of: RegExp): () => void;
  /** Adds unfinished payments of other systems to an account. */
  crowd(count: number, account?: string): void;
  /** Makes a payment of an account by another system than Florin, captured at once. @returns its id */
  foreign(amount: number, account?: string): string;
  /** Returns an object of an account, or undefined if the account has none with that id. Tests may change the object. */
  thing(id: string, account?: string): Loose | undefined;
  /** Copies a payment within its account. @returns the id of the copy */
  copy(payment: string, metadata: Record<string, string>, account?: string): string;
  /** Counts simultaneous requests from now on. @returns a function that returns their largest number */
  busiest(): () => number;
  /** Refuses connections until `up` is called. The data stays. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** The sums of an account; `''`, the default, is the platform's own. */
  books(account?: string): Books;
  /** The account's balance, as `GET /v1/balance` says. */
  balance(account?: string): Balance;
  /** Hides an account's new balance transactions until `showEntries` is called, so that their events come earlier. */
  hideEntries(account?: string): void;
  showEntries(account?: string): void;
  /** All events so far, in their order. */
  events: readonly Event[];
  /** Posts an event again, because Stripe delivers events repeatedly, late and in any order. */
  deliver(event: Event): Promise<void>;
  /** Waits until all events have arrived or were given up. */
  settled(): Promise<void>;
  /** The body and the header of an event, signed now. */
  signed(event: Event, secret: string): { body: string; header: string };
  /** These methods act on a payment of an account, by its `pi_…`. */
  expire(payment: string, account?: string): void;
  dispute(
    payment: string,
    options?: {
      amount?: number;
      reason?: string;
      status?: string;
      booked?: boolean;
      eligible?: Eligibility;
    },
    account?: string,
  ): string;
  /** The dispute as `GET /v1/disputes` shows it, and the content of a file. */
  disputeOf(dispute: string, account?: string): Dispute;
  fileOf(file: string, account?: string): { name: string; type: string; bytes: Buffer };
  /** Answers a dispute or an inquiry, as the merchant does. */
  answerDispute(dispute: string, account?: string): void;
  /** @param options `later`: does not move the money yet; `returned`: the amount won if the dispute is lost in part */
  closeDispute(
    dispute: string,
    status: 'won' | 'lost' | 'warning_closed',
    account?: string,
    options?: { later?: boolean; returned?: number },
  ): void;
  moveDisputed(dispute: string, direction: 'withdrawn' | 'reinstated', account?: string): void;
  /** Corrects the amount of a dispute, which does not list this balance transaction. */
  adjustDispute(dispute: string, amount: number, account?: string): void;
  escalate(dispute: string, account?: string): void;
  appealDispute(dispute: string, account?: string): void;
  warn(payment: string, type?: string, account?: string): void;
  /**
   * Refunds as a user of Stripe's dashboard, without Florin's metadata. `later`: the books show the refund only after
   * `bookRefund` is called.
   */
  refund(payment: string, amount: number, account?: string, options?: { later?: boolean }): string;
  capture(payment: string, amount: number, account?: string, options?: { final?: boolean }): void;
  cancel(payment: string, account?: string, reason?: string): void;
  /**
   * Raises a payment to a new total.
   *
   * @param holdHours how long the bank holds the money from now on; absent if that stays the same
   */
  increment(payment: string, total: number, account?: string, holdHours?: number): void;
  /** Lets the bank answer for a payment in processing. */
  answerProcessing(payment: string, approves: boolean, account?: string): void;
  /**
   * Ends the action of a customer who pays by another method than a card.
   *
   * @returns the URL to which their browser goes; absent for a method without a page
   */
  answerMethod(payment: string, answer: MethodAnswer, account?: string): string | undefined;
  /** Ends the actions whose time is over, as Stripe does by itself. */
  endActions(account?: string): void;
  bookRefund(refund: string, account?: string): void;
  bookReturn(refund: string, account?: string): void;
  failRefund(refund: string, account?: string): void;
  /** Ends a refund, or changes its end. With `later`, its money comes back only by `bookReturn`. */
  endRefund(refund: string, status: RefundEnd, account?: string, options?: { later?: boolean }): void;
  /** @param fee of an instant payout */
  payOut(amount: number, account?: string, currency?: string, fee?: number): string;
  /** Pays out all balance transactions that are in no payout yet, as Stripe's schedule does. */
  payOutAll(account?: string, currency?: string): string;
  /** Makes the content of a payout available. */
  reconcilePayout(payout: string, account?: string): void;
  sendPayout(payout: string, account?: string): void;
  endPayout(payout: string, status: 'paid' | 'failed' | 'canceled', account?: string): void;
  /** Takes a payout back. @returns the payout by which the money returns */
  reversePayout(payout: string, account?: string): string;
  book(booking: Booking, account?: string): string;
  /** The settings of an account, which tests may change. */
  settings(account?: string): Settings;
  close(): Promise<void>;
}

const defaults = (): Settings => ({
  currency: 'eur',
  country: 'DK',
  alsoKeeps: [],
  refuses: [],
  manyCaptures: true,
  extended: false,
  increments: false,
  holdHours: 7 * 24,
  chargesEnabled: true,
  payoutsEnabled: true,
  methods: {},
  payoutDelay: 0,
  refundsFrom: 'payments',
  returnsFees: 'adjustment',
  refunds: 'succeeded',
});

/**
 * A stand-in in memory for the part of Stripe's API that the adapter uses. It follows the rules of Stripe's
 * documentation, and links each rule where it applies it. Tests can make it fail, and can read its sums.
 */
export async function startStandIn(options: Options = {}): Promise<StandIn> {
  const now = options.now ?? Date.now;
  const accounts = new Map<string, { account: Account; keys: Keys }>();
  const webhooks = new Webhooks(now, options.webhook);
  const faults = new Faults();
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  const holds = new Set<{ of: RegExp; over: Promise<void> }>();
  let [atOnce, mostAtOnce] = [0, 0];
  const server = createServer((request, response) => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    response.on('close', () => atOnce--);
    void serve(request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const silence = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const ofAccount = (id: string) => {
    let known = accounts.get(id);
    if (!known) {
      const settings = { ...defaults(), ...options.settings, ...options.accounts?.[id] };
      const account: Account = new Account(id, settings, now, (type, object) =>
        webhooks.emit(type, account.shown(object), id),
      );
      known = { account, keys: new Keys(now) };
      accounts.set(id, known);
    }
    return known;
  };
  const chargeOf = (payment: string, account: Account) =>
    account.get<Charge>(intentOf(account, payment).latest_charge) as Charge;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = await formTextOf(Buffer.concat(chunks), request.headers['content-type']);
    const { pathname, search } = new URL(request.url ?? '/', url);
    if (pathname.startsWith('/methods/')) return methodAction(pathname, request.method ?? '', text, response);
    if (pathname.startsWith('/tds/')) return bank(pathname, request.method ?? '', text, response);
    const send = ({ status, body }: Answer, headers: Record<string, string> = {}) => {
      entry.status = status;
      response.writeHead(status, {
        'content-type': 'application/json',
        'request-id': `req_${seen.length}`,
        ...headers,
      });
      response.end(
        JSON.stringify(repeating(body, `${request.headers.authorization} ${text.slice(0, 10_000)}`)),
      );
    };
    const { method = 'GET', headers } = request;
    const entry: Seen = {
      method,
      path: pathname,
      account: String(headers['stripe-account'] ?? ''),
      key: headers['idempotency-key'] as string | undefined,
      expanded: list(readForm(method === 'GET' ? search : text), 'expand'),
    };
    seen.push(entry);
    await Promise.all([...holds].flatMap(({ of, over }) => (of.test(`${method} ${pathname}`) ? [over] : [])));
    const failure = faults.of(`${method} ${pathname}`, entry.account);
    if (failure === 'reset') return void request.socket.destroy();
    if (failure === 'hang') return;
    if (failure === 'gateway')
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    if (failure === 'throttled')
      return send(errorAnswer(429, { type: 'invalid_request_error', code: 'rate_limit' }));
    if (failure === 'locked')
      return send(errorAnswer(429, { type: 'invalid_request_error', code: 'lock_timeout' }));
    const given = /^Bearer ((?:sk|rk)_.+)$/.exec(headers.authorization ?? '')?.[1];
    if (failure === 'denied' || !given || (standIn.apiKey && given !== standIn.apiKey))
      return send(errorAnswer(401, { type: 'invalid_request_error' }));
    const missing = missingRight(`${method} ${pathname}`, entry.expanded, standIn.rights);
    if (failure === 'forbidden' || missing) return send(errorAnswer(403, withoutRight(given, missing)));
    if (failure === 'declined') {
      const code = 'charge_expired_for_capture';
      return send(errorAnswer(400, { type: 'invalid_request_error', code }));
    }
    const { account, keys } = ofAccount(entry.account);
    // https://docs.stripe.com/error-codes#account-invalid
    if (account.settings.disconnected)
      return send(errorAnswer(403, { type: 'invalid_request_error', code: 'account_invalid' }));

    const { key } = entry;
    let kept: Answer | undefined;
    try {
      kept = key ? keys.begin(key, `${method} ${pathname} ${text}`) : undefined;
    } catch (error) {
      const { status, error: body } = error as ApiError;
      return send(errorAnswer(status, body));
    }

    const last = kept ?? (await begin());
    if (failure === 'lost') return void request.socket.destroy();
    if (failure === 'hang-after') return;
    if (failure === 'malformed')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": "');
    return send(last, kept && { 'idempotent-replayed': 'true' });

    async function begin(): Promise<Answer> {
      const { answer, begun } = failure === '500' ? { answer: broken, begun: true } : perform();
      const { id = '' } = answer.body as { id?: string };
      const confirms = /_intents\/\w+\/confirm$/.test(pathname);
      if (confirms && id) account.confirming.add(id);
      const time = standIn.latency + (confirms ? standIn.bankLatency : 0);
      if (time) await sleep(time);
      if (confirms) account.confirming.delete(id);
      const last = failure === '500-after' ? broken : answer;
      if (key && begun) keys.keep(key, last);
      else if (key) keys.forget(key);
      return last;
    }

    function perform(): { answer: Answer; begun: boolean } {
      const params = readForm(method === 'GET' ? search : text);
      try {
        const body = handle(method, pathname.replace(/^\/v1\//, ''), account, params, url);
        return {
          begun: true,
          answer: { status: 200, body: account.shown(expand(account, body, entry.expanded)) },
        };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { begun: error.begun, answer: errorAnswer(error.status, error.error) };
      }
    }
  }

  function bank(pathname: string, method: string, text: string, response: ServerResponse): void {
    const id = pathname.slice('/tds/'.length);
    for (const { account } of accounts.values()) {
      const intent = account.get<Intent | Setup>(id);
      if (!intent) continue;
      if (intent.status !== 'requires_action') break;
      if (method === 'POST') {
        const passed = new URLSearchParams(text).get('passed') === 'yes';
        response.writeHead(303, { location: answerBank(account, intent, passed) }).end();
      } else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(tdsPage);
      return;
    }
    response.writeHead(404).end('This payment asks for nothing');
  }

  /** The page of a bank or an app. After the customer's time it shows that the payment has failed. */
  function methodAction(pathname: string, method: string, text: string, response: ServerResponse): void {
    const id = pathname.slice('/methods/'.length);
    for (const { account } of accounts.values()) {
      const intent = account.get<Intent>(id);
      if (!intent) continue;
      endActions(account);
      if (intent.status !== 'requires_action') break;
      if (method === 'POST') {
        const answer = new URLSearchParams(text).get('answer') as MethodAnswer;
        response.writeHead(303, { location: answerMethod(account, id, answer) }).end();
      } else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(methodPage);
      return;
    }
    response.writeHead(404).end('This payment has ended');
  }

  const standIn: StandIn = {
    url,
    apiKey: options.apiKey,
    rights: undefined,
    latency: 0,
    bankLatency: 0,
    seen,
    events: webhooks.events,
    fail: (rule) => faults.add(rule),
    hold(of) {
      const ends: (() => void)[] = [];
      const hold = { of, over: new Promise<void>((resolve) => ends.push(resolve)) };
      holds.add(hold);
      return () => {
        holds.delete(hold);
        for (const end of ends) end();
      };
    },
    crowd(count, id = '') {
      const { account } = ofAccount(id);
      const params = { amount: '100', currency: 'eur', metadata: { florin: '0'.repeat(24) } };
      for (let n = 0; n < count; n++) createIntent(account, params, url);
    },
    foreign(amount, id = '') {
      const { account } = ofAccount(id);
      const card = { number: '4242424242424242', cvc: '123', exp_month: '12', exp_year: '2090' };
      const { id: payment_method } = createMethod(account, { type: 'card', card });
      const params = { amount: String(amount), currency: account.settings.currency, payment_method };
      return createIntent(account, { ...params, confirm: 'true' }, url).id;
    },
    copy(payment, metadata, id = '') {
      const { account } = ofAccount(id);
      const { id: _, created: __, ...intent } = intentOf(account, payment);
      const { id: ___, created: ____, ...charge } = chargeOf(payment, account);
      const made = account.add<Intent>('pi', { ...structuredClone(intent), metadata });
      made.latest_charge = account.add<Charge>('ch', {
        ...structuredClone(charge),
        payment_intent: made.id,
      }).id;
      return made.id;
    },
    thing: (id, account = '') => ofAccount(account).account.get<Loose>(id),
    busiest() {
      mostAtOnce = atOnce;
      return () => mostAtOnce;
    },
    down: silence,
    up: () => listen(port),
    books: (id = '') => booksOf(ofAccount(id).account),
    balance: (id = '') => balanceOf(ofAccount(id).account),
    hideEntries(id = '') {
      ofAccount(id).account.hidesEntries = true;
    },
    showEntries: (id = '') => ofAccount(id).account.showEntries(),
    deliver: (event) => webhooks.deliver(event),
    settled: () => webhooks.settled(),
    signed(event, secret) {
      const body = JSON.stringify(event);
      return { body, header: signatureOf(body, secret, now()) };
    },
    expire: (payment, id = '') => expireIntent(ofAccount(id).account, payment),
    dispute(payment, { reason = 'fraudulent', status = 'needs_response', ...options } = {}, id = '') {
      const { account } = ofAccount(id);
      return openDispute(account, chargeOf(payment, account), { reason, status, ...options }).id;
    },
    disputeOf: (dispute, id = '') => disputeOf(ofAccount(id).account, dispute),
    fileOf: (file, id = '') => contentOf(ofAccount(id).account, file),
    answerDispute: (dispute, id = '') => answerDispute(ofAccount(id).account, dispute),
    closeDispute: (dispute, status, id = '', options) =>
      closeDispute(ofAccount(id).account, dispute, status, options),
    moveDisputed: (dispute, direction, id = '') => moveDisputed(ofAccount(id).account, dispute, direction),
    adjustDispute: (dispute, amount, id = '') => adjustDispute(ofAccount(id).account, dispute, amount),
    appealDispute: (dispute, id = '') => appealDispute(ofAccount(id).account, dispute),
    escalate: (dispute, id = '') => escalate(ofAccount(id).account, dispute),
    warn(payment, type = 'unauthorized_use_of_card', id = '') {
      const { account } = ofAccount(id);
      warn(account, chargeOf(payment, account), type);
    },
    refund: (payment, amount, id = '', { later = false } = {}) =>
      createRefund(ofAccount(id).account, {
        payment_intent: payment,
        amount: String(amount),
        ...(later ? { booked: 'later' } : {}),
      }).id,
    capture(payment, amount, id = '', { final } = {}) {
      const chosen: Record<string, string> = final === undefined ? {} : { final_capture: String(final) };
      captureIntent(ofAccount(id).account, payment, { amount_to_capture: String(amount), ...chosen });
    },
    cancel(payment, id = '', cancellation_reason = 'requested_by_customer') {
      cancelIntent(ofAccount(id).account, payment, { cancellation_reason });
    },
    increment(payment, total, id = '', holdHours = undefined) {
      const { account } = ofAccount(id);
      const { card } = chargeOf(payment, account).payment_method_details;
      if (holdHours !== undefined && card)
        card.capture_before = Math.floor(now() / 1000) + holdHours * 60 * 60;
      incrementIntent(account, payment, { amount: String(total) });
    },
    answerProcessing: (payment, approves, id = '') =>
      answerProcessing(ofAccount(id).account, payment, approves),
    answerMethod: (payment, answer, id = '') => answerMethod(ofAccount(id).account, payment, answer),
    endActions: (id = '') => endActions(ofAccount(id).account),
    bookRefund: (refund, id = '') => bookRefund(ofAccount(id).account, refund),
    bookReturn: (refund, id = '') => bookReturn(ofAccount(id).account, refund),
    failRefund: (refund, id = '') => failRefund(ofAccount(id).account, refund),
    endRefund: (refund, status, id = '', options) =>
      endRefund(ofAccount(id).account, refund, status, options),
    book: (booking, id = '') => book(ofAccount(id).account, booking).id,
    payOut: (amount, id = '', currency, fee) => payOut(ofAccount(id).account, amount, currency, fee),
    payOutAll: (id = '', currency) => payOutAll(ofAccount(id).account, currency),
    reconcilePayout: (payout, id = '') => reconcilePayout(ofAccount(id).account, payout),
    sendPayout: (payout, id = '') => sendPayout(ofAccount(id).account, payout),
    reversePayout: (payout, id = '') => reversePayout(ofAccount(id).account, payout),
    endPayout: (payout, status, id = '') => endPayout(ofAccount(id).account, payout, status),
    settings: (id = '') => ofAccount(id).account.settings,
    async close() {
      await webhooks.close();
      if (server.listening) await silence();
    },
  };
  return standIn;
}

const errorAnswer = (status: number, error: object): Answer => ({ status, body: { error } });

/** Repeats the request in the error message, as Stripe may do in part (`Invalid API Key provided: …`). */
const repeating = (body: object, sent: string): object =>
  'error' in body ? { error: { message: `You have sent ${sent}`, ...(body.error as object) } } : body;

/** https://docs.stripe.com/error-low-level#server-errors */
const broken: Answer = errorAnswer(500, { type: 'api_error' });
