import { authorizations } from './lives/authorizations.ts';
import { disputes } from './lives/disputes.ts';
import { withLives } from './lives/florin.ts';
import type { Life } from './lives/life.ts';
import { acquirerFundsOf, fundsOf, type Shown, shownOf } from './lives/life-outcome.ts';
import { payouts } from './lives/payouts.ts';
import { type Order, ordersOf, play, type Run } from './lives/play.ts';
import { refunds } from './lives/refunds.ts';
import { type Row, tableOf } from './lives/table.ts';

const live = withLives();

/** The lives by the headings of `docs/lives.md`. */
const sections: Record<string, readonly Life[]> = {
  Authorizations: authorizations,
  Refunds: refunds,
  Disputes: disputes,
  Payouts: payouts,
};

let runs: Run[];

beforeAll(async () => {
  runs = await play(live, Object.values(sections).flat());
});

/** The state of a life, with the set of its webhooks if events are repeated, which may change places. */
const comparable = (order: Order, { webhooks = '', ...shown }: Shown) => ({
  ...shown,
  webhooks: order === 'event first' ? webhooks.split('<br>').sort().join('<br>') : webhooks,
});

const stateOf = ({ scene, life }: Run): Promise<Shown> =>
  shownOf(
    scene,
    life.begins,
    live.published.filter(({ merchantId }) => merchantId === scene.merchant.id),
  );

describe.each(Object.entries(sections))('%s', (heading, lives) => {
  const table = tableOf(heading);

  test('docs/lives.md has a row for each life of a payment', () => {
    expect([...table.keys()]).toEqual(lives.map(({ name }) => name));
  });

  const played = lives.flatMap((life) => ordersOf(life).map((order) => [life.name, order] as const));
  test.each(played)('%s: %s', async (name, order) => {
    const run = runs.find(({ life, ...its }) => life.name === name && its.order === order) as Run;
    const expected = (table.get(name) ?? {}) as Row;
    const shown = await stateOf(run);
    if (order === 'no event') expect(ofEnd(shown)).toEqual(ofEnd(expected[order]));
    else expect(comparable(order, shown)).toEqual(comparable(order, expected[order]));
    expect(run.differences).toEqual([]);
    expect(await fundsOf(run.scene)).toEqual(acquirerFundsOf(run.scene));
  });
});

/** Without events, Florin learns of all steps at once: their order varies, and intermediate steps are missing. */
const ofEnd = ({ lines = '', webhooks, ...end }: Shown) => ({ ...end, lines: lines.split('<br>').sort() });

test('the ledger of each life is balanced', async () => {
  const mismatches: unknown[] = [];
  const tomorrow = Date.now() + 24 * 60 * 60 * 1000;
  for (const { scene } of runs)
    await live.own.checkLedger(scene.merchant.id, tomorrow, (mismatch) => mismatches.push(mismatch));
  expect(mismatches).toEqual([]);
  expect(live.log.filter((line) => line.includes('"BrokenInvariants"'))).toEqual([]);
});
