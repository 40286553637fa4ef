import { makeClock } from '../../api/support/clock.ts';
import type { Response } from '../../api/support/http.ts';
import { cards, ownLive } from '../../api/support/live.ts';
import { startReceiver } from '../../api/support/receiver.ts';
import { waitUntil } from '../../api/support/wait-until.ts';

const clock = makeClock();
const live = ownLive({ now: clock.now, env: clock.env });

afterEach(() => {
  live.proxy.instead = undefined;
  live.stripe.bankLatency = 0;
});

/** A merchant with a webhook endpoint. */
async function listening(over = {}) {
  const shop = await live.shop(over);
  const server = await startReceiver();
  const path = `/merchants/${shop.merchant.id}/webhooks`;
  await live.here.api('POST', path, { key: shop.key, body: { url: server.url } });
  return { ...shop, server };
}

const later = (minutes: number) => clock.moveTo(clock.now() + minutes * 60_000).then(live.finishOperations);

test('a merchant gets an event for an operation of unknown outcome, and an event when it is resolved', async () => {
  const { key, merchant, server } = await listening();
  try {
    const id = await live.authorized(merchant, 1000);
    await live.stripe.down();
    expect((await live.here.move(key, id, 'captures', 400)).status).toBe(504);
    await later(2);
    const open = { transactionId: id, capture: true, amount: 400, currency: 'EUR', error: false };
    const told = () => server.received.map(({ event }) => event);
    const of = (type: string) => told().filter((event) => event.type === type);
    await waitUntil(
      async () => of('operation.open'),
      (found) => found.length === 1,
    );
    expect(of('operation.open')).toMatchObject([
      { test: false, data: { operation: { ...open, state: 'open' } } },
    ]);
    // Florin sends this event once, however long the operation stays unknown.
    await later(10);
    await live.stripe.up();
    await later(30);
    await waitUntil(
      async () => of('operation.settled'),
      (found) => found.length === 1,
    );
    expect(of('operation.settled')).toMatchObject([{ data: { operation: { ...open, state: 'approved' } } }]);
    await waitUntil(
      async () => of('transaction.captured'),
      (found) => found.length === 1,
    );
    expect(of('operation.open')).toHaveLength(1);
  } finally {
    await server.stop();
  }
});

test('a payment is given up after an hour if its customer does not return from the bank', async () => {
  const shop = await live.shop();
  const order = await live.order(shop.merchant, {}, cards.challenged);
  const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
  expect((await live.here.pos('/payments', { ...order, hints })).body.challenges).toHaveLength(1);
  await later(30);
  const path = `/merchants/${shop.merchant.id}/transactions?limit=5`;
  const list = async () => (await live.here.api('GET', path, { key: shop.key })).body;
  expect(await list()).toEqual([]);
  await later(60);
  await later(60);
  expect(await list()).toMatchObject([{ successful: false, error: { code: 31 } }]);
  await live.expectSameBooks(shop);
});

describe('the erasure of a customer', () => {
  const email = 'ann@example.com';
  const custom = { orderId: '12', customer: { name: 'Ann', email } };
  const erase = async ({ key, merchant }: Awaited<ReturnType<typeof live.shop>>) => {
    const { body } = await live.here.api('PUT', `/merchants/${merchant.id}/erasures`, {
      key,
      body: { email },
    });
    expect(body.next).toBeNull();
    return body.erased;
  };
  const nothing = { payments: 0, links: 0, cards: 0, receipts: 0, events: 0, entries: 0, waiting: 0 };

  test.each([
    ['capture', 'captures', 400],
    ['void', 'voids', 1000],
    ['refund', 'refunds', 300],
  ] as const)(
    'Florin waits for an open %s, changes nothing until then, and erases the customer afterwards',
    async (_, kind, amount) => {
      const shop = await live.shop();
      const { key, merchant } = shop;
      const id = await live.authorized(merchant, 1000, { custom });
      if (kind === 'refunds') await live.here.move(key, id, 'captures', 1000);
      await live.stripe.down();
      expect((await live.here.move(key, id, kind, amount)).status).toBe(504);
      const before = await live.here.transaction(key, id);
      expect(before.operation).toMatchObject({ amount });
      for (let n = 0; n < 2; n++) expect(await erase(shop)).toEqual({ ...nothing, waiting: 1 });
      expect(await live.here.transaction(key, id)).toEqual(before);
      await live.stripe.up();
      await later(10);
      const after = await live.here.transaction(key, id);
      expect(after).toMatchObject({ custom, trail: expect.arrayContaining([expect.anything()]) });
      expect(after).not.toHaveProperty('operation');
      expect(await erase(shop)).toMatchObject({ payments: 1, waiting: 0 });
      const { custom: left, ...figures } = await live.here.transaction(key, id);
      expect([left, figures]).toMatchObject([{ orderId: '12' }, { trail: after.trail }]);
      expect(JSON.stringify([left, figures])).not.toMatch(/ann@|Ann/);
      expect(await erase(shop)).toEqual(nothing);
      await live.expectSameBooks(shop);
    },
  );

  test('Florin leaves a payment alone whose customer is at the bank, and a later erasure finds it', async () => {
    const shop = await live.shop();
    const order = await live.order(shop.merchant, { custom }, cards.challenged);
    const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
    const [challenge] = (await live.here.pos('/payments', { ...order, hints })).body.challenges;
    expect(await erase(shop)).toEqual(nothing);
    const more = await live.atBank(challenge.path, { ...order, hints }, 'yes');
    const paid = await live.here.pos('/payments', { ...order, hints: [...hints, ...more] });
    expect(paid.status).toBe(201);
    expect(await live.here.transaction(shop.key, paid.body.authorizationId)).toMatchObject({ custom });
    expect(await erase(shop)).toMatchObject({ payments: 1, waiting: 0 });
    expect((await live.here.transaction(shop.key, paid.body.authorizationId)).custom).toEqual({
      orderId: '12',
    });
    await live.expectSameBooks(shop);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;
type Shop = Awaited<ReturnType<typeof live.shop>>;
type Act = () => Promise<Response>;

const confirm = /^POST \/v1\/payment_intents\/\w+\/confirm$/;
let keys = 0;

/** A customer's payment, and one that a merchant's server starts. The returned functions can send it repeatedly. */
const payments: Record<string, (shop: Shop) => Promise<Act>> = {
  async 'a payment'({ merchant }) {
    const order = await live.order(merchant);
    const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
    const once = { 'idempotency-key': `operation-${++keys}` };
    return () => live.here.pos('/payments', { ...order, hints }, once);
  },
  async 'a later payment'({ key, merchant }) {
    const transactionId = await live.authorized(merchant, 1000, { unplanned: { merchant: true } });
    const body = { transactionId, currency: 'EUR', amount: 10_000 };
    const headers = { 'idempotency-key': `operation-${++keys}` };
    return () => live.here.api('POST', `/merchants/${merchant.id}/transactions`, { key, body, headers });
  },
};

const isSeen = (call: RegExp, from: number) =>
  waitUntil(
    async () => live.stripe.seen.slice(from),
    (seen) => seen.some(({ method, path }) => call.test(`${method} ${path}`)),
  );

/** The newest payment at the acquirer. */
const newest = ({ account }: Shop) => live.stripe.books(account).intents[0];

async function paid({ key, merchant }: Shop): Promise<unknown[]> {
  const list = await live.here.api('GET', `/merchants/${merchant.id}/transactions?limit=9`, { key });
  return list.body.filter(({ successful, amount }: Json) => successful && amount === 10_000);
}

describe.each(Object.entries(payments))('%s', (name, prepare) => {
  const byServer = name === 'a later payment';

  test('an operation is resolved among 1,500 others, whichever response is lost', async () => {
    const shop = await live.shop();
    let made = 0;
    for (const call of [/^POST \/v1\/payment_intents$/, confirm]) {
      const act = await prepare(shop);
      live.stripe.crowd(1_500, shop.account);
      live.stripe.fail({ how: 'lost', of: call, account: shop.account, times: 3 });
      expect((await act()).status).toBe(504);
      live.stripe.crowd(1_500, shop.account);
      await later(2);
      // Florin does not keep the customer's card, so the worker cannot confirm this intent.
      const isFound = byServer || call === confirm;
      expect(await paid(shop)).toHaveLength(isFound ? ++made : made);
      expect((await act()).status).toBe(201);
      if (!isFound) made++;
    }
    expect(await paid(shop)).toHaveLength(2);
    await live.expectSameBooks(shop);
  });

  test('an authorization holds nothing if it is confirmed after the worker gave it up', async () => {
    const shop = await live.shop();
    const act = await prepare(shop);
    const from = live.stripe.seen.length;
    const release = live.stripe.hold(confirm);
    const first = act();
    await isSeen(confirm, from);
    // The worker's clock is ahead of the request's.
    await later(20);
    release();
    // By the worker's clock, the time of the request is over, too.
    expect([400, 504]).toContain((await first).status);
    expect(newest(shop)).toMatchObject({ status: 'canceled', latest_charge: null });
    expect((await act()).status).toBe(400);
    await live.expectSameBooks(shop);
  });

  test('an authorization is not reported as paid and holds nothing if the worker gives it up before a slow bank answers', async () => {
    const shop = await live.shop();
    const act = await prepare(shop);
    const from = live.stripe.seen.length;
    live.stripe.bankLatency = 3_000;
    const first = act();
    await isSeen(confirm, from);
    await later(20);
    live.stripe.bankLatency = 0;
    expect((await first).status).toBe(504);
    expect((await act()).status).toBe(400);
    expect(newest(shop)).toMatchObject({ status: 'canceled' });
    await live.expectSameBooks(shop);
  });

  test.each(['lost', 'reset'] as const)(
    'a merchant can void an authorization while its outcome is unknown: %s',
    async (how) => {
      const shop = await live.shop();
      const stranger = await live.shop();
      const act = await prepare(shop);
      const end = live.stripe.fail({ how, of: confirm, account: shop.account, times: 3 });
      const { status, body } = await act();
      expect([status, body.operation]).toEqual([504, expect.stringMatching(/^[0-9a-f]{24}$/)]);
      end();
      const id = body.operation;
      const headers = { 'idempotency-key': `void-${++keys}` };
      const giveUp = () => live.here.move(shop.key, id, 'voids', 10_000, headers);
      expect((await live.here.move(stranger.key, id, 'voids', 10_000)).status).toBe(403);
      expect(await live.here.move(shop.key, id, 'voids', 1)).toMatchObject({
        status: 400,
        body: [{ field: 'amount', message: expect.stringContaining('10000') }],
      });
      const away = live.stripe.fail({ how: 'reset', of: /cancel$/, account: shop.account, times: 3 });
      expect(await giveUp()).toMatchObject({ status: 504, body: { operation: id } });
      away();
      const given = await giveUp();
      const transaction = { id, successful: false, pendingAmount: 0, trail: [] };
      expect(given).toMatchObject({ status: 201, body: { transaction } });
      expect(newest(shop)?.status).toBe('canceled');
      expect(await giveUp()).toMatchObject({ status: 201, body: given.body });
      expect((await act()).status).toBe(400);
      await live.expectSameBooks(shop);
    },
  );

  test('an authorization is reported correctly if the worker runs between its approval and its storage', async () => {
    const shop = await live.shop();
    const act = await prepare(shop);
    let look: Promise<unknown> | undefined;
    live.proxy.instead = async (operation, asked) => {
      if (operation !== 'TransactWriteItems' || look || !asked.includes('\\"state\\":\\"approved\\"'))
        return undefined;
      look = later(20);
      await look;
      return undefined;
    };
    const first = await act();
    live.proxy.instead = undefined;
    expect(look).toBeDefined();
    // The merchant's server got no answer during the longest time that an authorization may take.
    expect(byServer ? [400, 504] : [201]).toContain(first.status);
    expect(newest(shop)?.status).toBe(byServer ? 'canceled' : 'requires_capture');
    expect((await act()).status).toBe(byServer ? 400 : 201);
    await live.expectSameBooks(shop);
  });
});

test('Florin waits for a slow bank', async () => {
  const shop = await live.shop();
  const act = await payments['a payment']?.(shop);
  live.stripe.bankLatency = 7_000;
  expect((await act?.())?.status).toBe(201);
  live.stripe.bankLatency = 0;
});

test('a refund on its way is not made twice, even when the clocks of request and worker differ', async () => {
  const shop = await live.shop();
  const id = await live.authorized(shop.merchant, 1000);
  await live.here.move(shop.key, id, 'captures', 1000);
  const from = live.stripe.seen.length;
  const refunds = /^POST \/v1\/refunds$/;
  const release = live.stripe.hold(refunds);
  const first = live.here.move(shop.key, id, 'refunds', 400);
  await isSeen(refunds, from);
  const before = live.stripe.seen.length;
  const look = later(10);
  // The worker has not found the refund, and requests it a second time.
  await isSeen(refunds, before);
  release();
  await Promise.all([first, look]);
  await later(60);
  expect(live.stripe.books(shop.account).refunded).toEqual({ EUR: 400 });
  await live.expectSameBooks(shop);
});

describe('at an acquirer that captures once', () => {
  const once = ownLive({ manyCaptures: false });

  test('a partial capture releases the rest: two trail entries and two events', async () => {
    const { key, merchant, account } = await once.shop();
    const server = await startReceiver();
    try {
      const path = `/merchants/${merchant.id}/webhooks`;
      await once.here.api('POST', path, { key, body: { url: server.url } });
      const id = await once.authorized(merchant, 1000);
      expect(await once.here.move(key, id, 'voids', 100)).toMatchObject({
        status: 400,
        body: [{ field: 'amount' }],
      });
      const { body } = await once.here.move(key, id, 'captures', 400);
      expect(body.transaction).toMatchObject({
        pendingAmount: 0,
        capturedAmount: 400,
        voidedAmount: 600,
        trail: [
          { capture: true, amount: 400 },
          { void: true, amount: 600 },
        ],
      });
      const events = (await server.events(3)).sort((a, b) => a.sequence - b.sequence);
      expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
        ['transaction.created', 0],
        ['transaction.captured', 1],
        ['transaction.voided', 2],
      ]);
      expect((await once.here.move(key, id, 'captures', 1)).status).toBe(400);
      await once.expectSameBooks({ key, merchant, account });
    } finally {
      await server.stop();
    }
  });
});
