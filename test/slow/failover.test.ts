import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { draw } from '../../lib/local/model/draw.ts';
import { aws } from '../api/support/aws.ts';
import { makeClock } from '../api/support/clock.ts';
import { type Engine, startEngine } from '../api/support/engine.ts';
import { startFlorin } from '../api/support/florin.ts';
import { ownLive, webhookSecret } from '../api/support/live.ts';
import { nightOf } from '../api/support/night.ts';
import { world } from '../api/support/world.ts';
import { type Change, followChanges, itemsAfter, restore } from './support/replica.ts';

/**
 * The drill of docs/adr/0052-one-region-writes.md. Each merchant has its own moment of the failure, and its own
 * moment of the restore, so that one run tries many moments. `SEED` draws other moments.
 */
const seed = Number(process.env.SEED ?? 1);
const merchants = 6;

/**
 * The most changes by which the replica may get an item later than other items, because transactions arrive in parts.
 */
const lag = 8;

const hour = 60 * 60 * 1000;
const clock = makeClock();
const apiKey = ['sk', 'test', 'failover'].join('_');
const env = {
  ...clock.env,
  // Both regions have this key, because it is a multi-Region key.
  SEAL_KEY: Buffer.alloc(32, 7).toString('base64'),
  FLORIN_REQUEST_SECONDS: '12',
};
const live = ownLive({ apiKey, now: clock.now, env });

let second: Engine;
afterAll(() => second?.stop());

// biome-ignore lint/suspicious/noExplicitAny: as the API shows it
type Json = any;
type Shop = Awaited<ReturnType<typeof live.shop>>;
type Request = () => ReturnType<typeof live.here.api>;

/** The amounts of a customer's payment. Each payment has a different amount, which identifies it at the acquirer. */
interface Order {
  amount: number;
  captured: number;
  refunded: number;
}

/** The payments of a merchant until the first region fails. */
interface Trade {
  shop: Shop;
  orders: Order[];
  unanswered: Request[];
  /** The number of changes of the table before the payments, at the failure, and after the last request. */
  from: number;
  failed: number;
  to: number;
}

const pick = (from: number, to: number, ...words: (string | number)[]) =>
  from + Math.floor(draw(seed, ...words) * (to - from + 1));

function orderOf(n: number, customer: number, o: number): Order {
  const amount = 1000 + 20 * customer + 10 * o;
  const kind = pick(0, 3, 'kind', n, customer, o);
  return { amount, captured: kind > 0 ? amount : 0, refunded: kind > 2 ? amount : 0 };
}

/** Three customers at a time pay, until so many answers have arrived. Later answers are lost with the region. */
async function trade(n: number, changes: () => Promise<Change[]>): Promise<Trade> {
  const shop = await live.shop();
  const { key, merchant } = shop;
  const from = (await changes()).length;
  const made: Trade = { shop, orders: [], unanswered: [], from, failed: from, to: from };
  let left = pick(1, 10, 'answers', n);

  async function ask(send: Request) {
    made.unanswered.push(send);
    const answer = await send();
    if (left === 0) throw lost;
    made.unanswered.splice(made.unanswered.indexOf(send), 1);
    expect(answer.status).toBe(201);
    if (--left === 0) made.failed = (await changes()).length;
    return answer;
  }

  async function customer(order: Order) {
    const amount = { currency: 'EUR', exponent: 2, value: order.amount };
    const body = await live.order(merchant, { amount });
    const { hints } = (await live.here.pos('/payments/challenges/begin', body)).body;
    const keys = [randomUUID(), randomUUID(), randomUUID()].map((one) => ({ 'idempotency-key': one }));
    const paid = await ask(() => live.here.pos('/payments', { ...body, hints }, keys[0]));
    const id = paid.body.authorizationId;
    if (order.captured) await ask(() => live.here.move(key, id, 'captures', order.captured, keys[1]));
    if (order.refunded) await ask(() => live.here.move(key, id, 'refunds', order.refunded, keys[2]));
  }

  const one = async (c: number) => {
    for (let o = 0; o < 2 && left > 0; o++) {
      made.orders.push(orderOf(n, c, o));
      await customer(orderOf(n, c, o)).catch(unlessLost);
    }
  };
  await Promise.all([0, 1, 2].map(one));
  made.to = (await changes()).length;
  if (left > 0) made.failed = made.to;
  return made;
}

const lost = new Error('The region has failed');
const unlessLost = (error: unknown) => {
  if (error !== lost) throw error;
};

/**
 * The changes that the restored table has: for each merchant, those that the replica had at a moment before the
 * failure.
 */
function restoredChanges(changes: readonly Change[], trades: readonly Trade[]): Change[] {
  const gone = new Set<number>();
  for (const [n, { from, failed, to }] of trades.entries()) {
    const moment = pick(from, failed, 'moment', n);
    for (let at = from; at < to; at++) {
      const late = Math.floor(draw(seed, 'lag', changes[at]?.item ?? '') * lag);
      if (at + late >= moment) gone.add(at);
    }
  }
  return changes.filter((_, at) => !gone.has(at));
}

test('a standby takes over: nobody is charged or refunded twice, and what was lost is adopted or a case', async () => {
  const changes = await followChanges(live.engine.endpoint);
  const trades: Trade[] = [];
  for (let n = 0; n < merchants; n++) trades.push(await trade(n, changes));
  await live.florin.kill();

  second = await startEngine();
  live.florin = await startFlorin(['--memory'], {
    ...env,
    DYNAMODB_ENDPOINT: second.endpoint,
    FLORIN_STREAMS: 'off', // the stream of a restored table begins empty
    STRIPE_URL: live.stripe.url,
    STRIPE_CREDENTIALS: JSON.stringify({ apiKey, webhookSecrets: [webhookSecret] }),
  });
  live.here = world(live.florin);
  const items = itemsAfter(restoredChanges(await changes(), trades));
  await restore(second.endpoint, items);
  /** The ids of operations that are open in the restored table. */
  const open = new Set(items.flatMap(({ pk, listPk }) => (listPk ? [String(pk?.S).split('#')[1]] : [])));

  // Some clients repeat their requests at once, and others after the books were compared.
  const [early, late] = [0, 1].map((rest) => trades.filter((_, n) => n % 2 === rest));
  const repeat = async (those: Trade[] = []) => {
    for (const { unanswered } of those) for (const send of unanswered) await send();
  };
  await repeat(early);
  await clock.moveTo(clock.now() + 2 * hour);
  await live.finishOperations();
  const cases = await compareBooks(trades);
  await repeat(late);
  await live.finishOperations();
  for (const [id, more] of await compareBooks(trades)) cases.get(id)?.push(...more);

  for (const { shop, orders } of trades)
    await expectSettled(shop, orders, cases.get(shop.merchant.id) ?? [], open);
});

/** Checks the ledgers and compares the books of all merchants. @returns the differences of each merchant */
async function compareBooks(trades: readonly Trade[]): Promise<Map<string, Json[]>> {
  const found = new Map<string, Json[]>();
  const before = live.florin.log().length;
  const time = new Date(clock.now() + 26 * hour).toISOString();
  for (const { shop } of trades) {
    const { id } = shop.merchant;
    const Records = [{ messageId: 'ledger', body: JSON.stringify({ time, merchantId: id }) }];
    expect((await aws(live.florin.aws).invoke('CheckLedger', { Records })).error).toBeFalsy();
    found.set(id, await nightOf(live.florin, id, clock.now()));
  }
  for (const line of live.florin.log().slice(before).split('\n'))
    if (line.includes('LedgerMismatch')) {
      const mismatch = JSON.parse(line);
      found.get(mismatch.merchantId)?.push(mismatch);
    }
  return found;
}

/** Checks that a worker has reported an operation that it cannot finish. */
function expectAlarm(operation: string): void {
  const lines = live.florin.log().split('\n');
  expect(lines.some((line) => line.includes('OperationsOpen') && line.includes(operation))).toBe(true);
}

async function expectSettled(
  { key, merchant, account }: Shop,
  orders: Order[],
  cases: Json[],
  open: ReadonlySet<string | undefined>,
): Promise<void> {
  const { intents, refunds, charges, balance } = live.stripe.books(account);
  const refundOf = (intent: string) =>
    refunds
      .filter(({ charge }) =>
        charges.some(({ id, payment_intent }) => id === charge && payment_intent === intent),
      )
      .reduce((sum, { amount }) => sum + amount, 0);
  for (const { amount, captured, refunded } of orders) {
    const made = intents.filter((intent) => intent.amount === amount);
    expect(made.reduce((sum, { amount_received }) => sum + amount_received, 0)).toBeLessThanOrEqual(captured);
    expect(made.reduce((sum, { id }) => sum + refundOf(id), 0)).toBeLessThanOrEqual(refunded);
  }

  const list = async (what: string): Promise<Json[]> =>
    (await live.here.api('GET', `/merchants/${merchant.id}/${what}?limit=1000`, { key })).body;
  const [transactions, lines] = await Promise.all([list('transactions'), list('lines')]);
  // The restored half of a database transaction: the operation's own item says that it is closed, or is missing, or
  // the line exists already.
  const halves = transactions.filter(({ operation }) => operation);
  for (const { operation } of halves) if (open.has(operation.id)) expectAlarm(operation.id);
  for (const { id, amount_received, metadata } of intents.filter((intent) => intent.amount_received > 0)) {
    const known = transactions.find((one) => one.id === metadata.florin);
    const amounts = { captured: known?.capturedAmount, refunded: known?.refundedAmount };
    if (!known) expect(cases).toContainEqual(expect.objectContaining({ kind: 'entry', payment: id }));
    else if (!isDeepStrictEqual(amounts, { captured: amount_received, refunded: refundOf(id) }))
      expect(cases).not.toEqual([]);
  }
  const { body } = await live.here.api('GET', `/merchants/${merchant.id}`, { key });
  const sum = lines.reduce((total, line) => total + line.balance, 0);
  if (sum !== balance || body.merchant.balance !== balance) expect(cases).not.toEqual([]);
}
