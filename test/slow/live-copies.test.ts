import { randomUUID } from 'node:crypto';
import { failure } from '../api/support/answer.ts';
import { makeClock } from '../api/support/clock.ts';
import { cards, ownLive } from '../api/support/live.ts';
import { until } from '../api/support/until.ts';

const clock = makeClock();
const live = ownLive({ now: clock.now, env: clock.env });

afterEach(() => {
  live.proxy.afterAnswer = undefined;
  live.proxy.instead = undefined;
});

/** Two requests reserve two things each: has each of them be first at one. */
function cross(): void {
  const reservation = (asked: string) => {
    const { pk, transactionId } = JSON.parse(asked).Item;
    return { pk: pk.S as string, id: transactionId.S as string };
  };
  let first: { pk: string; id: string } | undefined;
  const reserved = new Set<string>();
  live.proxy.afterAnswer = (operation, asked) => {
    if (operation === 'PutItem') reserved.add(reservation(asked).pk);
  };
  live.proxy.instead = async (operation, asked) => {
    if (operation !== 'PutItem') return undefined;
    const { pk, id } = reservation(asked);
    first ??= { pk, id };
    const goesFirst = (pk === first.pk) === (id === first.id);
    if (!goesFirst) await until(async () => reserved.has(pk), Boolean);
    return undefined;
  };
}

/** Has the first two transactions with this in them be sent at once. */
function together(part: string): void {
  let sent = 0;
  live.proxy.instead = async (operation, asked) => {
    const meant = operation === 'TransactWriteItems' && asked.includes(part);
    if (meant && ++sent <= 2)
      await until(
        async () => sent,
        (count) => count >= 2,
      );
    return undefined;
  };
}

test('of two copies with one key and one proof, each first at one of them, one payment is made', async () => {
  const shop = await live.shop();
  const order = await live.order(shop.merchant);
  const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
  const headers = { 'idempotency-key': randomUUID() };
  cross();
  const send = () => live.here.pos('/payments', { ...order, hints }, headers);
  const [one, other] = await Promise.all([send(), send()]);
  expect([one.status, other.status]).toEqual([201, 201]);
  expect(one.body).toEqual(other.body);
  expect(live.stripe.books(shop.account).intents).toHaveLength(1);
  await live.expectSameBooks(shop);
});

test('a key whose first request got no answer serves the payment on after the bank', async () => {
  const shop = await live.shop();
  const order = await live.order(shop.merchant, {}, cards.challenged);
  const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
  const headers = { 'idempotency-key': randomUUID() };
  const pay = (hints: string[]) => live.here.pos('/payments', { ...order, hints }, headers);
  live.stripe.fail({ how: 'lost', of: /^POST \/v1\/payment_intents$/, times: 3 });
  expect((await pay(hints)).status).toBe(504);
  const asked = await pay(hints);
  expect(asked.status).toBe(200);
  const proven = await live.atBank(asked.body.challenges[0].path, { ...order, hints }, 'yes');
  const paid = await pay([...hints, ...proven]);
  expect(paid).toMatchObject({ status: 201 });
  expect((await pay([...hints, ...proven])).body).toEqual(paid.body);
  expect(live.stripe.books(shop.account).intents).toHaveLength(1);
  await live.expectSameBooks(shop);
});

test('two copies that hear of the bank at once are both told of it', async () => {
  const shop = await live.shop();
  const order = await live.order(shop.merchant, {}, cards.challenged);
  const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
  together('\\"challenge\\"');
  const send = () => live.here.pos('/payments', { ...order, hints });
  const told = await Promise.all([send(), send()]);
  expect(told.map(({ status }) => status)).toEqual([200, 200]);
  const [path] = told.map(({ body }) => body.challenges[0].path);
  const proven = await live.atBank(path, { ...order, hints }, 'yes');
  const paid = await live.here.pos('/payments', { ...order, hints: [...hints, ...proven] });
  expect(paid.status).toBe(201);
  expect(live.stripe.books(shop.account).intents).toHaveLength(1);
  await live.expectSameBooks(shop);
});

test('two repeats that ask for a capture anew at once: none is told that it is refused', async () => {
  const shop = await live.shop();
  const id = await live.authorized(shop.merchant, 1000);
  const headers = { 'idempotency-key': randomUUID() };
  const capture = () => live.here.move(shop.key, id, 'captures', 400, headers);
  const end = live.stripe.fail({ how: '500', of: /capture$/, times: 3 });
  expect((await capture()).status).toBe(504);
  end();
  await clock.moveTo(clock.now() + 6 * 60_000);
  together('\\"attempts\\":1');
  const told = await Promise.all([capture(), capture()]);
  // Whoever is second hears that it is under way, or, a little later, what came of it.
  expect(new Set([...told.map(({ status }) => status), 504])).toEqual(new Set([201, 504]));
  expect((await capture()).status).toBe(201);
  await live.expectSameBooks(shop);
});

test('what the bank asks and cannot be noted in time is no refusal', async () => {
  const shop = await live.shop();
  const order = await live.order(shop.merchant, {}, cards.challenged);
  const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
  const another = { Code: 'ConditionalCheckFailed', Item: { listPk: { S: 'operations#0' } } };
  live.proxy.instead = (operation, asked) =>
    operation === 'TransactWriteItems' && asked.includes('\\"challenge\\"')
      ? failure('TransactionCanceledException', { CancellationReasons: [another] })
      : undefined;
  const pay = () => live.here.pos('/payments', { ...order, hints });
  expect((await pay()).status).toBe(504);
  live.proxy.instead = undefined;
  expect((await pay()).status).toBe(200);
  expect(live.stripe.books(shop.account).intents).toHaveLength(1);
});
