import { setTimeout as sleep } from 'node:timers/promises';
import { type Draw, draw } from '../../lib/local/model/draw.ts';
import { merchantInput } from '../api/support/world.ts';
import type { App, Book, Link, Merchant, Movement, MovementKind, Payment } from './book.ts';
import { type Ask, type Asked, createWithRetries } from './client.ts';
import { type Attempt, type Customer, payByMethod, rows } from './methods.ts';
import { pick } from './pick.ts';
import { digestOf, type Shown, sumsOf } from './trail.ts';

export interface Play {
  seed: number;
  book: Book;
  ask: Ask;
  /** Counts what was done, by name and outcome. */
  count(name: string): void;
}

const now = () => performance.now();
const currencies = ['EUR', 'DKK', 'USD', 'HUF'];
/** A currency without a rate, in which payments are declined. */
const unknownCurrency = 'KWD';
const presented = ['EUR', 'EUR', 'DKK', 'USD', 'GBP', 'JPY', 'JOD', unknownCurrency];

/** Makes the first data: apps, merchants, and a payment of each. */
export async function open(play: Play, merchants: number): Promise<void> {
  const stranger = async () =>
    (await createWithRetries(play.ask, '/apps', { body: { name: 'App' } })).app as App;
  await Promise.all(
    Array.from({ length: merchants }, async (_, n) => {
      const [owner, helper] = [await stranger(), await stranger()];
      const banked = n % 2 === 0;
      const currency = currencies[n % currencies.length] as string;
      const methods = rows.flatMap(({ type }) => (draw(play.seed, 'chosen', n, type) < 0.8 ? [type] : []));
      const bank = banked ? { bank: { iban: 'DK5000400440116243' } } : {};
      const { merchant: created } = await createWithRetries(play.ask, '/merchants', {
        key: owner.key,
        body: { ...merchantInput, ...bank, currency, methods },
      });
      const merchant: Merchant = {
        id: created.id,
        publicKey: created.key,
        currency,
        methods,
        banked,
        owner,
        helper,
        changes: [],
        changing: false,
        payments: [],
        attempts: [],
        links: [],
        balances: [],
        declined: { told: 0, unknown: 0 },
      };
      play.book.merchants.push(merchant);
      await changeMember(play, merchant, true);
      await payAsCustomer(play, merchant, (what) => draw(play.seed, 'first', n, what));
    }),
  );
}

const keyOf = () => crypto.randomUUID();

/** Executes the operation that the seed determines for a number. */
export async function operate(play: Play, n: number): Promise<void> {
  const { book, seed } = play;
  const at: Draw = (what) => draw(seed, 'operation', n, what);
  const merchant = pick(book.merchants, at('merchant') ** 2); // the first merchants are busier
  const what = at('what');
  if (what < 0.04) await payAsCustomer(play, merchant, at);
  else if (what < 0.1) await payAsCustomerOfMethod(play, merchant, at);
  else if (what < 0.22) await payAgain(play, merchant, at);
  else if (what < 0.5) await move(play, merchant, 'capture', at);
  else if (what < 0.63) await move(play, merchant, 'refund', at);
  else if (what < 0.7) await move(play, merchant, 'void', at);
  else if (what < 0.78) await view(play, merchant, at);
  else if (what < 0.86) await readBalance(play, merchant);
  else if (what < 0.89) await list(play, merchant);
  else if (what < 0.94) await dispute(play, merchant, at);
  else if (what < 0.96) await changeMember(play, merchant, !isMember(merchant));
  else if (what < 0.994) await intrude(play, merchant, at);
  else if (what < 0.998) await swarm(play, merchant, at);
  else await payOut(play, at);
}

const isMember = ({ changes }: Merchant) => changes.at(-1)?.member === true;

/** Chooses an app that has, or had, access. */
function someKey(merchant: Merchant, at: Draw): App {
  return at('app') < 0.2 ? merchant.helper : merchant.owner;
}

/** Chooses one of the 12 newest payments, or at times the first payment, which many clients use at once. */
function somePayment({ payments }: Merchant, at: Draw): Payment | undefined {
  if (at('hot') < 0.15) return payments[0];
  const recent = Math.floor(at('payment') * Math.min(payments.length, 12));
  return payments[payments.length - 1 - recent];
}

async function payAsCustomer(play: Play, merchant: Merchant, at: Draw, link?: Link): Promise<void> {
  const { ask, book } = play;
  const headers = { 'accept-version': '1' };
  const vault = async (type: string, value: string) =>
    (await ask('POST', 'pos', '/vault', { body: { type, value }, headers })).reply?.body;
  const [number, code] = await Promise.all([vault('pcn', '4100000000000000'), vault('pcsc', '123')]);
  const currency = link?.currency ?? pick(presented, at('currency'));
  const value = link?.amount ?? amountAt(at);
  const exponent = { JPY: 0, JOD: 3, KWD: 3 }[currency] ?? 2;
  const order = {
    integration: { key: merchant.publicKey },
    test: { tds: { challenge: false } },
    amount: { currency, exponent, value },
    card: { number, code, expiry: { month: 12, year: 2090 } },
    linkId: link?.id,
  };
  const asked = await ask('POST', 'pos', '/payments', { body: { ...order, hints: [] }, headers });
  const path = asked.reply?.body?.challenges?.[0]?.path;
  if (!path) return countOutcome(play, 'challenge', asked);
  const challenged = await ask('POST', 'pos', path, { body: { ...order, hints: [] }, headers });
  const hints = challenged.reply?.body?.hints;
  if (!hints) return countOutcome(play, 'challenge', challenged);
  const idempotency: Record<string, string> = at('keyed') < 0.7 ? { 'idempotency-key': keyOf() } : {};
  const sending = { body: { ...order, hints }, headers: { ...headers, ...idempotency } };
  const paid = await twice(play, at, 'payment', () => ask('POST', 'pos', '/payments', sending));
  countOutcome(play, 'payment', paid);
  if (paid.reply?.status === 201) add(book, merchant, paid.reply.body.authorizationId, currency, value, paid);
  else if (!link || paid.reply?.body?.code !== 'PAYMENT_INTEGRATION_DISABLED')
    settleDeclined(book, merchant, currency, paid);
}

const amountAt = (at: Draw) => 1 + Math.floor(at('value') ** 3 * 100_000);

/** Pays by a method, at times by a link. A customer who was declined may try again by another method, or by card. */
async function payAsCustomerOfMethod(play: Play, merchant: Merchant, at: Draw, given?: Link): Promise<void> {
  const { ask, book, count } = play;
  const offered = rows.filter(({ type }) => (given ?? merchant).methods.includes(type));
  const row = pick(offered.length > 0 && at('offered') < 0.9 ? offered : rows, at('method'));
  const link =
    given ?? (at('by link') < 0.5 ? await linkOf(play, merchant, pick(row.currencies, 0), at) : undefined);
  const currency = link?.currency ?? pick(row.currencies, at('currency'));
  const amount = link?.amount ?? amountAt(at);
  const customer: Customer = { ask, at, count, answer: atBank(ask), wrong: (what) => wrong(book, what) };
  const { id: linkId, methods } = { id: undefined, methods: merchant.methods, ...link };
  const terms = { publicKey: merchant.publicKey, methods, currency, amount, linkId };
  const attempt = await payByMethod(customer, row, terms, { test: {} });
  merchant.attempts.push(attempt);
  for (const id of attempt.paid) addByMethod(book, merchant, id, attempt);
  const again: Draw = (what) => at(`${what} again`);
  if (attempt.paid.size > 0 || !link || at('tries again') < 0.4) return;
  if (at('by card') < 0.4) await payAsCustomer(play, merchant, again, link);
  else if (!given) await payAsCustomerOfMethod(play, merchant, again, link);
}

/** Answers the simulated bank. */
const atBank =
  (ask: Ask): Customer['answer'] =>
  async (attempt, url, answer) => {
    const { row, answers, began } = attempt;
    const state = new URL(url).searchParams.get('state') ?? undefined;
    answers.add(answer);
    const { reply, ended } = await ask('POST', 'pos', '/payments/simulated-bank', {
      body: { state, answer },
    });
    if (reply?.status !== 303 || ended - began > row.minutes * 60_000) attempt.uncertain = true;
    return state;
  };

/** Returns the last link, which other customers may have paid, or a new link, which may exclude some methods. */
async function linkOf({ ask }: Play, merchant: Merchant, currency: string, at: Draw): Promise<Link> {
  const last = merchant.links.at(-1);
  if (last?.currency === currency && at('same link') < 0.5) return last;
  const isLimited = at('limited') < 0.5;
  const methods = merchant.methods.filter((type) => !isLimited || at(`link with ${type}`) < 0.7);
  const amount = amountAt(at);
  const body = { currency, amount, methods: isLimited ? methods : undefined };
  const sending = { key: merchant.owner.key, body };
  const { link } = await createWithRetries(ask, `/merchants/${merchant.id}/links`, sending);
  const made = { id: link.id, currency, amount, methods };
  merchant.links.push(made);
  return made;
}

/** Adds a payment by a method, whose capture may have come with the agreement. */
export function addByMethod(book: Book, merchant: Merchant, id: string, attempt: Attempt): void {
  const { row, currency, amount, began, ended, paid } = attempt;
  const payment = add(book, merchant, id, currency, amount, { ended });
  if (!payment) return;
  payment.method = row;
  payment.used.add(amount);
  if (row.captured === 'later') return;
  const result = paid.has(id) ? 'done' : 'unknown';
  payment.movements.push({ payment, kind: 'capture', amount, started: began, ended, result });
}

async function payAgain(play: Play, merchant: Merchant, at: Draw): Promise<void> {
  const { ask, book } = play;
  const earlier = somePayment(merchant, at);
  if (!earlier) return;
  const app = someKey(merchant, at);
  const currency = pick(presented, at('currency'));
  const amount = amountAt(at);
  const body = { transactionId: earlier.id, currency, amount };
  const sending = { key: app.key, body, headers: { 'idempotency-key': keyOf() } };
  const paid = await twice(play, at, 'recurring', () =>
    ask('POST', 'base', `/merchants/${merchant.id}/transactions`, sending),
  );
  countOutcome(play, 'recurring', paid);
  checkAccess(play, merchant, app, paid);
  if (earlier.method && paid.reply && [400, 403].includes(paid.reply.status)) return;
  if (earlier.method && paid.reply) wrong(book, `a method was charged again: ${paid.reply.text}`);
  else if (paid.reply?.status === 201)
    add(book, merchant, paid.reply.body.transaction.id, currency, amount, paid);
  else if (paid.reply?.status !== 403) settleDeclined(book, merchant, currency, paid);
}

/** Counts a declined payment, which must make one transaction, or a payment without an answer. */
function settleDeclined(book: Book, merchant: Merchant, currency: string, { reply }: Asked): void {
  if (!reply) merchant.declined.unknown++;
  else if (reply.status === 400 && currency === unknownCurrency) merchant.declined.told++;
  else wrong(book, `a payment in ${currency} was refused: ${reply.status} ${reply.text}`);
}

function add(
  book: Book,
  merchant: Merchant,
  id: string,
  currency: string,
  amount: number,
  { ended }: Pick<Asked, 'ended'>,
): Payment | undefined {
  if (merchant.payments.some((known) => known.id === id)) {
    wrong(book, `two payments have the id ${id}`);
    return undefined;
  }
  const payment: Payment = {
    id,
    merchant,
    currency,
    amount,
    born: ended,
    used: new Set(),
    movements: [],
    views: [],
  };
  merchant.payments.push(payment);
  book.payments.push(payment);
  return payment;
}

/** Makes 12 captures and 12 reads of one payment at once. The captures are small, so that the trail gets long. */
async function swarm(play: Play, merchant: Merchant, at: Draw): Promise<void> {
  const payment = somePayment(merchant, at);
  if (!payment) return;
  const drawn: Record<string, number> = { amount: 0, round: 1, app: 1 };
  const bees = Array.from(
    { length: 12 },
    (_, n): Draw =>
      (what) =>
        drawn[what] ?? at(`${what} of bee ${n}`),
  );
  await Promise.all([
    ...bees.map((bee) => movePayment(play, payment, 'capture', bee)),
    ...bees.map(async (bee) => {
      await sleep(bee('pause') * 300);
      await viewOf(play, payment, merchant.owner);
    }),
  ]);
}

/** Chooses an amount, at times a round one. Only for round amounts the fee can be exactly half a minor unit. */
function amountOf(payment: Payment, at: Draw): number {
  const round = 1000 * (1 + 2 * Math.floor(4 * at('thousands')));
  if (at('round') < 0.25 && round <= payment.amount) return round;
  return 1 + Math.floor((at('amount') ** 2 * payment.amount) / 2);
}

async function move(play: Play, merchant: Merchant, kind: MovementKind, at: Draw): Promise<void> {
  const payment = somePayment(merchant, at);
  if (payment) await movePayment(play, payment, kind, at);
}

async function movePayment(play: Play, payment: Payment, kind: MovementKind, at: Draw): Promise<void> {
  const { ask, book } = play;
  const { merchant } = payment;
  const app = someKey(merchant, at);
  if (payment.method && at('raises') < 0.1) return raiseInVain(play, payment);
  const name = `${payment.method ? 'by a method: ' : ''}${kind}`;
  // Many methods move only the whole amount.
  const isWhole =
    payment.method &&
    at('whole') < 0.5 &&
    !payment.movements.some((one) => one.kind === kind && one.amount === payment.amount);
  let amount = isWhole ? payment.amount : amountOf(payment, at);
  while (!isWhole && payment.used.has(amount)) amount++;
  payment.used.add(amount);
  const movement: Movement = {
    payment,
    kind,
    amount,
    started: now(),
    ended: Number.POSITIVE_INFINITY,
    result: 'unknown',
  };
  payment.movements.push(movement);
  const sending = { key: app.key, body: { amount }, headers: { 'idempotency-key': keyOf() } };
  const path = `/transactions/${payment.id}/${kind}s`;
  const tries = at('impatient') < 0.05 ? 1 : 12;
  const moved = await twice(play, at, kind, () => ask('POST', 'base', path, sending, tries));
  countOutcome(play, name, moved);
  checkAccess(play, merchant, app, moved);
  const { reply, ended, doubtful } = moved;
  if (!reply) return;
  movement.told = `${reply.status} after ${moved.tries} tries`;
  if (reply.status === 201) {
    movement.ended = ended;
    movement.result = 'done';
    look(book, payment, reply.body.transaction, moved, movement);
    // The client reads the balance immediately after its answer.
    if (at('look') < 0.3) await readBalance(play, merchant);
    else if (at('look') < 0.4) await viewOf(play, payment, merchant.owner);
  } else if ([400, 403, 409].includes(reply.status)) {
    // A client who has lost access does not learn the outcome of an earlier attempt.
    if (reply.status !== 403 || !doubtful) {
      movement.ended = ended;
      movement.result = 'refused';
    }
  } else wrong(book, `${kind} of ${payment.id}: ${reply.status} ${reply.text}`);
  if (at('another') < 0.02 && reply.status === 201) {
    const other = { ...sending, body: { amount: amount + 1 } };
    const answer = (await ask('POST', 'base', path, other)).reply;
    if (answer && ![422, 403].includes(answer.status))
      wrong(book, `another request with the key of ${kind} ${amount} of ${payment.id}: ${answer.status}`);
  }
}

/** Tries to raise a payment by a method, which no method allows. */
async function raiseInVain({ ask, book }: Play, { id, merchant }: Payment): Promise<void> {
  const sending = { key: merchant.owner.key, body: { amount: 1 } };
  const { reply } = await ask('POST', 'base', `/transactions/${id}/increments`, sending);
  if (reply && reply.status !== 400) wrong(book, `increment of ${id}: ${reply.status} ${reply.text}`);
}

/** Some clients send two copies at once, and some send another copy later. All copies must get the same answer. */
async function twice(play: Play, at: Draw, name: string, ask: () => Promise<Asked>): Promise<Asked> {
  const habit = at('habit');
  const copies = habit < 0.05 ? [ask(), ask()] : [ask()];
  const [first, second] = await Promise.all(copies);
  const asked = better(first as Asked, second);
  if (second) compare(play, name, first as Asked, second);
  // A client who was refused may be allowed later.
  if (habit > 0.95 && asked.reply?.status === 201) compare(play, `${name} again`, asked, await ask());
  return asked;
}

/** Returns the more informative of two answers. */
function better(first: Asked, second: Asked | undefined): Asked {
  if (!second) return first;
  const one = (first.reply?.status ?? 999) <= (second.reply?.status ?? 999) ? first : second;
  const doubtful = first.doubtful || second.doubtful || !first.reply || !second.reply;
  return { ...one, started: Math.min(first.started, second.started), doubtful };
}

function compare({ book }: Play, name: string, first: Asked, second: Asked): void {
  const [a, b] = [first.reply, second.reply];
  if (a?.status !== 201 || b?.status !== 201 || sameAnswer(a.body, b.body)) return;
  wrong(book, `${name}: two answers to one key: ${a.text} | ${b.text}`);
}

/** Compares two answers without their disputed amounts, which may change between the answers. */
const sameAnswer = (a: object, b: object): boolean =>
  JSON.stringify(a, withoutDisputed) === JSON.stringify(b, withoutDisputed);
const withoutDisputed = (name: string, value: unknown) => (name === 'disputedAmount' ? undefined : value);

/** Records the state of a transaction in an answer. */
function look(book: Book, payment: Payment, shown: Shown, { started, ended }: Asked, of?: Movement): void {
  book.wrongs.push(...sumsOf(shown));
  if (shown.amount !== payment.amount || shown.currency !== payment.currency)
    wrong(book, `transaction ${payment.id} is of ${shown.amount} ${shown.currency}`);
  const { trail } = shown;
  payment.views.push({ started, ended, length: trail.length, digest: digestOf(trail), of });
}

async function view(play: Play, merchant: Merchant, at: Draw): Promise<void> {
  const payment = somePayment(merchant, at);
  if (payment) await viewOf(play, payment, someKey(merchant, at));
}

async function viewOf(play: Play, payment: Payment, app: App): Promise<void> {
  const { merchant } = payment;
  const asked = await once(() => play.ask('GET', 'base', `/transactions/${payment.id}`, { key: app.key }, 1));
  countOutcome(play, 'view', asked);
  checkAccess(play, merchant, app, asked);
  if (asked.reply?.status === 200) look(play.book, payment, asked.reply.body.transaction, asked);
  else if (asked.reply && asked.reply.status !== 403)
    wrong(play.book, `GET /transactions/${payment.id}: ${asked.reply.status}`);
}

/** Repeats a read as a separate request, so that its start and end belong to this request only. */
async function once(ask: () => Promise<Asked>): Promise<Asked> {
  for (let n = 0; ; n++) {
    const asked = await ask();
    if (asked.reply || n === 20) return asked;
  }
}

async function readBalance(play: Play, merchant: Merchant): Promise<void> {
  const path = `/merchants/${merchant.id}`;
  const asked = await once(() => play.ask('GET', 'base', path, { key: merchant.owner.key }, 1));
  countOutcome(play, 'balance', asked);
  const { reply, started, ended } = asked;
  const [, digits] = /"balance":(-?\d+)[,}]/.exec(reply?.text ?? '') ?? [];
  if (reply?.status === 200 && digits !== undefined)
    merchant.balances.push({ started, ended, balance: BigInt(digits) });
  else if (reply) wrong(play.book, `GET ${path}: ${reply.status} ${reply.text}`);
}

async function list(play: Play, merchant: Merchant): Promise<void> {
  const path = `/merchants/${merchant.id}/transactions?limit=20`;
  const asked = await once(() => play.ask('GET', 'base', path, { key: merchant.owner.key }, 1));
  countOutcome(play, 'list', asked);
  const { reply } = asked;
  if (!reply) return;
  if (reply.status !== 200) return wrong(play.book, `GET ${path}: ${reply.status} ${reply.text}`);
  for (const shown of reply.body as Shown[]) {
    play.book.wrongs.push(...sumsOf(shown).map((what) => `${what}, in a list`));
    if (shown.merchantId !== merchant.id) wrong(play.book, `a list has ${shown.id} of another merchant`);
  }
}

/** Reports the opening and the outcome of a dispute in any order, and at times repeatedly. */
async function dispute(play: Play, merchant: Merchant, at: Draw): Promise<void> {
  const { ask, book } = play;
  const payment = merchant.payments.find(
    ({ movements }, n) =>
      n >= merchant.payments.length - 10 &&
      movements.some(({ kind, result }) => kind === 'capture' && result === 'done'),
  );
  const captured = payment?.movements.find(({ kind, result }) => kind === 'capture' && result === 'done');
  if (!payment || !captured) return;
  const reference = keyOf();
  const amount = captured.amount;
  const outcome = at('outcome') < 0.4 ? 'won' : at('outcome') < 0.8 ? 'lost' : undefined;
  const opened = {
    type: 'dispute.opened',
    reference,
    transactionId: payment.id,
    amount,
    reason: { code: 83, title: 'Fraud' },
    due: '2090-01-01T00:00:00.000Z',
  };
  const resolved = { type: 'dispute.resolved', reference, outcome };
  book.events.push({ reference, payment, amount, started: now(), outcome });
  const fraud = { type: 'fraud.reported', reference, transactionId: payment.id, reason: 1 };
  const messages: object[] = [opened, ...(outcome ? [resolved] : [])];
  if (at('twice') < 0.3) messages.push(opened);
  if (at('fraud') < 0.3) {
    book.frauds.push({ reference, payment });
    messages.push(fraud, fraud);
  }
  if (at('first') < 0.4) messages.reverse();
  const tell = async (message: object) => {
    const QueueUrl = await queueUrl(ask);
    const body = { QueueUrl, MessageBody: JSON.stringify(message) };
    const asked = await ask('POST', 'aws', '/', { body, headers: sqs('SendMessage') }, 1000);
    countOutcome(play, 'dispute event', asked);
  };
  if (at('at once') < 0.5) await Promise.all(messages.map(tell));
  else for (const message of messages) await tell(message);
}

const sqs = (action: string) => ({ 'x-amz-target': `AmazonSQS.${action}` });

async function queueUrl(ask: Ask): Promise<string> {
  const { reply } = await ask('POST', 'aws', '/', { body: {}, headers: sqs('ListQueues') }, 1000);
  return reply?.body.QueueUrls.find((url: string) => url.endsWith('AcquirerEvents'));
}

/** Adds or removes the helper as the owner does, and repeats the request until an answer confirms the change. */
async function changeMember(play: Play, merchant: Merchant, member: boolean): Promise<void> {
  if (merchant.changing) return;
  merchant.changing = true;
  const change = { member, started: now(), ended: Number.POSITIVE_INFINITY };
  merchant.changes.push(change);
  const { key } = merchant.owner;
  const path = `/merchants/${merchant.id}/apps`;
  const asked = member
    ? await play.ask('POST', 'base', path, { key, body: { appId: merchant.helper.id } }, 1000)
    : await play.ask('DELETE', 'base', `${path}/${merchant.helper.id}`, { key }, 1000);
  countOutcome(play, member ? 'grant' : 'revoke', asked);
  const expected = member ? [201] : [204, 404];
  if (asked.reply && expected.includes(asked.reply.status)) change.ended = asked.ended;
  else wrong(play.book, `${member ? 'grant' : 'revoke'}: ${asked.reply?.status} ${asked.reply?.text}`);
  merchant.changing = false;
  const [payment] = merchant.payments;
  if (payment) await viewOf(play, payment, merchant.helper);
}

/** Checks that an app got access exactly if the app was a member at that time. */
function checkAccess({ book }: Play, merchant: Merchant, app: App, { started, ended, reply }: Asked): void {
  if (app !== merchant.helper || !reply) {
    if (reply?.status === 403) wrong(book, `merchant ${merchant.id}: its owner was refused`);
    return;
  }
  const before = merchant.changes.filter((change) => change.ended < started).at(-1);
  const last = before && merchant.changes.indexOf(before);
  const meanwhile = merchant.changes.some(
    (change, n) => n > (last ?? -1) && change.started < ended && change !== before,
  );
  if (meanwhile || !before) return;
  if (before.member === (reply.status !== 403)) return;
  wrong(
    book,
    `merchant ${merchant.id}: a helper ${before.member ? 'was refused' : 'had access after its removal'}`,
  );
}

/** Sends requests for a merchant's data as an app without access. */
async function intrude(play: Play, merchant: Merchant, at: Draw): Promise<void> {
  const { book, ask } = play;
  const stranger = pick(book.merchants, at('stranger')).owner;
  const payment = somePayment(merchant, at);
  if (stranger === merchant.owner || !payment) return;
  const key = at('keyless') < 0.1 ? 'no-such-key' : stranger.key;
  const [method, path, body] = pick<[string, string, object?]>(
    [
      ['GET', `/transactions/${payment.id}`],
      ['GET', `/merchants/${merchant.id}`],
      ['GET', `/merchants/${merchant.id}/lines?limit=5`],
      ['GET', `/merchants/${merchant.id}/transactions?limit=5`],
      ['GET', `/merchants/${merchant.id}/apps?limit=5`],
      ['POST', `/transactions/${payment.id}/captures`, { amount: 1 }],
      ['POST', `/transactions/${payment.id}/refunds`, { amount: 1 }],
      ['POST', `/transactions/${payment.id}/voids`, { amount: 1 }],
      ['POST', `/merchants/${merchant.id}/apps`, { appId: stranger.id }],
      [
        'POST',
        `/merchants/${merchant.id}/transactions`,
        { transactionId: payment.id, currency: 'EUR', amount: 1 },
      ],
    ],
    at('intrusion'),
  );
  const asked = await ask(method, 'base', path, { key, body, headers: { 'idempotency-key': keyOf() } });
  countOutcome(play, 'intrusion', asked);
  const { reply } = asked;
  if (reply && ![401, 403, 404].includes(reply.status))
    wrong(book, `a stranger: ${method} ${path}: ${reply.status} ${reply.text}`);
}

/** Starts a payout of all merchants, and reads balances at the same time. */
async function payOut(play: Play, at: Draw): Promise<void> {
  const { ask, book } = play;
  const day = new Date(Date.UTC(2030, 0, 1 + book.payouts.length)).toISOString();
  book.payouts.push({ day, started: now() });
  const asked = await ask('POST', 'aws', '/2015-03-31/functions/PayOut/invocations', { body: { time: day } });
  countOutcome(play, 'payout', asked);
  const looks = Array.from({ length: 24 }, async (_, n) => {
    await sleep(at(`pause of look ${n}`) * 1_000);
    await readBalance(play, pick(book.merchants, at(`merchant of look ${n}`) ** 2));
  });
  await Promise.all(looks);
}

function countOutcome({ count }: Play, name: string, { reply, tries }: Asked): void {
  count(`${name} ${reply?.status ?? 'unknown'}`);
  if (tries > 1) count(`${name}, repeated`);
}

function wrong(book: Book, what: string): void {
  book.wrongs.push(what);
}
