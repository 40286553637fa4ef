import { Cancelled, type FrameInit } from '../../../functions/payment-page/client/attempt/challenge-frame.ts';
import type { PageData } from '../../../functions/payment-page/page-data.ts';
import { draw } from '../../../lib/local/model/draw.ts';
import { answerBank } from '../../api/support/bank.ts';
import { makeClock } from '../../api/support/clock.ts';
import { cards, ownLive } from '../../api/support/live.ts';
import { pick } from '../../simulate/pick.ts';
import { type Fate, fates, playBrowser } from '../support/page/browser.ts';
import { type End, PageLoad } from '../support/page/page-load.ts';

/*
 * The script of the payment page against Florin and a stand-in for its acquirer, while requests get lost, the acquirer
 * fails, and the customer reloads, waits, leaves, and answers the bank elsewhere. Whatever happens, what the page says
 * must be true: "paid" names the only payment, and after "not charged" nothing is charged.
 *
 * PAGE_SEED=1000 PAGE_LIVES=500 npx jest --config test/jest.config.mjs --selectProjects slow --runInBand live/page
 * plays 500 other payments
 */
const seed = Number(process.env.PAGE_SEED ?? 1);
const lives = Number(process.env.PAGE_LIVES ?? 25);
jest.setTimeout(10_000 * lives + 60_000);

let mockFrame: (init: FrameInit) => Promise<string[]>;
jest.mock('../../../functions/payment-page/client/attempt/challenge-frame.ts', () => ({
  ...jest.requireActual('../../../functions/payment-page/client/attempt/challenge-frame.ts'),
  runFrame: (init: FrameInit) => mockFrame(init),
}));

const clock = makeClock();
const live = ownLive({ now: clock.now, env: clock.env });
const minute = 60_000;

let browser: ReturnType<typeof playBrowser>;
let endPlay: () => void;
beforeAll(() => {
  browser = playBrowser({ url: live.florin.posUrl, now: clock.now });
  endPlay = browser.start();
  mockFrame = (init) => (browser.loads.getStore() as PageLoad).ask(init);
});
afterAll(() => endPlay());

/** The acquirer's failures that do not hang. */
const acquirerFailures = [
  ...(['reset', 'lost', '500', '500-after', 'throttled', 'locked', 'gateway', 'malformed'] as const),
];

const allFates = Object.keys(fates) as Fate[];

interface Shop {
  key: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers have every shape
  merchant: any;
  account: string;
}

/** Something that may happen next, and how often it can: from 0 to 1. */
type Happening = readonly [share: number, name: string, happen: () => unknown];

const withTime = (
  pass: (milliseconds: number) => Promise<void>,
  oneOf: <T>(list: readonly T[]) => T,
): Happening[] => [
  [0.7, 'seconds pass', () => pass(oneOf([600, 2000, 6000]))],
  [0.7, 'a minute passes', () => pass(oneOf([20_000, 31_000, 46_000, 61_000]))],
  [0.15, 'time passes', () => pass(oneOf([2, 16, 52, 61]) * minute + 5000)],
  [0.2, 'late requests arrive', () => browser.arrive()],
  [0.2, 'the worker looks for outcomes', live.finishOperations],
];

function byCustomer(
  page: PageLoad,
  atBank: (passed: 'yes' | 'no', isElsewhere?: boolean) => Promise<void>,
): Happening[] {
  const { view, attempt } = page.progress;
  // A payment that is left before it can have paid proves little.
  const mayHavePaid = (attempt?.body.hints.length ?? 0) > 0;
  return [
    [mayHavePaid ? 0.3 : 0.02, 'the customer closes the dialog', () => page.apply('close')],
    [view === 'notice' ? 1 : 0, 'the customer presses Retry', () => page.apply('retry')],
    [view === 'ask' ? 1 : 0, 'the customer presses Pay again', () => page.apply('again')],
    ...(view === 'ask' || (view === 'notice' && page.mayLeave)
      ? [[mayHavePaid ? 1 : 0.1, 'the customer leaves', () => page.apply('leave')] as const]
      : []),
    ...(page.bank && view === 'bank'
      ? ([
          [1, 'the customer confirms at the bank', () => atBank('yes')],
          [0.3, 'the customer declines at the bank', () => atBank('no')],
          [1, 'the customer confirms in the bank’s app', () => atBank('yes', true)],
          [0.5, 'the customer leaves the bank', () => page.bank?.reject(new Cancelled())],
        ] as const)
      : []),
  ];
}

const onLink = (shop: Shop, link: string, others: string[]): Happening[] => [
  [0.1, 'another customer pays', () => payBy(shop, link, others)],
  [0.05, 'the merchant ends the link', () => live.here.api('DELETE', `/links/${link}`, { key: shop.key })],
];

/** Plays a payment. @returns the false statements of the page, and the charges that should not be */
async function play(number: number, log: string[]): Promise<string[]> {
  let drawn = 0;
  const next = () => draw(number, drawn++);
  const chance = (share: number) => next() < share;
  const oneOf = <T>(list: readonly T[]): T => pick(list, next());
  const note = (line: string) => log.push(line);

  const shop: Shop = await live.shop();
  const link = chance(0.4) ? await linkOf(shop) : undefined;
  const data = dataOf(shop, link);
  const card = { number: chance(0.1) ? cards.declined : oneOf([cards.good, cards.challenged]), code: '123' };
  const losses = oneOf([0.2, 0.4, 0.6]);
  const failures = oneOf([0, 0.1, 0.4]);
  const ends: (() => void)[] = [];
  /** Payments of the same link by another customer. */
  const others: string[] = [];

  /** Most requests that fail are those that can pay. */
  const fateOf = (body: { hints?: string[] }) => {
    if (!chance(body.hints?.length ? losses : losses / 8)) return undefined;
    return chance(0.6) ? 'without answer' : oneOf(allFates);
  };
  browser.open(fateOf, note);
  const load = () => new PageLoad(browser, data, { ...card, expiry: { month: 12, year: 2090 } }, note);
  let page = load();

  const pass = async (milliseconds: number) => {
    await browser.arrive(clock.now() + milliseconds);
    await clock.moveTo(clock.now() + milliseconds);
    browser.runTimers();
  };
  const reload = async () => {
    page.isAlive = false;
    if (link) data.ended = await hasEnded(shop, link);
    page = load();
  };
  const atBank = async (passed: 'yes' | 'no', isElsewhere = false) => {
    const hints = await answerBank(page.bank?.page ?? '', passed).catch(() => undefined);
    if (hints && !isElsewhere) page.bank?.resolve(hints);
  };

  const happenings = (): Happening[] => [
    ...withTime(pass, oneOf),
    [0.2, 'the connection changes', () => page.setOffline(!page.isOffline)],
    [0.2, 'the customer reloads', reload],
    ...byCustomer(page, atBank),
    ...(link ? onLink(shop, link, others) : []),
  ];

  for (let n = 0; n < 40 && !page.end; n++) {
    await browser.settled();
    if (page.end) break;
    if (chance(failures)) {
      const rule = { how: oneOf(acquirerFailures), times: oneOf([1, 2, 3, 8]), account: shop.account };
      ends.push(live.stripe.fail(rule));
    }
    const possible = happenings().filter(([share]) => chance(share));
    const [, name, happen] =
      possible.length > 0 ? oneOf(possible) : ([1, 'a second passes', () => pass(1000)] as const);
    note(`${new Date(clock.now()).toISOString().slice(11, 19)} ${name}`);
    await happen();
  }
  await browser.settled();
  page.isAlive = false;
  for (const end of ends) end();
  await browser.arrive();
  for (const minutes of [2, 10, 30, 60, 120, 240]) {
    await clock.moveTo(clock.now() + minutes * minute);
    await live.finishOperations();
  }
  note(`The page says ${JSON.stringify(page.end)}`);
  return faultsOf(page.end, await paymentsOf(shop), others, link);
}

const linkOf = async ({ key, merchant }: Shop): Promise<string> => {
  const body = { amount: 10000, currency: merchant.currency, uses: 1 };
  return (await live.here.api('POST', `/merchants/${merchant.id}/links`, { key, body })).body.link.id;
};

const hasEnded = async ({ key }: Shop, link: string): Promise<boolean> =>
  (await live.here.api('GET', `/links/${link}`, { key })).body.link.status !== 'open';

const dataOf = ({ merchant }: Shop, linkId?: string): PageData => {
  const errors = new Proxy({}, { get: (_, name) => name });
  return {
    ...{ base: live.florin.posUrl, key: merchant.key, merchant: 'Shop', locale: 'en', linkId },
    ...{ recurring: false, ended: false, inline: false, schemes: { visa: 'Visa' } },
    amount: { currency: merchant.currency, exponent: 2, value: 10000 },
    messages: { errors } as PageData['messages'],
  };
};

async function payBy({ merchant }: Shop, linkId: string, others: string[]): Promise<void> {
  const { status, body } = await live.here.pay(await live.order(merchant, { linkId }));
  if (status === 201) others.push(body.authorizationId);
}

/** The payments that have succeeded, in Florin and at the acquirer. */
async function paymentsOf({ key, merchant, account }: Shop) {
  const path = `/merchants/${merchant.id}/transactions?limit=100`;
  const list: { id: string; successful: boolean; voidedAmount: number }[] = (
    await live.here.api('GET', path, { key })
  ).body;
  const paid = list.filter(({ successful, voidedAmount }) => successful && voidedAmount === 0);
  const held = live.stripe.books(account).intents.filter(({ status }) => status === 'requires_capture');
  return { paid: paid.map(({ id }) => id), held: held.length };
}

function faultsOf(
  end: End | undefined,
  { paid, held }: Awaited<ReturnType<typeof paymentsOf>>,
  others: string[],
  link?: string,
): string[] {
  const own = paid.filter((id) => !others.includes(id));
  const faults = {
    'the customer is charged twice': own.length > 1,
    'a link for one payment is paid twice': link !== undefined && paid.length > 1,
    'the acquirer has another number of payments': held !== paid.length,
    'the page says "paid", but for another payment or none': end?.says === 'paid' && own[0] !== end.id,
    'the customer is charged, and the page denies it':
      own.length > 0 && (end?.says === 'not charged' || end?.says === 'link ended'),
  };
  return Object.entries(faults).flatMap(([fault, is]) => (is ? [fault] : []));
}

test('the payment page shows the true outcome, whichever requests and answers are lost', async () => {
  for (let number = seed; number < seed + lives; number++) {
    const log: string[] = [];
    const faults = await play(number, log);
    if (faults.length > 0) throw new Error(`PAGE_SEED=${number}: ${faults.join(', ')}\n${log.join('\n')}`);
  }
});
