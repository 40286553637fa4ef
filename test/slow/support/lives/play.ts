import { inGroups } from '../../../../functions/core/basics/in-groups.ts';
import { aws } from '../../../api/support/aws.ts';
import type { Clock } from '../../../api/support/clock.ts';
import { connectWithAcquirer } from '../../../api/support/connect.ts';
import { cards, type Live } from '../../../api/support/live.ts';
import { nightOf } from '../../../api/support/night.ts';
import type { Event } from '../../../stripe/stand-in/webhooks.ts';
import { intentOf, type Life, move, paid, type Scene } from './life.ts';

/**
 * The orders in which the acquirer's events and its balance transactions come.
 *
 * - `entry first`: each event comes when its entry is in the books
 * - `event first`: each event comes before its entry is in the books; no further event says that it is there now
 * - `no event`: the reconciliation finds the entries; afterwards all events come, twice, the last one first
 */
export const orders = ['entry first', 'event first', 'no event'] as const;

export type Order = (typeof orders)[number];

export const ordersOf = ({ withoutEntries, unheard }: Life): readonly Order[] =>
  withoutEntries ? ['entry first'] : orders.filter((order) => order !== 'no event' || unheard);

/** A life in one order, with a merchant of its own. */
export interface Run {
  life: Life;
  order: Order;
  scene: Scene;
  /** The differences that the reconciliation reports at the end. */
  differences: unknown[];
}

const minute = 60_000;

/** The number of merchants that are played at the same time. */
const atOnce = 6;

/**
 * Plays all lives side by side, step by step. Each step begins after Florin has processed the events of the previous
 * step.
 *
 * @param hooks the URL that the merchants' events are posted to
 */
export async function play(live: Live, clock: Clock, lives: readonly Life[], hooks: string): Promise<Run[]> {
  const { key } = await live.here.createApp();
  // All payments use one sealed card, because sealing a card for each payment would take most of the time.
  const card = { ...(await live.here.tokens(cards.good)), expiry: { month: 12, year: 2090 } };
  const runs: Run[] = lives.flatMap((life) =>
    ordersOf(life).map((order) => ({ life, order, scene: {} as Scene, differences: [] })),
  );
  await inGroups(runs, atOnce, async (run) => {
    run.scene = await begin(live, { key, card, hooks }, run.life);
  });
  const told = new Map<string, number>();
  const untold: Event[] = [];

  /** The events of an account that Florin has not received yet. */
  function news({ account }: Scene): Event[] {
    const events = live.stripe.events.filter((event) => event.account === account);
    const fresh = events.slice(told.get(account) ?? 0);
    told.set(account, events.length);
    return fresh;
  }
  async function tellAll(): Promise<void> {
    const events = runs.flatMap(({ order, scene }) => {
      const fresh = news(scene);
      if (order !== 'no event') return fresh;
      untold.push(...fresh);
      return [];
    });
    await tell(live, events);
  }

  // The events of payments and captures that Florin has made contain no news.
  for (const { scene } of runs) news(scene);
  const rounds = Math.max(...lives.map(({ steps }) => steps.length));
  for (let round = 0; round < rounds; round++) {
    const playing = runs.filter(({ life }) => life.steps[round]);
    await inGroups(playing, atOnce, async ({ life, order, scene }) => {
      if (order === 'event first') live.stripe.hideEntries(scene.account);
      await life.steps[round]?.(scene);
    });
    await tellAll();
    // An event without its entry stays in the queue, and is delivered again.
    await waitForQueues(live, 1).catch(() => undefined);
    for (const { scene } of runs) live.stripe.showEntries(scene.account);
    await waitForQueues(live);
    await clock.moveTo(clock.now() + 2 * minute);
    await live.finishOperations();
    await tellAll();
    await waitForQueues(live);
  }
  await clock.moveTo(clock.now() + 70 * minute);
  await live.finishOperations();
  await tellAll();
  await waitForQueues(live);
  await inGroups(runs, atOnce, async (run) => {
    const { id } = run.scene.merchant;
    const reported = (await nightOf(live.florin, id, clock.now())) as { merchantId: string }[];
    run.differences = reported.filter(({ merchantId }) => merchantId === id);
  });
  await tell(live, [...untold, ...untold].reverse());
  await waitForQueues(live);
  return runs;
}

interface Begun {
  /** The API key of the app that all merchants belong to. */
  key: string;
  card: object;
  hooks: string;
}

async function begin(
  live: Live,
  { key, card, hooks }: Begun,
  { begins, currency, settings }: Life,
): Promise<Scene> {
  const merchant = await live.here.createMerchant(key, { test: false });
  const increments = settings?.increments ? 'yes' : 'no';
  const account = await connectWithAcquirer(merchant.id, live.florin.aws, { increments });
  Object.assign(live.stripe.settings(account), { payoutDelay: 3, ...settings });
  await live.here.api('POST', `/merchants/${merchant.id}/webhooks`, { key, body: { url: hooks } });
  const scene = { live, key, merchant, account, id: '', payment: '', refund: '', dispute: '', payout: '' };
  if (begins === 'merchant') return scene;
  const amount = { currency: currency ?? 'EUR', exponent: 2, value: paid };
  const answer = await live.here.pay({ integration: { key: merchant.key }, amount, card, hints: [] });
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  scene.id = answer.body.authorizationId;
  scene.payment = intentOf(scene)?.id ?? '';
  if (begins === 'captured') await move('captures', paid)(scene);
  return scene;
}

async function tell(live: Live, events: readonly Event[]): Promise<void> {
  await inGroups(events, atOnce, async (event) => {
    const status = await live.postEvent(event);
    if (status !== 200) throw new Error(`${event.type}: ${status}`);
  });
}

/** Waits until no event is left in the queue. */
const waitForQueues = (live: Live, seconds?: number) =>
  aws(live.florin.aws).emptied('AcquirerEvents', seconds);
