import { callEngine } from '../../../lib/local/dynamodb/engine.ts';
import { aws } from '../../api/support/aws.ts';
import { makeClock } from '../../api/support/clock.ts';
import { disableAtAcquirer } from '../../api/support/connect.ts';
import { ownLive } from '../../api/support/live.ts';
import { nightOf } from '../../api/support/night.ts';
import { scan } from '../../api/support/stored-items.ts';
import { requireTds } from '../../api/support/tds.ts';
import { waitUntil } from '../../api/support/wait-until.ts';

const clock = makeClock();
const live = ownLive({ now: clock.now, env: { ...clock.env, FLORIN_VISIBILITY_SECONDS: '2' } });

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;
type Shop = Awaited<ReturnType<typeof live.shop>>;

const cancel = /\/cancel$/;

/** Runs `happen`, and posts the acquirer's events of it to Florin, each twice and the last first. */
async function report<T>(happen: () => T): Promise<T> {
  const before = live.stripe.events.length;
  const happened = await happen();
  const events = live.stripe.events.slice(before);
  for (const event of [...events, ...events].reverse()) expect(await live.postEvent(event)).toBe(200);
  return happened;
}

async function later(...minutes: number[]): Promise<void> {
  for (const some of minutes) {
    await clock.moveTo(clock.now() + some * 60_000);
    await live.finishOperations();
  }
}

const transactions = async ({ key, merchant }: Shop): Promise<Json[]> =>
  (await live.here.api('GET', `/merchants/${merchant.id}/transactions?limit=9`, { key })).body;

/** Checks that the books of both sides agree, and that the nightly comparison logs no difference. */
async function expectSettled(shop: Shop): Promise<void> {
  await live.eventsApplied();
  await live.expectSameBooks(shop);
  expect(await nightOf(live.florin, shop.merchant.id, clock.now())).toEqual([]);
}

let keys = 0;
const once = () => ({ 'idempotency-key': `late-${++keys}` });

/** Sends a request as Florin would, as if it arrived at the acquirer long after Florin gave it up. */
async function arriveLate({ account }: Shop, id: string, amount = '10000'): Promise<void> {
  const post = async (path: string, form: Record<string, string>) => {
    const headers = { authorization: `Bearer ${live.stripe.apiKey}`, 'stripe-account': account };
    const body = new URLSearchParams(form);
    return (await fetch(`${live.stripe.url}/v1/${path}`, { method: 'POST', headers, body })).json();
  };
  const card = { number: '4242424242424242', cvc: '123', exp_month: '12', exp_year: '2090' };
  const fields = Object.fromEntries(Object.entries(card).map(([name, value]) => [`card[${name}]`, value]));
  const method = (await post('payment_methods', { type: 'card', ...fields })) as { id: string };
  await post('payment_intents', {
    amount,
    currency: 'eur',
    capture_method: 'manual',
    payment_method: method.id,
    confirm: 'true',
    'metadata[florin]': id,
  });
}

describe('an authorization that is approved after Florin has given it up', () => {
  /** Makes a payment that Florin declines, because the acquirer received nothing for a quarter of an hour. */
  async function givenUp() {
    const shop = await live.shop();
    const account = shop.account;
    const end = live.stripe.fail({ how: 'reset', of: 'POST /v1/payment_intents', account, times: 1000 });
    expect((await live.here.pay(await live.order(shop.merchant))).status).toBe(504);
    await later(2, 20);
    end();
    const [{ id, successful }] = await transactions(shop);
    expect(successful).toBe(false);
    return { ...shop, id };
  }

  const rules = [
    { how: 'reset', of: cancel, times: 3 },
    { how: '500', of: cancel, times: 2 },
    { how: 'denied', of: cancel, times: 1 },
    { how: 'lost', of: cancel, times: 6 },
    { how: 'gateway', of: /^GET /, times: 6 },
    { how: 'throttled', of: /^GET /, times: 4 },
  ] as const;

  test.each(rules)(
    'an authorization that Florin has given up is released when its event is repeated after a first failure: $how $of',
    async (rule) => {
      const shop = await givenUp();
      live.stripe.fail({ ...rule, account: shop.account });
      await report(() => arriveLate(shop, shop.id));
      await waitUntil(
        async () => live.stripe.books(shop.account).capturable.EUR,
        (held) => held === 0,
      );
      expect(await transactions(shop)).toMatchObject([{ successful: false, pendingAmount: 0 }]);
      await expectSettled(shop);
    },
  );
});

describe('an event of an intent whose id Florin never received', () => {
  /** The acquirer creates the intent, but its answer is lost. */
  async function open() {
    const shop = await live.shop();
    const { account } = shop;
    live.stripe.fail({ how: 'lost', of: 'POST /v1/payment_intents', account, times: 3 });
    const answer = await live.here.pay(await live.order(shop.merchant));
    expect(answer.status).toBe(504);
    return { ...shop, id: answer.body.operation };
  }

  test('an event of a lost intent resolves the payment', async () => {
    const shop = await open();
    await report(() => arriveLate(shop, shop.id));
    await waitUntil(
      () => transactions(shop),
      (list) => list.length === 1,
    );
    expect(await transactions(shop)).toMatchObject([{ id: shop.id, successful: true, pendingAmount: 10000 }]);
    await expectSettled(shop);
  });

  test('an event of a lost intent does not resolve the payment if its amount differs', async () => {
    const shop = await open();
    await report(() => arriveLate(shop, shop.id, '9999'));
    await live.eventsApplied();
    expect(await transactions(shop)).toEqual([]);
    await later(20);
    expect(await transactions(shop)).toMatchObject([{ id: shop.id, successful: false }]);
    // Florin must not change payments that other systems made on the account.
    expect(live.stripe.books(shop.account).capturable.EUR).toBe(9999);
  });

  test('an event of a lost intent releases the hold if the payment was already made with another intent', async () => {
    const shop = await live.shop();
    const id = await live.authorized(shop.merchant);
    await report(() => arriveLate(shop, id));
    await waitUntil(
      async () => live.stripe.books(shop.account).capturable.EUR,
      (held) => held === 10000,
    );
    expect(await transactions(shop)).toMatchObject([{ id, successful: true, pendingAmount: 10000 }]);
    await expectSettled(shop);
  });
});

test('a payment that lacks the required 3-D Secure is not reported as declined until its hold is released', async () => {
  const shop = await live.shop();
  await requireTds(live.engine.endpoint, shop.merchant);
  const number = await live.here.tokens('378282246310005', '1234');
  const order = await live.order(shop.merchant, { card: { ...number, expiry: { month: 12, year: 2090 } } });
  const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
  const headers = once();
  const pay = () => live.here.pos('/payments', { ...order, hints }, headers);
  const end = live.stripe.fail({ how: 'denied', of: cancel, account: shop.account, times: 1000 });
  expect((await pay()).body.code).toBe('OPERATION_OPEN');
  expect(live.stripe.books(shop.account).capturable.EUR).toBe(10000);
  end();
  expect((await pay()).body.code).toBe('TDSECURE_REQUIRED');
  expect(live.stripe.books(shop.account).capturable.EUR).toBe(0);
  await expectSettled(shop);
});

describe('a refund', () => {
  async function makeCapture(over: Parameters<typeof Object.assign>[1] = {}) {
    const shop = await live.shop();
    Object.assign(live.stripe.settings(shop.account), over);
    const id = await live.authorized(shop.merchant, 1000);
    await live.here.move(shop.key, id, 'captures', 1000);
    const headers = once();
    return {
      shop,
      id,
      refund: () => live.here.move(shop.key, id, 'refunds', 400, headers),
      newest: () => live.stripe.books(shop.account).refunds[0]?.id ?? '',
      show: () => live.here.transaction(shop.key, id),
    };
  }

  test.each([
    ['insufficient_funds', 'succeeded', 400],
    ['processing', 'failed', 0],
  ] as const)(
    'a refund that stays pending (%s) is on its way until it has %s',
    async (refunds, ending, refunded) => {
      const { shop, id, refund, newest, show } = await makeCapture({ refunds });
      const first = await refund();
      expect(first.status).toBe(201);
      const pending = { refund: true, pending: true, amount: 400, until: expect.any(String) };
      expect(first.body.transaction.trail).toMatchObject([{ capture: true }, pending]);
      await later(2, 70);
      expect(await show()).toMatchObject({ refundedAmount: 0, trail: [{ capture: true }, pending] });
      await report(() => live.stripe.endRefund(newest(), ending, shop.account));
      await waitUntil(show, ({ trail }) => !trail.some((entry: Json) => entry.pending));
      expect(await refund()).toMatchObject({ status: 201, body: first.body });
      expect(await show()).toMatchObject({
        refundedAmount: refunded,
        ...(refunded === 0 && { declinedRefunds: [{ amount: 400 }] }),
      });
      await expectSettled(shop);
      live.stripe.settings(shop.account).refunds = 'succeeded';
      expect((await live.here.move(shop.key, id, 'refunds', 1000 - refunded)).status).toBe(201);
      await expectSettled(shop);
    },
  );

  test.each(['failed', 'canceled'] as const)(
    'a refund whose answer was lost and that has %s before the worker runs has lines for both movements',
    async (ending) => {
      const { shop, refund, newest, show } = await makeCapture();
      const { account } = shop;
      const end = live.stripe.fail({ how: 'lost', of: 'POST /v1/refunds', account, times: 3 });
      expect((await refund()).status).toBe(504);
      end();
      await report(() => live.stripe.endRefund(newest(), ending, account));
      const { trail } = await waitUntil(show, ({ trail }) => trail.length === 3);
      expect(trail.map(({ amount }: { amount: number }) => amount)).toEqual([1000, 400, -400]);
      expect((await refund()).status).toBe(201);
      await expectSettled(shop);
    },
  );

  test.each(['reset', '500', 'denied'] as const)(
    'a refund that has failed is booked once, even when Florin cannot read its balance transaction at first: %s',
    async (how) => {
      const { shop, refund, newest, show } = await makeCapture();
      await refund();
      const of = /^GET \/v1\/balance_transactions\/\w+$/;
      live.stripe.fail({ how, of, account: shop.account, times: 4 });
      await report(() => live.stripe.endRefund(newest(), 'failed', shop.account));
      await waitUntil(show, ({ refundedAmount }) => refundedAmount === 0);
      expect((await show()).trail).toHaveLength(3);
      await expectSettled(shop);
    },
  );
});

describe('after Florin has deleted the operations of a payment', () => {
  async function forgotten() {
    const shop = await live.shop();
    const { key, merchant, account } = shop;
    const id = await live.authorized(merchant, 1000);
    for (const [kind, amount] of [
      ['captures', 600],
      ['refunds', 400],
    ] as const)
      expect((await live.here.move(key, id, kind, amount, once())).status).toBe(201);
    await live.eventsApplied();
    const items = (await scan(live.engine.endpoint)) as { pk: { S: string }; sk: { S: string } }[];
    const operations = items.filter(({ pk }) => pk.S.startsWith('operation#'));
    const engine = callEngine(live.engine.endpoint);
    const [TableName] = (await engine('ListTables', {})).TableNames;
    for (const { pk, sk } of operations) await engine('DeleteItem', { TableName, Key: { pk, sk } });
    expect(operations.length).toBeGreaterThanOrEqual(3);
    const { intents, refunds } = live.stripe.books(account);
    const [payment = '', refund = ''] = [intents[0]?.id, refunds[0]?.id];
    return { shop, payment, refund, show: () => live.here.transaction(key, id) };
  }

  test.each(['failed', 'canceled'] as const)(
    'the money of a refund that has %s is returned',
    async (ending) => {
      const { shop, refund, show } = await forgotten();
      await report(() => live.stripe.endRefund(refund, ending, shop.account));
      await waitUntil(show, ({ refundedAmount }) => refundedAmount === 0);
      expect((await show()).trail.map(({ amount }: Json) => amount)).toEqual([600, 400, -400]);
      await expectSettled(shop);
    },
  );

  test('a capture in the dashboard, the end of the authorization and a dispute are booked', async () => {
    const { shop, payment, show } = await forgotten();
    await report(() => live.stripe.capture(payment, 300, shop.account));
    await waitUntil(show, ({ pendingAmount }) => pendingAmount === 0);
    expect(await show()).toMatchObject({ capturedAmount: 900, voidedAmount: 100 });
    await report(() => live.stripe.dispute(payment, { amount: 200 }, shop.account));
    await waitUntil(show, ({ disputedAmount }) => disputedAmount === 200);
    await expectSettled(shop);
  });
});

describe('a dispute', () => {
  async function makeDispute() {
    const shop = await live.shop();
    const id = await live.authorized(shop.merchant, 1000);
    await live.here.move(shop.key, id, 'captures', 1000);
    const payment = live.stripe.books(shop.account).intents[0]?.id ?? '';
    const dispute = await report(() => live.stripe.dispute(payment, { amount: 400 }, shop.account));
    const show = () => live.here.transaction(shop.key, id);
    await waitUntil(show, ({ disputedAmount }) => disputedAmount === 400);
    return { shop, dispute, show };
  }

  test.each(['reset', '500', 'denied'] as const)(
    'a dispute that is lost is booked once, even when Florin cannot read the dispute at first: %s',
    async (how) => {
      const { shop, dispute, show } = await makeDispute();
      live.stripe.fail({ how, of: /^GET \/v1\/disputes\/\w+$/, account: shop.account, times: 4 });
      await report(() => live.stripe.closeDispute(dispute, 'lost', shop.account));
      const { trail } = await waitUntil(show, ({ trail }) => trail.length === 3);
      expect(trail[1]).toMatchObject({ dispute: { withdrawn: true }, amount: 400 });
      expect(trail[2]).toMatchObject({ dispute: { lost: true }, amount: 400, balance: 0 });
      await expectSettled(shop);
    },
  );

  test('a dispute that does not list one of its balance transactions has a line for it after a night', async () => {
    const { shop, dispute, show } = await makeDispute();
    const { account, merchant } = shop;
    expect(await nightOf(live.florin, merchant.id, clock.now())).toEqual([]);
    await report(() => live.stripe.closeDispute(dispute, 'lost', account));
    await waitUntil(show, ({ trail }) => trail.length === 3);
    await live.eventsApplied();
    const before = await nightOf(live.florin, merchant.id, clock.now());
    live.stripe.book({ type: 'adjustment', amount: -1500, source: dispute, description: 'fee' }, account);
    expect(await nightOf(live.florin, merchant.id, clock.now())).toHaveLength(before.length);
    await live.expectSameBooks(shop);
  });
});

test.each(['reset', '500', 'denied'] as const)(
  'the nightly comparison is repeated when the acquirer does not return its balance transactions: %s',
  async (how) => {
    const shop = await live.shop();
    live.stripe.book({ type: 'stripe_fee', amount: -200 }, shop.account);
    const end = live.stripe.fail({
      how,
      of: 'GET /v1/balance_transactions',
      account: shop.account,
      times: 1000,
    });
    await expect(nightOf(live.florin, shop.merchant.id, clock.now())).rejects.toThrow('itemIdentifier');
    end();
    expect(await nightOf(live.florin, shop.merchant.id, clock.now())).toEqual([]);
    await expectSettled(shop);
    const path = `/merchants/${shop.merchant.id}/lines?limit=9`;
    const lines = (await live.here.api('GET', path, { key: shop.key })).body;
    expect(lines).toMatchObject([{ adjustment: true, balance: -200 }]);
  },
);

describe('a merchant that is disabled and enabled again', () => {
  const enable = async ({ merchant, account }: Shop) =>
    aws(live.florin.aws).invoke('EnableMerchant', { merchantId: merchant.id, acquirer: 'stripe', account });

  test('a merchant that is enabled again gets its unknown payment resolved despite failures of the acquirer, and can capture it', async () => {
    const shop = await live.shop();
    const { key, merchant, account } = shop;
    await disableAtAcquirer(merchant.id, live.florin.aws, account);
    expect((await live.here.pay(await live.order(merchant))).body.code).toBe('PAYMENT_INTEGRATION_DISABLED');
    expect((await enable(shop)).error).toBeUndefined();
    const end = live.stripe.fail({ how: 'lost', of: /payment_intents\/\w+/, account, times: 1000 });
    expect((await live.here.pay(await live.order(merchant))).status).toBe(504);
    await disableAtAcquirer(merchant.id, live.florin.aws, account);
    await later(2);
    end();
    await later(5, 10);
    const [paid] = await transactions(shop);
    expect(paid).toMatchObject({ successful: true, pendingAmount: 10000 });
    expect((await live.here.move(key, paid.id, 'captures', 10000)).status).toBe(201);
    await expectSettled(shop);
  });

  test('a merchant that is enabled again is compared with its acquirer’s balance transactions from its first connection on', async () => {
    const shop = await live.shop();
    const { merchant, account } = shop;
    const reference = live.stripe.book({ type: 'charge', amount: 700, source: 'ch_of_others' }, account);
    await clock.moveTo(clock.now() + 2 * 60 * 60_000);
    await disableAtAcquirer(merchant.id, live.florin.aws, account);
    await enable(shop);
    expect(JSON.stringify(await nightOf(live.florin, merchant.id, clock.now()))).toContain(reference);
  });

  test.each(['reset', 'denied', 'hang'] as const)(
    'a merchant that is enabled again stays disabled if the acquirer does not return the account: %s',
    async (how) => {
      const shop = await live.shop();
      const { merchant, account } = shop;
      await disableAtAcquirer(merchant.id, live.florin.aws, account);
      const end = live.stripe.fail({ how, of: 'GET /v1/account', account, times: 1000 });
      expect((await enable(shop)).error).toBeDefined();
      end();
      const order = await live.order(merchant);
      expect((await live.here.pay(order)).body.code).toBe('PAYMENT_INTEGRATION_DISABLED');
      expect((await enable(shop)).error).toBeUndefined();
      expect((await live.here.pay(await live.order(merchant))).status).toBe(201);
    },
  );
});
