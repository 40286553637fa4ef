import { setTimeout as sleep } from 'node:timers/promises';
import { type Draw, draw } from '../../../lib/local/model/draw.ts';
import { answerBank } from '../../api/support/bank.ts';
import type { Clock } from '../../api/support/clock.ts';
import { connectWithAcquirer } from '../../api/support/connect.ts';
import { cards, webhookSecret } from '../../api/support/live.ts';
import { merchantInput } from '../../api/support/world.ts';
import type { Failure } from '../../stripe/stand-in/faults.ts';
import type { StandIn } from '../../stripe/stand-in/start.ts';
import type { Event } from '../../stripe/stand-in/webhooks.ts';
import { type Ask, type Asked, createWithRetries } from '../client.ts';
import type { Machine } from '../machine.ts';
import { type Attempt, type Customer, payByMethod, rows } from '../methods.ts';
import { pick } from '../pick.ts';
import { type Shown, sumsOf } from '../trail.ts';
import type {
  KeptCard,
  LiveBook,
  LiveLink,
  LiveMovement,
  LiveMovementKind,
  LivePayment,
  LiveShop,
} from './book.ts';
import { accepted, isVoided, makeChange } from './changes.ts';

export interface LivePlay {
  seed: number;
  book: LiveBook;
  ask: Ask;
  machine: Machine;
  stripe: StandIn;
  /** The clock of Florin and the acquirer. */
  clock: Clock;
  /** Functions that cancel failures of the acquirer which have not occurred yet. */
  faults: (() => void)[];
  /** The ids of events that Florin has accepted. */
  arrived: Set<string>;
  /** Counts what was done, by name and outcome. */
  count(name: string): void;
}

const headers = { 'accept-version': '1' };
const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });

/** The methods that take euros, the currency of all live merchants. */
export const methods = rows.filter(({ currencies }) => currencies.includes('EUR'));

/** Creates live merchants, each with its own account at the acquirer. */
export async function open({ book, ask, machine, stripe }: LivePlay, shops: number): Promise<void> {
  for (let n = 0; n < shops; n++) {
    const [captures, once] = [n % 3 === 1, n % 3 === 2];
    const app = await createWithRetries(ask, '/apps', { body: { name: 'Shop' } });
    const { key } = app.app;
    const body = { ...merchantInput, test: false, capture: captures };
    const { merchant } = await createWithRetries(ask, '/merchants', { key, body });
    const increments = !captures;
    const account = await connect(merchant.id, machine, { increments: increments ? 'yes' : 'no' });
    Object.assign(stripe.settings(account), { manyCaptures: !once, increments });
    const { id, key: publicKey } = merchant;
    const chosen = { key, body: { methods: methods.map(({ type }) => type) } };
    const { reply } = await ask('PUT', 'base', `/merchants/${id}`, chosen, 100);
    if (reply?.status !== 204) throw new Error(`Methods: ${reply?.status} ${reply?.text}`);
    const nothing = {
      payments: [],
      attempts: [],
      processing: [],
      foreign: [],
      unknown: 0,
      declined: 0,
      disputes: [],
      payouts: [],
      expired: 0,
      links: [],
      codes: [],
      kept: [],
      late: 0,
    };
    book.shops.push({
      id,
      publicKey,
      key,
      account,
      captures,
      once,
      increments,
      automatic: n % 2 === 0,
      ...nothing,
    });
  }
}

/** Connects a merchant as an operator does, with up to 20 attempts, because DynamoDB fails often. */
async function connect(id: string, machine: Machine, settings: object): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await connectWithAcquirer(id, (await machine.florin()).aws, settings);
    } catch (error) {
      if (tries === 20) throw error;
    }
  }
}

/** The failures of the acquirer. Requests that hang are separate and rare, because each costs a client seconds. */
const failures: Failure[] = [
  'reset',
  'lost',
  'lost',
  '500',
  '500-after',
  'throttled',
  'locked',
  'malformed',
  'gateway',
];
const hanging: Failure[] = ['hang', 'hang-after'];

/** Executes the operation that the seed determines for a number. */
export async function operate(play: LivePlay, n: number): Promise<void> {
  const { book, seed, stripe } = play;
  const at: Draw = (what) => draw(seed, 'live operation', n, what);
  // The order of requests decides which one fails.
  if (at('fault') < 0.12) play.faults.push(stripe.fail({ how: pick(failures, at('failure')) }));
  else if (at('fault') < 0.125) play.faults.push(stripe.fail({ how: pick(hanging, at('failure')) }));
  if (at('event') < 0.1) await deliver(play, at);
  const shop = pick(book.shops, at('shop'));
  const what = at('what');
  if (what < 0.17) await pay(play, shop, at);
  else if (what < 0.29) await payBy(play, shop, at);
  else if (what < 0.4) await payAgain(play, shop, at);
  else if (what < 0.63) await move(play, shop, 'capture', at);
  else if (what < 0.68) await move(play, shop, 'increment', at);
  else if (what < 0.78) await move(play, shop, 'refund', at);
  else if (what < 0.85) await move(play, shop, 'void', at);
  else if (what < 0.91) await view(play, shop, at);
  else {
    const made = makeChange(stripe, shop, play.clock.now(), at);
    if (made) play.count(`at the acquirer: ${made}`);
  }
}

/** Delivers events of the acquirer late, twice, or in another order. */
async function deliver(play: LivePlay, at: Draw): Promise<void> {
  const recent = play.stripe.events.slice(-40);
  if (recent.length === 0) return;
  const event = pick(recent, at('event that comes'));
  if (at('test mode') < 0.1) await postOtherMode(play, event);
  else if (!isLost(play, event)) await post(play, event);
}

/** True for one event in ten, which never arrives. The reconciliation must find the change that the event reports. */
const isLost = ({ seed }: LivePlay, { id }: Event): boolean => draw(seed, 'lost', id) < 0.1;

/** Posts an event of the other mode, test or live, about objects with the same ids. Florin must ignore it. */
function postOtherMode(play: LivePlay, event: Event): Promise<void> {
  const changed = { status: 'failed', amount: 1, amount_received: 1, amount_refunded: 1 };
  const data = { object: { ...event.data.object, ...changed } };
  play.count('event of the other mode');
  return post(play, { ...event, id: `${event.id}_other`, livemode: !event.livemode, data });
}

async function post({ ask, book, stripe, arrived }: LivePlay, event: Event): Promise<void> {
  const { body, header } = stripe.signed(event, webhookSecret);
  const sending = { body: JSON.parse(body), headers: { 'stripe-signature': header } };
  const { reply } = await ask('POST', 'base', '/acquirers/stripe/events', sending);
  if (reply && reply.status >= 300) book.wrongs.push(`event ${event.id}: ${reply.status} ${reply.text}`);
  else if (reply) arrived.add(event.id);
}

/** Posts all other events that have not arrived, in any order, because an acquirer repeats deliveries for days. */
export async function deliverTheRest(play: LivePlay): Promise<void> {
  const missing = play.stripe.events.filter((event) => !play.arrived.has(event.id) && !isLost(play, event));
  const late = (event: Event) => draw(play.seed, 'late', event.id);
  for (const event of missing.sort((a, b) => late(a) - late(b))) await post(play, event);
}

const amountAt = (at: Draw) => 50 + Math.floor(at('value') ** 2 * 50_000);

async function pay(play: LivePlay, shop: LiveShop, at: Draw, given?: Way): Promise<void> {
  const { ask } = play;
  const way = given ?? (await wayOf(play, shop, at));
  const kept = way?.kept;
  const cardNumber = cardAt(at('card'));
  const vault = async (type: string, value: string) =>
    (await ask('POST', 'pos', '/vault', { body: { type, value }, headers })).reply?.body;
  const [number, code] = await Promise.all([
    kept ? undefined : vault('pcn', cardNumber),
    vault('pcsc', '123'),
  ]);
  const amount = way?.amount ?? amountAt(at);
  const order = {
    integration: { key: shop.publicKey },
    amount: { currency: 'EUR', exponent: 2, value: amount },
    card: kept ? { saved: kept.id, code } : { number, code, expiry: { month: 12, year: 2090 } },
    ...(way ? { linkId: way.linkId } : { unplanned: { merchant: true } }),
    ...(way?.customer && !kept ? { save: true } : {}),
  };
  const begun = await ask('POST', 'pos', '/payments/challenges/begin', {
    body: { ...order, hints: [] },
    headers,
  });
  const hints = begun.reply?.body?.hints;
  if (!hints) return;
  const sending = {
    body: { ...order, hints },
    headers: { ...headers, ...(at('keyed') < 0.7 ? keyed() : {}) },
  };
  const send = () => ask('POST', 'pos', '/payments', sending);
  const passes = at('passes') < 0.8;
  let paid = await twice(at, send);
  const path = paid.reply?.body?.challenges?.[0]?.path;
  if (path) {
    const proven = await atBank(play, path, sending.body, passes);
    if (!proven) return countAbandoned(play, shop);
    sending.body = { ...order, hints: [...hints, ...proven] };
    paid = await twice(at, send);
    if (paid.reply?.status === 200) return countAbandoned(play, shop);
  }
  const asks = kept ? kept.asks : cardNumber === cards.challenged;
  const good = asks ? passes : kept !== undefined || cardNumber === cards.good;
  if (way && paid.reply?.body?.code === 'PAYMENT_INTEGRATION_DISABLED') {
    play.count('live payment too late');
    shop.late++;
    return;
  }
  const id = paid.reply?.body?.authorizationId;
  if (id) way?.paidBy.push(id);
  if (id && way?.customer && !kept) shop.kept.push({ id, customer: way.customer, asks, uses: 0 });
  settle(play, shop, kept ? 'payment with a kept card' : (way?.name ?? 'payment'), paid, {
    id,
    amount,
    asks,
    good,
    agreed: !way || way.agreed === true,
  });
  if (id && way?.watch) await look(play, shop, way.watch);
}

/** Pays by a method. A customer who was declined may try again by another method, or by card. */
async function payBy(play: LivePlay, shop: LiveShop, at: Draw, given?: Way & LiveTerms): Promise<void> {
  const { ask, book, count } = play;
  const row = pick(methods, at('method'));
  const way = given ?? (await methodWayOf(play, shop, at));
  const terms = {
    publicKey: shop.publicKey,
    methods: way?.methods ?? methods.map(({ type }) => type),
    currency: 'EUR',
    amount: way?.amount ?? amountAt(at),
    linkId: way?.linkId,
  };
  const wrong = (what: string) => book.wrongs.push(what);
  const customer: Customer = { ask, at, count, answer: atMethod(play, shop), wrong };
  const attempt = await payByMethod(customer, row, terms);
  // Another customer may have paid the code of the till, and transactions do not name the code.
  if (way?.watch) attempt.uncertain = true;
  shop.attempts.push(attempt);
  for (const id of attempt.paid) {
    way?.paidBy.push(id);
    addByMethod(shop, id, attempt);
    if (way?.watch) await look(play, shop, way.watch);
  }
  if (attempt.paid.size > 0 || !way || given || at('tries again') < 0.4) return;
  await (at('by card') < 0.4 ? pay : payBy)(play, shop, (what) => at(`${what} again`), way);
}

type LiveTerms = Pick<LiveLink, 'methods'>;

/** Answers at the acquirer's page, unless the time to answer is over. */
const atMethod =
  ({ stripe, count }: LivePlay, { account, processing }: LiveShop): Customer['answer'] =>
  async (attempt, url, given) => {
    const id = new URL(url).pathname.split('/').at(-1) ?? '';
    const answer = given === 'late' ? 'process' : given;
    const back = accepted(() => stripe.answerMethod(id, answer, account));
    if (back === undefined) return void count('live answer too late');
    attempt.answers.add(given);
    if (given === 'late') {
      attempt.uncertain = true;
      processing.push(id);
    }
    return new URL(back).searchParams.get('state') ?? undefined;
  };

/** Adds a payment by a method, whose capture may have come with the agreement. */
export function addByMethod(shop: LiveShop, id: string, { row: method, amount }: Attempt): void {
  if (shop.payments.some((known) => known.id === id)) return;
  const captured = method.captured === 'at once' || shop.captures;
  const movements: LiveMovement[] = captured ? [{ kind: 'capture', amount, result: 'done' }] : [];
  const used = new Set([amount]);
  shop.payments.push({ id, amount, method, asks: false, agreed: false, used, movements });
}

/** Returns the code of a till, or a link that may exclude some methods. */
async function methodWayOf(play: LivePlay, shop: LiveShop, at: Draw): Promise<(Way & LiveTerms) | undefined> {
  const chance = at('by link');
  if (chance < 0.2) {
    const code = await codeOf(play, shop, at);
    return code && { ...code, methods: methods.map(({ type }) => type) };
  }
  if (chance > 0.6) return undefined;
  const last = shop.links.at(-1);
  const types = methods.flatMap(({ type }) => (at(`link with ${type}`) < 0.8 ? [type] : []));
  const link =
    last && !last.recurring && last.uses === 1 && at('same link') < 0.4
      ? last
      : await makeLink(play, shop, { amount: amountAt(at), uses: 1, methods: types });
  return { name: 'payment', linkId: link.id, ...link };
}

const cardAt = (kind: number): string =>
  kind < 0.06 ? cards.declined : kind < 0.1 ? cards.short : kind < 0.25 ? cards.challenged : cards.good;

/** The link or code that a customer pays by. */
interface Way {
  name: 'payment' | 'payment by a code';
  linkId: string;
  amount: number;
  paidBy: string[];
  /** The token that the till uses to read the state of the payment. */
  watch?: string;
  /** The customer whom the link names, and who saves the card. */
  customer?: string;
  /** True if the customer agrees to later charges by the merchant. */
  agreed?: boolean;
  /** The saved card that the customer pays with. */
  kept?: KeptCard;
}

async function wayOf(play: LivePlay, shop: LiveShop, at: Draw): Promise<Way | undefined> {
  const chance = at('by link');
  const name = 'payment';
  if (chance < 0.3) {
    const link = await linkOf(play, shop, at);
    return { name, linkId: link.id, amount: link.amount, paidBy: link.paidBy, agreed: link.recurring };
  }
  if (chance < 0.45) return codeOf(play, shop, at);
  if (chance > 0.7) return undefined;
  // A saved card is blocked after a few wrong codes, and a payment without an answer counts like one.
  const known = shop.kept.filter(({ uses }) => uses < 3);
  const kept = known.length > 0 && at('kept') < 0.6 ? pick(known, at('which card')) : undefined;
  if (kept) kept.uses++;
  const customer = kept?.customer ?? `customer-${crypto.randomUUID()}`;
  const link = await makeLink(play, shop, { amount: amountAt(at), uses: 1, customer });
  return { name, linkId: link.id, amount: link.amount, paidBy: link.paidBy, customer, kept };
}

/** Returns a new till code, or at times the last one, so that two customers pay the same code. */
async function codeOf({ ask }: LivePlay, shop: LiveShop, at: Draw): Promise<Way | undefined> {
  const last = shop.codes.at(-1);
  let shown = last && at('same code') < 0.4 ? last : undefined;
  if (!shown) {
    const amount = amountAt(at);
    const body = {
      integration: { key: shop.publicKey },
      amount: { currency: 'EUR', exponent: 2, value: amount },
    };
    const { reply } = await ask('POST', 'pos', '/payments/codes', { body, headers });
    if (reply?.status !== 201) return undefined;
    shown = { code: reply.body.code, watch: reply.body.watch, amount, paidBy: [] };
    shop.codes.push(shown);
  }
  const { code, watch, amount, paidBy } = shown;
  return { name: 'payment by a code', linkId: code, amount, paidBy, watch };
}

/** Milliseconds after which even the slowest eventually consistent read of DynamoDB shows an item as written. */
const stale = 20_000;

/**
 * Reads the state of a code as the till does, after the customer got the answer that the payment succeeded. The read
 * may be a moment old, and a payment whose capture is still open counts later.
 */
async function look({ ask, book }: LivePlay, shop: LiveShop, watch: string): Promise<void> {
  for (const end = Date.now() + stale; ; await sleep(500)) {
    const { reply } = await ask('GET', 'pos', `/payments/codes/${watch}`, { headers });
    // A code answers 404 after one hour, and the simulated clock runs fast.
    if (!reply || reply.status === 404 || reply.body.state === 'paid' || shop.captures) return;
    if (Date.now() > end) return void book.wrongs.push(`the till is told of ${watch}: ${reply.text}`);
  }
}

/** Returns the last link, which other customers also use, or a new link, which at times expires soon. */
async function linkOf(play: LivePlay, shop: LiveShop, at: Draw): Promise<LiveLink> {
  const last = shop.links.at(-1);
  if (last && at('same link') < 0.7) return last;
  const uses = 1 + Math.floor(2 * at('uses'));
  return makeLink(play, shop, { amount: amountAt(at), uses, recurring: true }, at('ends') < 0.3);
}

/** @param ends whether the link expires soon */
async function makeLink(
  { ask, clock }: LivePlay,
  shop: LiveShop,
  asked: { amount: number; uses: number; recurring?: true; customer?: string; methods?: string[] },
  ends = false,
): Promise<LiveLink> {
  for (;;) {
    const expires = ends ? new Date(clock.now() + 2 * 60_000).toISOString() : undefined;
    const body = { ...asked, currency: 'EUR', expires };
    const making = { key: shop.key, headers: keyed(), body };
    const { reply } = await ask('POST', 'base', `/merchants/${shop.id}/links`, making, 100);
    if (reply?.status === 201) {
      const { amount, uses, recurring = false } = asked;
      const offered = asked.methods ?? (recurring ? [] : methods.map(({ type }) => type));
      const link = { id: reply.body.link.id, amount, uses, recurring, methods: offered, paidBy: [] };
      shop.links.push(link);
      return link;
    }
    // The link's expiry has passed during a restart of Florin, so the request needs a later expiry.
    if (!ends || reply?.body?.[0]?.field !== 'expires')
      throw new Error(`A link: ${reply?.status} ${reply?.text}`);
  }
}

/** Counts a payment that its customer abandoned. */
function countAbandoned({ count }: LivePlay, shop: LiveShop): void {
  count('live payment left');
  shop.unknown++;
}

/** Answers the bank in its iframe, as the customer does. @returns the hints, if there are any */
async function atBank(
  { ask, machine }: LivePlay,
  path: string,
  body: object,
  passes: boolean,
): Promise<string[] | undefined> {
  const { reply } = await ask('POST', 'pos', path, { body, headers });
  const { action, method, fields, hints } = reply?.body ?? {};
  if (!action) return undefined;
  try {
    // Florin has another port after a restart.
    const here = new URL(new URL(action).pathname, (await machine.florin()).posUrl);
    const page = await (await fetch(here, { method, body: new URLSearchParams(fields) })).text();
    const said = await answerBank(page, passes ? 'yes' : 'no');
    return said && [...hints, ...said];
  } catch {
    return undefined;
  }
}

async function payAgain(play: LivePlay, shop: LiveShop, at: Draw): Promise<void> {
  const earlier = some(shop, at);
  if (!earlier?.agreed) return;
  const amount = amountAt(at);
  const body = { transactionId: earlier.id, currency: 'EUR', amount };
  const sending = { key: shop.key, body, headers: keyed() };
  const path = `/merchants/${shop.id}/transactions`;
  const paid = await twice(at, () => play.ask('POST', 'base', path, sending));
  const { asks } = earlier;
  const id = paid.reply?.body?.transaction?.id;
  settle(play, shop, 'recurring', paid, { id, amount, asks, good: !asks, agreed: true });
}

function settle(
  { book, count }: LivePlay,
  shop: LiveShop,
  name: string,
  { reply, doubtful }: Asked,
  {
    id,
    amount,
    asks,
    good,
    agreed,
  }: { id?: string; amount: number; asks: boolean; good: boolean; agreed: boolean },
): void {
  count(`live ${name} ${reply?.status ?? 'unknown'}`);
  if (!reply) shop.unknown++;
  else if (reply.status === 201 && id) {
    if (!good) book.wrongs.push(`payment ${id} was paid by a card that is declined`);
    if (shop.payments.some((known) => known.id === id)) book.wrongs.push(`two payments have the id ${id}`);
    else {
      const movements: LiveMovement[] = [];
      if (shop.captures && name !== 'recurring') movements.push({ kind: 'capture', amount, result: 'done' });
      shop.payments.push({ id, amount, asks, agreed, used: new Set([amount]), movements });
    }
  } else if (reply.status === 400 && (!good || doubtful)) shop.declined++;
  else book.wrongs.push(`${name} of ${amount}: ${reply.status} ${reply.text}`);
}

/** Sometimes sends two copies at once, or a copy afterwards. All copies with status 201 get the same answer. */
async function twice(at: Draw, ask: () => Promise<Asked>): Promise<Asked> {
  const copies = at('habit') < 0.08 ? [ask(), ask()] : [ask()];
  const all = await Promise.all(copies);
  if (at('habit') > 0.95) all.push(await ask());
  const told = all.filter(({ reply }) => reply);
  const best = told.find(({ reply }) => reply?.status === 201) ?? told[0] ?? (all[0] as Asked);
  return { ...best, doubtful: all.length > 1 || best.doubtful };
}

function some({ payments }: LiveShop, at: Draw): LivePayment | undefined {
  if (at('hot') < 0.2) return payments[0];
  return payments[payments.length - 1 - Math.floor(at('payment') * Math.min(payments.length, 8))];
}

const sumOf = (payment: LivePayment, kind: LiveMovementKind) =>
  payment.movements.reduce(
    (sum, movement) => sum + (movement.kind === kind && movement.result === 'done' ? movement.amount : 0),
    0,
  );

/** Chooses an amount. A void has the whole rest, because the acquirer cannot release a part. */
function amountOf(payment: LivePayment, kind: LiveMovementKind, at: Draw): number {
  if (kind === 'void') return payment.amount + sumOf(payment, 'increment') - sumOf(payment, 'capture');
  const isTried = payment.movements.some((one) => one.kind === kind && one.amount === payment.amount);
  if (payment.method && at('whole') < 0.5 && !isTried) return payment.amount;
  let amount = 1 + Math.floor((at('amount') ** 2 * payment.amount) / 2);
  while (payment.used.has(amount)) amount++;
  payment.used.add(amount);
  return amount;
}

/** True if no capture or increment of the payment may be unknown to Florin, which would make the void a partial one. */
const mayVoid = ({ inDashboard, raisedInDashboard, movements }: LivePayment): boolean =>
  !inDashboard &&
  !raisedInDashboard &&
  !movements.some(({ kind, result }) => kind === 'increment' && result === 'unknown');

async function move(
  { ask, book, count }: LivePlay,
  shop: LiveShop,
  kind: LiveMovementKind,
  at: Draw,
): Promise<void> {
  const payment = some(shop, at);
  const amount = payment && amountOf(payment, kind, at);
  if (!payment || !amount || (kind === 'void' && !mayVoid(payment))) return;
  if (kind === 'increment' && (!shop.increments || isVoided(payment))) return;
  const movement: LiveMovement = { kind, amount, result: 'unknown' };
  payment.movements.push(movement);
  const sending = { key: shop.key, body: { amount }, headers: keyed() };
  const tries = at('impatient') < 0.1 ? 1 : 12;
  const asked = await twice(at, () =>
    ask('POST', 'base', `/transactions/${payment.id}/${kind}s`, sending, tries),
  );
  const { reply } = asked;
  count(`live ${kind} ${reply?.status ?? 'unknown'}`);
  if (!reply) return;
  movement.told = `${reply.status} ${reply.text}`;
  if (reply.status === 201) {
    movement.result = 'done';
    book.wrongs.push(...sumsOf(reply.body.transaction));
  } else if ([400, 409].includes(reply.status)) movement.result = 'refused';
  else book.wrongs.push(`${kind} ${amount} of ${payment.id}: ${movement.told}`);
}

async function view({ ask, book, count }: LivePlay, shop: LiveShop, at: Draw): Promise<void> {
  const payment = some(shop, at);
  if (!payment) return;
  const { reply } = await ask('GET', 'base', `/transactions/${payment.id}`, { key: shop.key });
  count(`live view ${reply?.status ?? 'unknown'}`);
  if (!reply) return;
  if (reply.status !== 200)
    return void book.wrongs.push(`GET of ${payment.id}: ${reply.status} ${reply.text}`);
  book.wrongs.push(...sumsOf(reply.body.transaction as Shown));
}
