import { inGroups } from '../../../../functions/core/basics/in-groups.ts';
import type { Event } from '../../../stripe/stand-in/webhooks.ts';
import type { Lives, Scene } from './florin.ts';
import { type Life, paid } from './life.ts';

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

/** Plays all lives side by side, step by step. Each step begins after Florin has processed the events of the previous step. */
export async function play(live: Lives, lives: readonly Life[]): Promise<Run[]> {
  const runs: Run[] = lives.flatMap((life) =>
    ordersOf(life).map((order) => ({ life, order, scene: {} as Scene, differences: [] })),
  );
  await inGroups(runs, live.atOnce, async (run) => {
    run.scene = await begin(live, run.life);
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
    for (const { order, scene } of runs)
      if (order === 'no event') untold.push(...news(scene));
      else await live.tell(news(scene));
  }

  // The events of payments and captures that Florin has made contain no news.
  for (const { scene } of runs) news(scene);
  await live.publish();
  const rounds = Math.max(...lives.map(({ steps }) => steps.length));
  for (let round = 0; round < rounds; round++) {
    const playing = runs.filter(({ life }) => life.steps[round]);
    await inGroups(playing, live.atOnce, async ({ life, order, scene }) => {
      if (order === 'event first') live.stripe.hideEntries(scene.account);
      await life.steps[round]?.(scene);
    });
    await tellAll();
    // An event without its entry stays in the queue, and is delivered again.
    await live.deliver();
    for (const { scene } of runs) live.stripe.showEntries(scene.account);
    await live.deliverAll();
    await live.publish();
    live.moveTo(Date.now() + 2 * minute);
    await live.finishOperations();
    await tellAll();
    await live.deliverAll();
    await live.publish();
  }
  live.moveTo(Date.now() + 70 * minute);
  await live.finishOperations();
  await tellAll();
  await live.deliverAll();
  await inGroups(runs, live.atOnce, async (run) => {
    run.differences = await live.night(run.scene);
  });
  await live.publish();
  await live.tell([...untold, ...untold].reverse());
  await live.deliverAll();
  await live.publish();
  return runs;
}

/** Makes a merchant, and the payment that the life begins with. */
async function begin(live: Lives, life: Life): Promise<Scene> {
  const scene = await live.open(life.settings);
  await beginPayment(scene, life);
  return scene;
}

/** Makes the payment that the life begins with. */
export async function beginPayment(scene: Scene, { begins, currency = 'EUR' }: Life): Promise<void> {
  if (begins === 'merchant') return;
  await scene.live.pay(scene, paid, currency);
  if (begins === 'captured') await scene.live.move(scene, 'capture', paid);
}
