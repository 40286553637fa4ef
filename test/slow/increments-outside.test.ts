import { aws } from '../api/support/aws.ts';
import { connectWithAcquirer } from '../api/support/connect.ts';
import { ownLive } from '../api/support/live.ts';
import { nightOf } from '../api/support/night.ts';
import { startReceiver } from '../api/support/receiver.ts';
import { waitUntil } from '../api/support/wait-until.ts';

const live = ownLive({ env: { FLORIN_VISIBILITY_SECONDS: '1' } });

/** Makes an authorization of 10.00 that can be raised, at an account of its own. */
async function raisable(over = {}) {
  const shop = await live.shop();
  Object.assign(live.stripe.settings(shop.account), { increments: true, ...over });
  await connectWithAcquirer(shop.merchant.id, live.florin.aws, { increments: 'yes' });
  const id = await live.authorized(shop.merchant, 1000);
  const payment = live.stripe.books(shop.account).intents[0]?.id ?? '';
  const move = (kind: 'increments' | 'captures' | 'refunds' | 'voids', amount: number) =>
    live.here.move(shop.key, id, kind, amount);
  return { ...shop, id, payment, move, show: () => live.here.transaction(shop.key, id) };
}

type Raisable = Awaited<ReturnType<typeof raisable>>;

/** Posts the events since then in this order, each twice. */
async function report(since: number, order: 'in order' | 'last first'): Promise<void> {
  const events = live.stripe.events.slice(since);
  const twice = events.flatMap((event) => [event, event]);
  for (const event of order === 'in order' ? twice : twice.reverse())
    expect(await live.postEvent(event)).toBe(200);
  await live.eventsApplied();
}

const kinds = ['increment', 'capture', 'refund', 'void'] as const;
const trailOf = ({ trail }: { trail: Record<string, unknown>[] }) =>
  trail.map((entry) => [kinds.find((kind) => entry[kind]), entry.amount]);

/** Changes at the acquirer, and the trail and amounts that result from them. */
interface Story {
  settings?: object;
  act(shop: Raisable): unknown;
  trail: [kind: string, amount: number][];
  amounts: object;
}

const raise = ({ payment, account }: Raisable, total: number) =>
  live.stripe.increment(payment, total, account);

const stories: Record<string, Story> = {
  'one increment': {
    act: (shop) => raise(shop, 1500),
    trail: [['increment', 500]],
    amounts: { amount: 1500, pendingAmount: 1500 },
  },
  'an increment between two of Florin’s': {
    async act(shop) {
      await shop.move('increments', 100);
      raise(shop, 1500);
      // Florin does not know of the 1500 yet: its own next total is lower, so that the acquirer refuses it.
      expect((await shop.move('increments', 200)).status).toBe(400);
    },
    trail: [
      ['increment', 100],
      ['increment', 400],
    ],
    amounts: { amount: 1500, pendingAmount: 1500 },
  },
  'an increment, and a capture of all of it': {
    act(shop) {
      raise(shop, 1500);
      live.stripe.capture(shop.payment, 1500, shop.account);
    },
    trail: [
      ['increment', 500],
      ['capture', 1500],
    ],
    amounts: { amount: 1500, pendingAmount: 0, capturedAmount: 1500 },
  },
  'an increment, then a capture through Florin of what Florin knows': {
    async act(shop) {
      raise(shop, 1500);
      await shop.move('captures', 600);
    },
    trail: [
      ['capture', 600],
      ['increment', 500],
    ],
    amounts: { amount: 1500, pendingAmount: 900, capturedAmount: 600 },
  },
  'an increment at an account with one capture, and a capture of a part': {
    settings: { manyCaptures: false },
    act(shop) {
      raise(shop, 1500);
      live.stripe.capture(shop.payment, 1200, shop.account);
    },
    trail: [
      ['increment', 500],
      ['capture', 1200],
      ['void', 300],
    ],
    amounts: { amount: 1500, pendingAmount: 0, capturedAmount: 1200, voidedAmount: 300 },
  },
  'an increment, and the end of the authorization': {
    act(shop) {
      raise(shop, 1500);
      live.stripe.expire(shop.payment, shop.account);
    },
    trail: [
      ['increment', 500],
      ['void', 1500],
    ],
    amounts: { amount: 1500, pendingAmount: 0, voidedAmount: 1500 },
  },
};

const inAnyOrder = (trail: readonly unknown[]) => trail.map((entry) => JSON.stringify(entry)).sort();

async function expectAdopted(shop: Raisable, { trail, amounts }: Story): Promise<void> {
  const shown = await shop.show();
  expect(inAnyOrder(trailOf(shown))).toEqual(inAnyOrder(trail));
  expect(shown).toMatchObject(amounts);
  expect(shown).not.toHaveProperty('operation');
  await live.expectSameBooks(shop);
  expect(await nightOf(live.florin, shop.merchant.id)).toEqual([]);
  expect(await shop.show()).toEqual(shown);
}

describe('an operation in the acquirer’s dashboard is adopted', () => {
  const orders = ['in order', 'last first'] as const;
  const cases = Object.keys(stories).flatMap((name) => orders.map((order) => [name, order] as const));
  test.each(cases)('%s: by events %s', async (name, order) => {
    const story = stories[name] as Story;
    const shop = await raisable(story.settings);
    const before = live.stripe.events.length;
    await story.act(shop);
    await report(before, order);
    await expectAdopted(shop, story);
  });

  test.each(Object.entries(stories))('%s: by the nightly comparison alone', async (_, story) => {
    const shop = await raisable(story.settings);
    await story.act(shop);
    expect(await nightOf(live.florin, shop.merchant.id)).toEqual([]);
    await expectAdopted(shop, story);
  });
});

test('an increment in the dashboard while the response to Florin’s own is lost leaves one increment of each', async () => {
  const shop = await raisable();
  const { key, id, account, payment } = shop;
  const before = live.stripe.events.length;
  const end = live.stripe.fail({ how: 'lost', of: /increment_authorization$/, account, times: 9 });
  const headers = { 'idempotency-key': `own-${id}` };
  const own = () => live.here.move(key, id, 'increments', 500, headers);
  expect((await own()).status).toBe(504);
  live.stripe.increment(payment, 1700, account);
  end();
  await report(before, 'last first');
  const shown = await waitUntil(shop.show, ({ operation, amount }) => !operation && amount === 1700);
  expect(trailOf(shown)).toEqual([
    ['increment', 500],
    ['increment', 200],
  ]);
  expect((await own()).body.transaction).toMatchObject({ amount: 1500, trail: { length: 1 } });
  await live.expectSameBooks(shop);
});

test('an increment that never arrived is not approved by a higher amount from the dashboard', async () => {
  const shop = await raisable();
  const { key, id, account, payment } = shop;
  const end = live.stripe.fail({ how: 'reset', of: /increment_authorization$/, account, times: 9 });
  const headers = { 'idempotency-key': `own-${id}` };
  const own = () => live.here.move(key, id, 'increments', 500, headers);
  expect((await own()).status).toBe(504);
  live.stripe.increment(payment, 1700, account);
  end();
  expect((await own()).status).toBe(400);
  expect(await nightOf(live.florin, shop.merchant.id)).toEqual([]);
  const shown = await shop.show();
  expect(trailOf(shown)).toEqual([['increment', 700]]);
  expect(shown).toMatchObject({ amount: 1700, pendingAmount: 1700 });
});

test('an adopted increment sends the merchant one event, and a later end of the authorization replaces the watched one', async () => {
  const shop = await raisable({ holdHours: 7 * 24 });
  const { key, merchant, account, payment, id } = shop;
  const server = await startReceiver();
  try {
    const types = ['transaction.incremented', 'transaction.expiring', 'webhook.tested'];
    const body = { url: server.url, events: types };
    await live.here.api('POST', `/merchants/${merchant.id}/webhooks`, { key, body });
    const told = (type: string) => server.received.filter(({ event }) => event.type === type);
    const day = 24 * 60 * 60 * 1000;
    const watch = async (days: number) => {
      const time = new Date(Date.now() + days * day).toISOString();
      expect((await aws(live.florin.aws).invoke('WatchAuthorizations', { time })).error).toBeUndefined();
    };
    await watch(5.5);
    await waitUntil(
      async () => told('transaction.expiring'),
      (found) => found.length > 0,
    );
    const before = live.stripe.events.length;
    live.stripe.increment(payment, 1500, account, 14 * 24);
    await report(before, 'in order');
    const shown = await shop.show();
    expect(Date.parse(shown.captureBefore)).toBeGreaterThan(Date.now() + 13 * day);
    // The earlier end passes, and then the new end approaches.
    for (const days of [7.5, 9, 11]) await watch(days);
    expect((await shop.show()).pendingAmount).toBe(1500);
    await watch(12.5);
    await waitUntil(
      async () => told('transaction.expiring'),
      (found) => new Set(found.map(({ event }) => event.id)).size > 1,
    );
    const hooks = await live.here.api('GET', `/merchants/${merchant.id}/webhooks?limit=1`, { key });
    await live.here.api('POST', `/merchants/${merchant.id}/webhooks/${hooks.body[0].id}/tests`, { key });
    await waitUntil(
      async () => told('webhook.tested'),
      (found) => found.length > 0,
    );
    expect(told('transaction.incremented').map(({ event }) => event.data)).toMatchObject([
      { transaction: { id, amount: 1500, pendingAmount: 1500, captureBefore: shown.captureBefore } },
    ]);
    expect(new Set(told('transaction.expiring').map(({ event }) => event.id)).size).toBe(2);
  } finally {
    await server.stop();
  }
});
