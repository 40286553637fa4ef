import { randomUUID } from 'node:crypto';
import { failure } from '../../api/support/answer.ts';
import { makeClock } from '../../api/support/clock.ts';
import { cards, ownLive } from '../../api/support/live.ts';
import { orderReservations } from '../../api/support/order-reservations.ts';
import { waitUntil } from '../../api/support/wait-until.ts';

const clock = makeClock();
const live = ownLive({ now: clock.now, env: clock.env });

afterEach(() => {
  live.proxy.afterAnswer = undefined;
  live.proxy.instead = undefined;
});

/** A shop, and a payment with a completed first challenge. */
async function beginPayment(number?: string) {
  const shop = await live.shop();
  const order = await live.order(shop.merchant, {}, number);
  const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
  const pay = (more: string[] = [], headers = {}) =>
    live.here.pos('/payments', { ...order, hints: [...hints, ...more] }, headers);
  const atBank = (path: string) => live.atBank(path, { ...order, hints }, 'yes');
  /** Completes 3-D Secure and pays with the same key: the payment is made once, and a repeat gets the same answer. */
  const finish = async (asked: Answered, headers: object) => {
    expect(asked.status).toBe(200);
    const proven = await atBank(asked.body.challenges[0].path);
    const paid = await pay(proven, headers);
    expect(paid).toMatchObject({ status: 201 });
    expect((await pay(proven, headers)).body).toEqual(paid.body);
    expect(live.stripe.books(shop.account).intents).toHaveLength(1);
    await live.expectSameBooks(shop);
  };
  return { shop, pay, atBank, finish };
}

type Answered = Awaited<ReturnType<typeof live.here.pos>>;

/** Delays the first of two DynamoDB transactions that contain `part` until the second one is sent, too. */
function together(part: string): void {
  let sent = 0;
  live.proxy.instead = async (operation, asked) => {
    const meant = operation === 'TransactWriteItems' && asked.includes(part);
    if (meant && ++sent <= 2)
      await waitUntil(
        async () => sent,
        (count) => count >= 2,
      );
    return undefined;
  };
}

test('two duplicates of a payment that reserve its key and its proof in opposite order make one payment', async () => {
  const { shop, pay } = await beginPayment();
  const headers = { 'idempotency-key': randomUUID() };
  orderReservations(live.proxy, true);
  const [one, other] = await Promise.all([pay([], headers), pay([], headers)]);
  expect([one.status, other.status]).toEqual([201, 201]);
  expect(one.body).toEqual(other.body);
  expect(live.stripe.books(shop.account).intents).toHaveLength(1);
  await live.expectSameBooks(shop);
});

test('a customer completes 3-D Secure with the key of a first request that got no response', async () => {
  const { pay, finish } = await beginPayment(cards.challenged);
  const headers = { 'idempotency-key': randomUUID() };
  live.stripe.fail({ how: 'lost', of: /\/confirm$/, times: 3 });
  expect((await pay([], headers)).status).toBe(504);
  const asked = await pay([], headers);
  await finish(asked, headers);
});

test('a customer completes 3-D Secure with a key whose reservation an earlier request did not release', async () => {
  const { pay, finish } = await beginPayment(cards.challenged);
  const headers = { 'idempotency-key': randomUUID() };
  // Suppresses the deletion, so that the reservation stays.
  live.proxy.instead = (operation) =>
    operation === 'DeleteItem' ? { status: 200, headers: {}, body: '{}' } : undefined;
  const asked = await pay([], headers);
  live.proxy.instead = undefined;
  await finish(asked, headers);
});

test('two concurrent duplicates both return the bank’s challenge', async () => {
  const { shop, pay, atBank } = await beginPayment(cards.challenged);
  together('\\"challenge\\"');
  const told = await Promise.all([pay(), pay()]);
  expect(told.map(({ status }) => status)).toEqual([200, 200]);
  const [path] = told.map(({ body }) => body.challenges[0].path);
  const paid = await pay(await atBank(path));
  expect(paid.status).toBe(201);
  expect(live.stripe.books(shop.account).intents).toHaveLength(1);
  await live.expectSameBooks(shop);
});

test('neither of two concurrent repeats of an unanswered capture reports a rejection', async () => {
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
  // The second request learns that the operation is under way, or a little later its outcome.
  expect(new Set([...told.map(({ status }) => status), 504])).toEqual(new Set([201, 504]));
  expect((await capture()).status).toBe(201);
  await live.expectSameBooks(shop);
});

test('a challenge that Florin cannot store in time returns 504, and no decline', async () => {
  const { shop, pay } = await beginPayment(cards.challenged);
  live.proxy.instead = (operation, asked) => {
    if (operation !== 'TransactWriteItems' || !asked.includes('\\"challenge\\"')) return undefined;
    // Answers as if a concurrent request had written the item without the challenge, too.
    const { Item } = JSON.parse(asked).TransactItems[0].Put;
    const { challenge: _, ...left } = JSON.parse(Item.operation.S);
    const another = { ...Item, operation: { S: JSON.stringify(left) } };
    const reason = { Code: 'ConditionalCheckFailed', Item: another };
    return failure('TransactionCanceledException', { CancellationReasons: [reason] });
  };
  expect((await pay()).status).toBe(504);
  live.proxy.instead = undefined;
  expect((await pay()).status).toBe(200);
  expect(live.stripe.books(shop.account).intents).toHaveLength(1);
});
