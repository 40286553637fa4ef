import { aws } from '../api/support/aws.ts';
import { connectWithAcquirer } from '../api/support/connect.ts';
import { ownLive } from '../api/support/live.ts';
import { nightOf } from '../api/support/night.ts';
import { waitUntil } from '../api/support/wait-until.ts';

const live = ownLive({ env: { FLORIN_VISIBILITY_SECONDS: '2' } });
const stripe = () => live.stripe;

async function busy(captured: number, over = {}) {
  const shop = await live.shop();
  Object.assign(stripe().settings(shop.account), over);
  const id = await live.authorized(shop.merchant, 10000);
  if (captured > 0) await live.here.move(shop.key, id, 'captures', captured);
  const payment = stripe().books(shop.account).intents[0]?.id ?? '';
  return { ...shop, id, payment, show: () => live.here.transaction(shop.key, id) };
}

type Busy = Awaited<ReturnType<typeof busy>>;

/** Posts the events since then, the last event first, each twice. */
async function report(since: number): Promise<void> {
  const events = stripe().events.slice(since);
  for (const event of [...events, ...events].reverse()) expect(await live.postEvent(event)).toBe(200);
  await live.eventsApplied();
}

/** An action in the acquirer's dashboard, and the trail after it. */
interface Action {
  captured: number;
  act(shop: Busy): unknown;
  trail: [kind: string, amount: number][];
}

const actions: Record<string, Action> = {
  'a refund that fails before Florin has heard of it, and all of the money refunded then': {
    captured: 10000,
    async act({ payment, account, key, id }) {
      stripe().failRefund(stripe().refund(payment, 8000, account), account);
      await live.here.move(key, id, 'refunds', 10000);
    },
    trail: [
      ['capture', 10000],
      ['refund', 10000],
      ['refund', 8000],
      ['refund', -8000],
    ],
  },
  'refunds of a payment that Florin refunds too': {
    captured: 10000,
    async act({ payment, account, key, id }) {
      stripe().refund(payment, 1000, account);
      await live.here.move(key, id, 'refunds', 1000);
      stripe().refund(payment, 1000, account);
    },
    trail: [
      ['capture', 10000],
      ['refund', 1000],
      ['refund', 1000],
      ['refund', 1000],
    ],
  },
  'captures, and all of it refunded': {
    captured: 0,
    act({ payment, account }) {
      stripe().capture(payment, 2000, account, { final: false });
      stripe().capture(payment, 2000, account, { final: false });
      stripe().refund(payment, 4000, account);
    },
    trail: [
      ['capture', 2000],
      ['capture', 2000],
      ['refund', 4000],
    ],
  },
  'the last capture, which releases the rest': {
    captured: 2000,
    act: ({ payment, account }) => stripe().capture(payment, 3000, account),
    trail: [
      ['capture', 2000],
      ['capture', 3000],
      ['void', 5000],
    ],
  },
};

const kinds = ['capture', 'refund', 'void'] as const;

async function expectAdopted(shop: Busy, trail: Action['trail']): Promise<void> {
  const shown = (await shop.show()).trail.map((entry: Record<string, unknown>) => [
    kinds.find((kind) => entry[kind]),
    entry.amount,
  ]);
  expect(shown.sort()).toEqual([...trail].sort());
  await live.expectSameBooks(shop);
  expect(await nightOf(live.florin, shop.merchant.id)).toEqual([]);
}

describe('an operation in the acquirer’s dashboard is adopted', () => {
  test.each(Object.entries(actions))('%s, by its events', async (_, { captured, act, trail }) => {
    const shop = await busy(captured);
    const before = stripe().events.length;
    await act(shop);
    await report(before);
    await expectAdopted(shop, trail);
  });

  test.each(Object.entries(actions))('%s, by the books alone', async (_, { captured, act, trail }) => {
    const shop = await busy(captured);
    await act(shop);
    expect(await nightOf(live.florin, shop.merchant.id)).toEqual([]);
    await expectAdopted(shop, trail);
  });
});

test('a capture that the books show later is adopted then, and nothing is released before', async () => {
  const shop = await busy(0);
  const { account, payment } = shop;
  const before = stripe().events.length;
  stripe().capture(payment, 6000, account, { final: false });
  stripe().hideEntries(account);
  stripe().capture(payment, 4000, account);
  for (const event of stripe().events.slice(before)) expect(await live.postEvent(event)).toBe(200);
  const shown = await waitUntil(shop.show, ({ trail }) => trail.length === 1);
  expect(shown).toMatchObject({ capturedAmount: 6000, pendingAmount: 4000, voidedAmount: 0 });
  stripe().showEntries(account);
  await waitUntil(shop.show, ({ capturedAmount }) => capturedAmount === 10000);
  await expectAdopted(shop, [
    ['capture', 6000],
    ['capture', 4000],
  ]);
});

test('a refund in the dashboard while Florin’s own response is lost leaves one refund of each', async () => {
  const shop = await busy(10000);
  const { account, payment, key, id } = shop;
  const before = stripe().events.length;
  const end = stripe().fail({ how: 'lost', of: 'POST /v1/refunds', account, times: 3 });
  const headers = { 'idempotency-key': 'own' };
  const asked = live.here.move(key, id, 'refunds', 1000, headers);
  stripe().refund(payment, 1000, account);
  expect((await asked).status).toBe(504);
  end();
  await report(before);
  await waitUntil(shop.show, ({ operation, refundedAmount }) => !operation && refundedAmount === 2000);
  expect((await live.here.move(key, id, 'refunds', 1000, headers)).status).toBe(201);
  await live.expectSameBooks(shop);
});

test('a refund in the dashboard is adopted even if the key may read neither balances nor payouts', async () => {
  const shop = await busy(10000);
  const { account, payment, merchant, key, id } = shop;
  stripe().refund(payment, 1000, account);
  const end = stripe().fail({ how: 'forbidden', of: /balance$|payouts/, account, times: 99 });
  expect(await nightOf(live.florin, merchant.id)).toEqual([]);
  end();
  expect(await live.here.transaction(key, id)).toMatchObject({ refundedAmount: 1000 });
  await live.expectSameBooks(shop);
});

test('an adopted refund sends an event to the merchant’s server, and is exchanged at the acquirer’s rate', async () => {
  const shop = await live.shop();
  const { key, merchant, account } = shop;
  const amount = { currency: 'USD', exponent: 2, value: 10000 };
  const id = await live.authorized(merchant, 10000, { amount });
  const payment = stripe().books(account).intents[0]?.id ?? '';
  stripe().capture(payment, 3333, account, { final: false });
  stripe().capture(payment, 3334, account, { final: false });
  const refund = stripe().refund(payment, 777, account);
  stripe().failRefund(refund, account);
  expect(await nightOf(live.florin, merchant.id)).toEqual([]);
  const shown = await live.here.transaction(key, id);
  expect(shown).toMatchObject({ capturedAmount: 6667, refundedAmount: 0, pendingAmount: 3333 });
  const { balance } = (await live.here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant;
  expect(balance).toBe(stripe().books(account).balance);
});

test('the account that a merchant had before is still compared, repaired, and named by its cases', async () => {
  const shop = await busy(10000);
  const { key, merchant, account, payment, id } = shop;
  expect(await nightOf(live.florin, merchant.id)).toEqual([]);
  const next = `acct_next_${merchant.id}`;
  await connectWithAcquirer(merchant.id, live.florin.aws, { account: next });
  const newer = await live.authorized(merchant, 3000);
  await live.here.move(key, newer, 'captures', 3000);
  // The acquirer reports none of these changes.
  stripe().refund(payment, 1000, account);
  stripe().book({ type: 'stripe_fee', amount: -50 }, account);
  const payout = stripe().payOutAll(account);
  stripe().reconcilePayout(payout, account);
  stripe().refund(stripe().books(next).intents[0]?.id ?? '', 500, next);
  for (let n = 0; n < 2; n++) expect(await nightOf(live.florin, merchant.id)).toEqual([]);
  expect(await live.here.transaction(key, id)).toMatchObject({ refundedAmount: 1000 });
  expect(await live.here.transaction(key, newer)).toMatchObject({ refundedAmount: 500 });
  const payouts = () => live.here.api('GET', `/merchants/${merchant.id}/payouts?limit=9`, { key });
  await waitUntil(payouts, ({ body }) => body.length === 1 && body[0].itemized === 'done');
  expect((await payouts()).body).toMatchObject([{ reference: payout, count: 3, carried: { in: 0, out: 0 } }]);
  const balanceNow = async () =>
    (await live.here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.balance;
  expect(await balanceNow()).toBe(stripe().books(account).balance + stripe().books(next).balance);
  // A refund through Florin, and an event, still reach the payment's earlier account.
  expect((await live.here.move(key, id, 'refunds', 700)).status).toBe(201);
  const before = stripe().events.length;
  stripe().refund(payment, 300, account);
  await report(before);
  expect(await live.here.transaction(key, id)).toMatchObject({ refundedAmount: 2000 });
  stripe().book({ type: 'charge', amount: 5000, source: 'ch_of_another_system' }, account);
  expect(await nightOf(live.florin, merchant.id)).toMatchObject([{ kind: 'entry', account: { account } }]);
});

describe('a difference that cannot be repaired', () => {
  const review = async (asked: object) =>
    (await aws(live.florin.aws).invoke('ReviewBooks', asked)).body as Record<
      'cases' | 'settled' | 'started' | 'errorMessage',
      unknown
    >;

  test('an unrepaired difference is a case, which an operator settles once, by a line', async () => {
    const shop = await busy(10000);
    const { merchant, account } = shop;
    stripe().book({ type: 'charge', amount: 5000, fee: 100, source: 'ch_of_another_system' }, account);
    const nights = [await nightOf(live.florin, merchant.id), await nightOf(live.florin, merchant.id)];
    const [{ case: name }] = nights[0] as [{ case: string }];
    expect(nights).toMatchObject([[{ case: name }], [{ case: name }]]);
    const of = { merchantId: merchant.id };
    expect((await review(of)).cases).toMatchObject([
      { case: name, state: 'open', amount: 4900, currency: 'EUR' },
    ]);
    const settle = { ...of, settle: name, as: 'adjusted', by: 'Ada', note: 'The shop that was there before' };
    for (const wrong of [{ as: 'forgotten' }, { note: ' ' }, { by: undefined }, { settle: 'entry:txn_none' }])
      expect(await review({ ...settle, ...wrong })).toMatchObject({ errorMessage: expect.any(String) });
    const both = await Promise.all([review(settle), review(settle)]);
    expect(both.filter(({ settled }) => settled)).toHaveLength(1);
    expect((await review(of)).cases).toMatchObject([
      { state: 'adjusted', settled: { by: 'Ada', note: settle.note, at: expect.any(String) } },
    ]);
    expect(await nightOf(live.florin, merchant.id)).toEqual([]);
    await live.expectSameBooks(shop);
  });

  test('a difference in another currency than the merchant’s changes the balance of that currency when an operator settles the case by a line', async () => {
    const { merchant, account, key } = await busy(10000);
    const booking = {
      type: 'charge',
      amount: 5000,
      fee: 100,
      currency: 'usd',
      source: 'ch_of_another_system',
    };
    stripe().book(booking, account);
    const [{ case: name }] = (await nightOf(live.florin, merchant.id)) as [{ case: string }];
    const settle = { settle: name, as: 'adjusted', by: 'Ada', note: 'Another shop' };
    expect((await review({ merchantId: merchant.id, ...settle })).settled).toBeDefined();
    const { balances } = (await live.here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant;
    expect(balances).toMatchObject({ USD: { balance: 4900 } });
  });

  test('an unrepaired difference is explained by a note, and a past period can be compared', async () => {
    const { merchant, account } = await busy(10000);
    stripe().book({ type: 'charge', amount: 700, source: 'ch_of_another_system' }, account);
    const day = (ahead: number) =>
      new Date(Date.now() + ahead * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    const of = { merchantId: merchant.id };
    expect(await review({ ...of, from: day(1), to: day(1) })).toMatchObject({
      errorMessage: expect.stringContaining('before'),
    });
    for (const from of ['yesterday', '2026-02-30'])
      expect((await review({ ...of, from, to: day(1) })).errorMessage).toContain('2026-01-31');
    const [{ case: name }] = (await nightOf(live.florin, merchant.id)) as [{ case: string }];
    await review({ ...of, settle: name, as: 'explained', by: 'Ada', note: 'Not ours' });
    expect((await review({ ...of, from: day(-1), to: day(1) })).started).toMatchObject({
      since: expect.any(Number),
    });
    expect(await nightOf(live.florin, merchant.id)).toEqual([]);
    expect((await review(of)).cases).toMatchObject([{ state: 'explained' }]);
  });
});
