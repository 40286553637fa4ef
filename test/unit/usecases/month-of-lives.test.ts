import { inGroups } from '../../../functions/core/basics/in-groups.ts';
import { balanceName, lastFullMonth, moneyMovedBy } from '../../../functions/core/domain/ledger/month.ts';
import { pick } from '../../simulate/pick.ts';
import type { Booking } from '../../stripe/stand-in/books.ts';
import type { Event } from '../../stripe/stand-in/webhooks.ts';
import { authorizations } from './lives/authorizations.ts';
import { disputes } from './lives/disputes.ts';
import { type Scene, withLives } from './lives/florin.ts';
import type { Life } from './lives/life.ts';
import { payouts } from './lives/payouts.ts';
import { beginPayment } from './lives/play.ts';
import { refunds } from './lives/refunds.ts';

const days = 30;
const hour = 60 * 60 * 1000;
const day = 24 * hour;

const live = withLives();

/** Numbers from 0 to less than 1, the same ones in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const random = numbersFrom(48);
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);

/** An account, with the lives that are played on it. */
interface Shop {
  scene: Scene;
  random: () => number;
  plays: { life: Life; scene: Scene; begins: number }[];
}

/** Lives share an account if they need the same settings. A life of a payout has an account of its own. */
function groupsOf(lives: readonly Life[]): Life[][] {
  const groups = new Map<string, Life[]>();
  for (const life of lives) {
    const name = payouts.includes(life) ? life.name : JSON.stringify(life.settings ?? {});
    groups.set(name, [...(groups.get(name) ?? []), life]);
  }
  return [...groups.values()];
}

/** Bookings that move money in other pockets than the balance, or beside payments. */
const bookings: ((amount: number) => Booking[])[] = [
  (amount) => [
    { type: 'reserve_hold', amount: -amount },
    { type: 'reserve_hold', amount, balance_type: 'risk_reserved' },
  ],
  (amount) => [
    { type: 'reserve_release', amount },
    { type: 'reserve_release', amount: -amount, balance_type: 'risk_reserved' },
  ],
  (amount) => [{ type: 'topup', amount, balance_type: 'refund_and_dispute_prefunding' }],
  (amount) => [{ type: 'payout_minimum_balance_hold', amount: -amount }],
  (amount) => [{ type: 'stripe_fee', amount: -amount }],
  (amount) => [{ type: 'a_type_of_later', amount, fee: 7, balance_type: 'a_pocket_of_later' }],
];

/** The sums of each currency and pocket that are not 0. */
const nonzero = (sums: ReadonlyMap<string, number>) =>
  Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).sort());

function acquirersSums({ account }: Scene, before: number) {
  const sums = new Map<string, number>();
  for (const { created, currency, balance_type, net } of live.stripe.books(account).entries) {
    if (created * 1000 >= before) continue;
    const pocket = balance_type === 'payments' ? undefined : balance_type;
    const name = balanceName({ currency: currency.toUpperCase(), pocket });
    sums.set(name, (sums.get(name) ?? 0) + net);
  }
  return nonzero(sums);
}

async function florinsSums({ merchant }: Scene, before: number) {
  const { own } = live;
  const sums = new Map<string, number>();
  const slice = { limit: 1000, booked: { to: before } };
  for await (const line of own.listLines(merchant.id, slice)) {
    const moved = moneyMovedBy(own.presentLine(line), merchant.currency);
    sums.set(balanceName(moved), (sums.get(balanceName(moved)) ?? 0) + moved.balance);
  }
  return nonzero(sums);
}

async function openShops(): Promise<Shop[]> {
  const groups = groupsOf([...authorizations, ...refunds, ...disputes, ...payouts]);
  const shops: Shop[] = [];
  await inGroups([...groups.entries()], live.atOnce, async ([n, group]) => {
    const scene = await live.open(group[0]?.settings);
    const plays = group.map((life) => ({ life, scene: { ...scene }, begins: 0 }));
    shops[n] = { scene, plays, random: numbersFrom(n) };
  });
  for (const { plays } of shops)
    for (const play of plays) play.begins = Math.floor(random() * (days - play.life.steps.length - 2));
  return shops;
}

/** Plays the steps of one day on an account, one after the other. A life has at most one step on a day. */
async function playDay({ plays, random, scene: { account } }: Shop, today: number): Promise<void> {
  for (const { life, scene, begins } of plays) {
    const step = today - begins - (life.begins === 'merchant' ? 0 : 1);
    if (step === -1) await beginPayment(scene, life);
    else await life.steps[step]?.(scene);
  }
  if (random() < 0.5) return;
  const currency = pick(['eur', 'usd'], random());
  for (const booking of pick(bookings, random())(1 + Math.floor(random() * 5000)))
    live.stripe.book({ ...booking, currency }, account);
}

/** Events that Florin gets on a later day. */
let held: Event[] = [];
let known = 0;

/** Posts the new events and the held ones: a quarter is lost, a quarter comes twice, some come days later, and none in order. */
async function postEvents(): Promise<void> {
  const fresh = live.stripe.events.slice(known);
  known = live.stripe.events.length;
  const copies = [...held, ...fresh].flatMap((event) => {
    const luck = random();
    return luck < 0.25 ? [] : luck < 0.5 ? [event, event] : [event];
  });
  const late = copies.map((event) => [event, random() < 0.2] as const);
  held = late.filter(([, isHeld]) => isHeld).map(([event]) => event);
  await live.tell(shuffled(late.filter(([, isHeld]) => !isHeld).map(([event]) => event)));
  await live.deliver();
  await live.finishOperations();
  await live.deliverAll();
}

test('at each midnight of 30 days each pocket has the acquirer’s closing balance, with events lost, doubled and shuffled', async () => {
  const shops = await openShops();
  const begin = Math.floor(Date.now() / day) * day;
  const wrong: unknown[] = [];
  let balances = 0;
  for (let n = 0; n < days; n++) {
    const midnight = begin + (n + 1) * day;
    const noon = new Set(shops.filter(() => random() < 0.5));
    live.moveTo(midnight - 12 * hour);
    await inGroups([...noon], live.atOnce, (shop) => playDay(shop, n));
    await postEvents();
    live.moveTo(midnight - 20_000);
    const evening = shops.filter((shop) => !noon.has(shop));
    await inGroups(evening, live.atOnce, (shop) => playDay(shop, n));
    // The nightly job comes before the events of the evening.
    live.moveTo(midnight + 4 * hour);
    await live.finishOperations();
    await inGroups(shops, live.atOnce, async ({ scene }) => {
      const cases = await live.night(scene, Date.now() - day);
      const florins = await florinsSums(scene, midnight);
      const acquirers = acquirersSums(scene, midnight);
      balances += Object.keys(acquirers).length;
      if (cases.length > 0 || JSON.stringify(florins) !== JSON.stringify(acquirers))
        wrong.push({ day: n, account: scene.account, cases, florins, acquirers });
    });
    await postEvents();
  }
  expect(wrong).toEqual([]);
  expect(balances).toBeGreaterThan(1000);

  // The month that ended within these days is closed, with the acquirer's sums of its end.
  const ended = lastFullMonth(Date.now(), 'Europe/Copenhagen');
  for (const { scene } of shops) {
    const caller = { kind: 'app', id: scene.app } as const;
    const { closed } = (await live.own.closeMonthOf(scene.merchant.id, caller, ended)) as never;
    const { to, accounts, pockets } = live.own.presentClosed(closed);
    const closing = [...accounts, ...(pockets ?? [])].map(
      (account) => [balanceName(account), account.closing] as const,
    );
    expect(nonzero(new Map(closing))).toEqual(acquirersSums(scene, Date.parse(to)));
  }
}, 600_000);
