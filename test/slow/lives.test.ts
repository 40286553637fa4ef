import { aws } from '../api/support/aws.ts';
import { makeClock } from '../api/support/clock.ts';
import { ownLive } from '../api/support/live.ts';
import { type Receiver, startReceiver } from '../api/support/receiver.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { authorizations } from './support/lives/authorizations.ts';
import { disputes } from './support/lives/disputes.ts';
import type { Life } from './support/lives/life.ts';
import { acquirerFundsOf, fundsOf, type Shown, shownOf } from './support/lives/life-outcome.ts';
import { payouts } from './support/lives/payouts.ts';
import { type Order, ordersOf, play, type Run } from './support/lives/play.ts';
import { refunds } from './support/lives/refunds.ts';
import { type Row, tableOf } from './support/lives/table.ts';

// Money becomes available at midnight. The lives take hours on this clock, so they begin at noon.
const clock = makeClock({ hour: 12 });
// An event whose entry is hidden fails until the entry is shown. On a slow machine the entries stay hidden for half a minute,
// and the five attempts, which are this many seconds apart, must take longer.
const live = ownLive({ now: clock.now, env: { ...clock.env, FLORIN_VISIBILITY_SECONDS: '8' } });

/** The lives by the headings of `docs/lives.md`. */
const sections: Record<string, readonly Life[]> = {
  Authorizations: authorizations,
  Refunds: refunds,
  Disputes: disputes,
  Payouts: payouts,
};

let receiver: Receiver;
let runs: Run[];

beforeAll(async () => {
  receiver = await startReceiver();
  runs = await play(live, clock, Object.values(sections).flat(), receiver.url);
});

afterAll(() => receiver?.stop());

const receivedOf = (merchantId: string) => [
  ...new Map(
    receiver.received
      .filter(({ event }) => event.merchantId === merchantId)
      .map(({ event }) => [event.id, event]),
  ).values(),
];

/**
 * Events whose entries come later are repeated after a pause, and the repeats may change places on a slow machine. So
 * only the set of the webhooks is compared then.
 */
const comparable = (order: Order, { webhooks = '', ...shown }: Shown) => ({
  ...shown,
  webhooks: order === 'event first' ? webhooks.split('<br>').sort().join('<br>') : webhooks,
});

/** Reads the state of a life until it is as expected, for a limited time. @returns the last state */
async function waitForState({ scene, life, order }: Run, expected: Shown): Promise<Shown> {
  const look = async () =>
    comparable(order, await shownOf(scene, life.begins, receivedOf(scene.merchant.id)));
  const isExpected = (now: Shown) => JSON.stringify(now) === JSON.stringify(comparable(order, expected));
  return waitUntil(look, isExpected, 2).catch(look);
}

describe.each(Object.entries(sections))('%s', (heading, lives) => {
  const table = tableOf(heading);

  test('docs/lives.md has a row for each life of a payment', () => {
    expect([...table.keys()]).toEqual(lives.map(({ name }) => name));
  });

  const played = lives.flatMap((life) => ordersOf(life).map((order) => [life.name, order] as const));
  test.each(played)('%s: %s', async (name, order) => {
    const run = runs.find(({ life, ...its }) => life.name === name && its.order === order) as Run;
    const expected = (table.get(name) ?? {}) as Row;
    if (order === 'no event')
      expect(ofEnd(await waitForState(run, expected[order]))).toEqual(ofEnd(expected[order]));
    else expect(await waitForState(run, expected[order])).toEqual(comparable(order, expected[order]));
    expect(run.differences).toEqual([]);
    expect(await fundsOf(run.scene)).toEqual(acquirerFundsOf(run.scene));
  });
});

/** Without events, Florin learns of all steps at once: their order varies, and intermediate steps are missing. */
const ofEnd = ({ lines = '', webhooks, ...end }: Shown) => ({ ...end, lines: lines.split('<br>').sort() });

test('the ledger of each life is balanced', async () => {
  const { invoke, waiting } = aws(live.florin.aws);
  const day = 24 * 60 * 60 * 1000;
  expect(
    (await invoke('CheckLedger', { time: new Date(clock.now() + day).toISOString() })).error,
  ).toBeUndefined();
  await waitUntil(
    () => waiting('LedgerChecks'),
    (count) => count === 0,
  );
  expect(await waiting('AcquirerEventDeadLetters')).toBe(0);
  expect(live.florin.log()).not.toMatch(/"LedgerMismatch":1|"BrokenInvariants":1/);
});
