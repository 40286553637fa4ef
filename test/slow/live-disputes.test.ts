import { aws } from '../api/support/aws.ts';
import { ownLive } from '../api/support/live.ts';
import { nightOf } from '../api/support/night.ts';
import { until } from '../api/support/until.ts';
import type { Event } from '../stripe/stand-in/webhooks.ts';

const live = ownLive({ env: { FLORIN_VISIBILITY_SECONDS: '3' } });
const stripe = () => live.stripe;

/** Waits until no event is left in the queue. */
const heard = () =>
  until(
    () => aws(live.florin.aws).waiting('AcquirerEvents'),
    (count) => count === 0,
  );

/** The steps of a dispute at the acquirer, after its payment of EUR 100 was captured. */
interface Life {
  /** The first step returns the id of the dispute. */
  steps: ((dispute: string, payment: string, account: string) => string | undefined)[];
  /** The status that Florin shows in the end. */
  status: string;
  disputed: number;
  /** The change of the balance by the dispute. */
  balance: number;
  /** The dispute's entries of the trail when each event arrives before the next step. */
  trail: string[];
}

const open =
  (options: object = {}) =>
  (_: string, payment: string, account: string) =>
    stripe().dispute(payment, { amount: 4000, ...options }, account);
const close =
  (status: 'won' | 'lost' | 'warning_closed', later = false) =>
  (dispute: string, _: string, account: string) => {
    stripe().closeDispute(dispute, status, account, { later });
    return undefined;
  };
const moved = (direction: 'withdrawn' | 'reinstated') => (dispute: string, _: string, account: string) => {
  stripe().moveDisputed(dispute, direction, account);
  return undefined;
};
const escalate = (dispute: string, _: string, account: string) => {
  stripe().escalate(dispute, account);
  return undefined;
};

/** The acquirer takes EUR 15 for each dispute. */
const cost = 1500;

/** Every life that https://docs.stripe.com/disputes/how-disputes-work describes. */
const lives: Record<string, Life> = {
  open: {
    steps: [open()],
    status: 'open',
    disputed: 4000,
    balance: -4000 - cost,
    trail: ['withdrawn'],
  },
  'open, the money withdrawn later': {
    steps: [open({ booked: false }), moved('withdrawn')],
    status: 'open',
    disputed: 4000,
    balance: -4000 - cost,
    trail: ['withdrawn'],
  },
  lost: {
    steps: [open(), close('lost')],
    status: 'lost',
    disputed: 4000,
    balance: -4000 - cost,
    trail: ['withdrawn', 'lost'],
  },
  'lost before the money was withdrawn': {
    steps: [open({ booked: false }), close('lost'), moved('withdrawn')],
    status: 'lost',
    disputed: 4000,
    balance: -4000 - cost,
    trail: ['lost', 'withdrawn'],
  },
  won: {
    steps: [open(), close('won')],
    status: 'won',
    disputed: 0,
    balance: -cost,
    trail: ['withdrawn', 'reinstated', 'won'],
  },
  'won, the money reinstated later': {
    steps: [open(), close('won', true), moved('reinstated')],
    status: 'won',
    disputed: 0,
    balance: -cost,
    trail: ['withdrawn', 'won', 'reinstated'],
  },
  'lost, then won on appeal': {
    steps: [open(), close('lost'), close('won', true), moved('reinstated')],
    status: 'won',
    disputed: 0,
    balance: -cost,
    trail: ['withdrawn', 'lost', 'won', 'reinstated'],
  },
  'won, then lost, as the bank has appealed': {
    steps: [open(), close('won'), close('lost')],
    status: 'lost',
    disputed: 4000,
    balance: -4000 - cost,
    trail: ['withdrawn', 'reinstated', 'won', 'withdrawn', 'lost'],
  },
  'an inquiry that is closed': {
    steps: [open({ status: 'warning_needs_response' }), close('warning_closed')],
    status: 'inquiry_closed',
    disputed: 0,
    balance: 0,
    trail: [],
  },
  'an inquiry that becomes a dispute, and is lost': {
    steps: [open({ status: 'warning_needs_response' }), escalate, close('lost')],
    status: 'lost',
    disputed: 4000,
    balance: -4000 - cost,
    trail: ['withdrawn', 'lost'],
  },
  'prevented by a refund, which costs the amount': {
    steps: [open({ status: 'prevented' })],
    status: 'lost',
    disputed: 4000,
    balance: -4000 - cost,
    trail: ['withdrawn', 'lost'],
  },
};

async function captured(amount = 10000) {
  const shop = await live.shop();
  const id = await live.authorized(shop.merchant, amount);
  expect((await live.here.move(shop.key, id, 'captures', amount)).status).toBe(201);
  const payment = live.stripe.books(shop.account).intents[0]?.id ?? '';
  const show = () => live.here.transaction(shop.key, id);
  const list = async (path: string) => (await live.here.api('GET', path, { key: shop.key })).body;
  const disputes = () => list(`/disputes?limit=9&filter[merchantId]=${shop.merchant.id}`);
  return { ...shop, id, payment, show, list, disputes };
}

type Shop = Awaited<ReturnType<typeof captured>>;

/** Has something happen at the acquirer, and returns the events of it, which nobody has heard yet. */
function happen<T>(act: () => T): [T, Event[]] {
  const before = live.stripe.events.length;
  const result = act();
  return [result, live.stripe.events.slice(before)];
}

const post = async (events: readonly Event[]) => {
  for (const event of events) expect(await live.postEvent(event)).toBe(200);
};

/** Waits until Florin has heard of it all, and compares it with the acquirer's books, entry by entry. */
async function expectLife(shop: Shop, dispute: string, { status, disputed, balance }: Life) {
  const [shown] = await until(shop.disputes, ([first]) => first?.status === status);
  expect(shown).toMatchObject({ amount: 4000, status, transactionId: shop.id });
  const { trail, disputedAmount } = await until(
    shop.show,
    (now) => sumOf(disputeEntries(now.trail)) === balance,
  );
  expect(disputedAmount).toBe(disputed);
  const lines = await shop.list(`/merchants/${shop.merchant.id}/lines?limit=99`);
  const entries = live.stripe.books(shop.account).entries.filter(({ source }) => source === dispute);
  expect(sorted(lines.filter((line: { dispute?: true }) => line.dispute))).toEqual(
    sorted(entries.map(({ net }) => ({ balance: net }))),
  );
  await live.expectSameBooks(shop);
  return disputeEntries(trail);
}

interface Entry {
  balance: number;
  dispute?: Record<string, unknown>;
}
const disputeEntries = (trail: Entry[]): Entry[] => trail.filter((entry) => entry.dispute);
const sumOf = (entries: Entry[]): number => entries.reduce((sum, { balance }) => sum + balance, 0);
const sorted = (lines: { balance: number }[]) => lines.map((line) => line.balance).sort((a, b) => a - b);
const stepsOf = (entries: Entry[]) =>
  entries.map(({ dispute = {} }) => Object.keys(dispute).find((name) => name !== 'id'));

describe.each(Object.entries(lives))('a dispute: %s', (_, life) => {
  test('each event arrives before the next thing happens', async () => {
    const shop = await captured();
    let dispute = '';
    const trail = life.trail;
    for (const step of life.steps) {
      const [id, events] = happen(() => step(dispute, shop.payment, shop.account));
      dispute = id ?? dispute;
      await post(events);
      await heard();
    }
    expect(stepsOf(await expectLife(shop, dispute, life))).toEqual(trail);
  });

  test('all events arrive in the end, twice, the last first', async () => {
    const shop = await captured();
    let dispute = '';
    const all: Event[] = [];
    for (const step of life.steps) {
      const [id, events] = happen(() => step(dispute, shop.payment, shop.account));
      dispute = id ?? dispute;
      all.push(...events);
    }
    await Promise.all([...all, ...all].reverse().map((event) => post([event])));
    await expectLife(shop, dispute, life);
  });

  test('no event arrives: the reconciliation makes up for it', async () => {
    if (life.balance === 0) return; // The books say nothing of an inquiry.
    const shop = await captured();
    let dispute = '';
    for (const step of life.steps)
      dispute = happen(() => step(dispute, shop.payment, shop.account))[0] ?? dispute;
    await nightOf(live.florin, shop.merchant.id);
    await expectLife(shop, dispute, life);
  });
});

test('an inquiry freezes no refund, and shows until when it can be answered', async () => {
  const shop = await captured();
  const [dispute, events] = happen(() =>
    stripe().dispute(shop.payment, { amount: 10000, status: 'warning_needs_response' }, shop.account),
  );
  await post(events);
  const [shown] = await until(shop.disputes, ({ length }) => length === 1);
  expect(shown).toMatchObject({ status: 'inquiry', amount: 10000, due: expect.stringMatching(/^20/) });
  expect(await shop.show()).toMatchObject({ disputedAmount: 0 });
  expect((await live.here.move(shop.key, shop.id, 'refunds', 10000)).status).toBe(201);
  await post(happen(() => stripe().closeDispute(dispute, 'warning_closed', shop.account))[1]);
  await until(shop.disputes, ([first]) => first.status === 'inquiry_closed');
  expect(await shop.show()).toMatchObject({ disputedAmount: 0, refundedAmount: 10000 });
  await live.expectSameBooks(shop);
});

test('a dispute of a payment that another system made on the account changes nothing', async () => {
  const [shop, other] = await Promise.all([captured(), captured()]);
  const [, events] = happen(() => stripe().dispute(other.payment, { amount: 4000 }, other.account));
  // The event names the other account's dispute, and the first shop's account.
  await post(events.map((event) => ({ ...event, account: shop.account })));
  await heard();
  expect(await shop.show()).toMatchObject({ disputedAmount: 0 });
  expect(await other.show()).toMatchObject({ disputedAmount: 0 });
});
