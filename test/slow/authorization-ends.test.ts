import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import { aws } from '../api/support/aws.ts';
import { makeClock } from '../api/support/clock.ts';
import { ownLive } from '../api/support/live.ts';
import { nightOf } from '../api/support/night.ts';
import { scan } from '../api/support/stored-items.ts';
import { waitUntil } from '../api/support/wait-until.ts';

jest.setTimeout(600_000);

const clock = makeClock();
const live = ownLive({ now: clock.now, env: { ...clock.env, FLORIN_TRIGGERS: 'off' } });

const hour = 60 * 60_000;

/**
 * Runs the job as if so many hours had passed.
 *
 * @returns the number of checked authorizations; undefined if the job was killed
 */
async function watch(hours: number): Promise<number | undefined> {
  const time = new Date(clock.now() + hours * hour).toISOString();
  const done = await aws(live.florin.aws)
    .invoke('WatchAuthorizations', { time })
    .catch(() => undefined);
  if (done?.error) throw new Error(JSON.stringify(done));
  return done?.body.looked as number | undefined;
}

/** Makes an authorization that the acquirer holds for twelve hours, and whose end it does not report by an event. */
async function authorizeBriefly(over = {}) {
  const shop = await live.shop();
  Object.assign(live.stripe.settings(shop.account), { holdHours: 12, ...over });
  const id = await live.authorized(shop.merchant, 1000);
  const payment = live.stripe.books(shop.account).intents[0]?.id ?? '';
  const expire = () => live.stripe.expire(payment, shop.account);
  const show = () => live.here.transaction(shop.key, id);
  return { ...shop, id, payment, expire, show };
}

type Text = { S?: string };

async function listedEndings(): Promise<string[]> {
  const items = (await scan(live.engine.endpoint)) as { pk: Text }[];
  return items.flatMap(({ pk }) => (pk.S?.startsWith('ending#') ? [pk.S.slice('ending#'.length)] : []));
}

const released = { pendingAmount: 0, voidedAmount: 1000, trail: [{ void: true, amount: 1000 }] };

describe('if the job is killed', () => {
  const isRelease = (body: string, id: string) => body.includes(`tx#${id}`) && body.includes('voidedAmount');
  const cuts = [
    ['before the release is booked', 'before', isRelease],
    ['when the release is booked', 'after', isRelease],
    [
      'before it is taken off the list',
      'before',
      (body: string, id: string) => /"Delete"/.test(body) && body.includes(`ending#${id}`),
    ],
    [
      'when it is taken off the list',
      'after',
      (body: string, id: string) => /"Delete"/.test(body) && body.includes(`ending#${id}`),
    ],
  ] as const;

  test.each(cuts)('%s, one of the next two runs releases the money once', async (_, when, isCut) => {
    const one = await authorizeBriefly();
    await watch(6.5);
    one.expire();
    let killed: Promise<void> | undefined;
    const kill = () => {
      killed ??= live.florin.kill();
      return killed;
    };
    const isIt = (operation: string, body: string) =>
      operation === 'TransactWriteItems' && isCut(body, one.id);
    live.proxy.instead = async (operation, body) => {
      if (when !== 'before' || !isIt(operation, body)) return undefined;
      await kill();
      return new Promise(() => {});
    };
    live.proxy.afterAnswer = async (operation, body) => {
      if (when === 'after' && isIt(operation, body)) await kill();
    };
    expect(await watch(12.5)).toBeUndefined();
    await killed;
    live.proxy.instead = undefined;
    live.proxy.afterAnswer = undefined;
    await live.start();
    await watch(14);
    expect(await one.show()).toMatchObject(released);
    expect(await listedEndings()).not.toContain(one.id);
    await live.expectSameBooks(one);
  });
});

describe('a merchant’s capture while the job asks for the state of the authorization', () => {
  /** Lets a capture succeed while the job waits for the acquirer's answer about the same authorization. */
  async function race(hasEnded: boolean) {
    const one = await authorizeBriefly();
    await watch(6.5);
    if (hasEnded) one.expire();
    const before = live.stripe.seen.length;
    const go = live.stripe.hold(/^GET \/v1\/payment_intents\//);
    const job = watch(12.5);
    await waitUntil(
      async () => live.stripe.seen.slice(before).some(({ path }) => path.endsWith(one.payment)),
      (asked) => asked,
    );
    const capture = live.here.move(one.key, one.id, 'captures', 1000);
    await new Promise((done) => setTimeout(done, 300));
    go();
    return { one, job: await job, capture: await capture };
  }

  test('a capture during this job is made if the bank is late, and nothing is released', async () => {
    const { one, capture } = await race(false);
    expect(capture.status).toBe(201);
    await watch(14);
    expect(await one.show()).toMatchObject({ capturedAmount: 1000, voidedAmount: 0, trail: { length: 1 } });
    expect(await listedEndings()).not.toContain(one.id);
    await live.expectSameBooks(one);
  });

  test('a capture during this job is declined after the end, and the money is released once', async () => {
    const { one, capture } = await race(true);
    expect([400, 409]).toContain(capture.status);
    await watch(14);
    expect(await one.show()).toMatchObject(released);
    expect(await one.show()).not.toHaveProperty('operation');
    await live.expectSameBooks(one);
  });
});

test('a capture whose answer is lost when the authorization ends is resolved by the job, which then releases the rest', async () => {
  const one = await authorizeBriefly();
  await watch(6.5);
  const end = live.stripe.fail({ how: 'lost', of: /capture$/, account: one.account, times: 9 });
  expect((await live.here.move(one.key, one.id, 'captures', 400)).status).toBe(504);
  end();
  one.expire();
  await watch(12.5);
  await watch(14);
  expect(await one.show()).toMatchObject({ capturedAmount: 400, pendingAmount: 0, voidedAmount: 600 });
  await live.expectSameBooks(one);
});

test.each([-10, 10])(
  'nothing is released early if the clock of the acquirer is %i minutes ahead',
  async (minutes) => {
    const one = await authorizeBriefly();
    await watch(6.5);
    // Florin's clock decides when the job runs, and the acquirer's clock when the money is released.
    if (minutes > 0) one.expire();
    await watch(12 + 6 / 60);
    expect(await one.show()).toMatchObject(minutes > 0 ? released : { pendingAmount: 1000, trail: [] });
    if (minutes < 0) one.expire();
    await watch(13.5);
    expect(await one.show()).toMatchObject(released);
  },
);

test('authorizations that the acquirer does not show do not keep the job from later ones', async () => {
  const lost = await authorizeBriefly();
  // The owner has disconnected the account, so that the acquirer shows none of its payments any more.
  for (let n = 0; n < 29; n++) await live.authorized(lost.merchant, 1000);
  const one = await authorizeBriefly();
  await watch(6.5);
  live.stripe.settings(lost.account).disconnected = true;
  one.expire();
  expect(await watch(12.5)).toBe(31);
  expect(await one.show()).toMatchObject(released);
  // The job checks such authorizations less and less often, and at last stops.
  const asked = async (hours: number) => {
    const before = live.stripe.seen.length;
    await watch(hours);
    return live.stripe.seen.slice(before).filter(({ account }) => account === lost.account).length;
  };
  expect(await asked(14)).toBe(30);
  expect(await asked(40)).toBe(30);
  expect(await asked(41.5)).toBe(0);
  expect(await asked(12 + 80)).toBe(30);
  expect(await asked(24 * 14)).toBe(0);
  expect(await listedEndings()).toEqual([]);
  // The nightly comparison still checks them.
  live.stripe.settings(lost.account).disconnected = false;
  for (const { id } of live.stripe.books(lost.account).intents) live.stripe.expire(id, lost.account);
  expect(await nightOf(live.florin, lost.merchant.id, clock.now())).toEqual([]);
  expect(await lost.show()).toMatchObject(released);
});

test('the next run of the job does not begin with the authorization at which it was killed', async () => {
  const [bad, good] = [await authorizeBriefly(), await authorizeBriefly()];
  await watch(6.5);
  for (const one of [bad, good]) one.expire();
  live.proxy.instead = async (operation, body) => {
    if (operation !== 'TransactWriteItems' || !body.includes(`tx#${bad.id}`)) return undefined;
    await live.florin.kill();
    return new Promise(() => {});
  };
  expect(await watch(12.5)).toBeUndefined();
  await live.start();
  // The next run is a quarter of an hour later.
  await watch(12.75);
  expect(await good.show()).toMatchObject({ pendingAmount: expect.any(Number) });
  live.proxy.instead = undefined;
  await watch(14);
  for (const one of [bad, good]) expect(await one.show()).toMatchObject(released);
});

/** The number of authorizations, by `FLORIN_ENDINGS`. 10,000 take a while on a laptop. */
const many = Number(process.env.FLORIN_ENDINGS ?? 500);

test(`${many} authorizations that end within one minute are worked off, a few at a time`, async () => {
  const first = await authorizeBriefly();
  const { merchant, account } = first;
  const ask = callEngine(live.engine.endpoint);
  const items = (await scan(live.engine.endpoint)) as Record<string, Text>[];
  const own = items.filter(({ pk }) =>
    [`tx#${first.id}`, `payment#stripe#${first.payment}`, `ending#${first.id}`].includes(pk?.S ?? ''),
  );
  const copies: object[] = [];
  for (let n = 1; n < many; n++) {
    const id = (BigInt(`0x${first.id}`) + BigInt(n)).toString(16).padStart(24, '0');
    const payment = live.stripe.copy(first.payment, { florin: id }, account);
    live.stripe.expire(payment, account);
    const text = JSON.stringify(own).replaceAll(first.id, id).replaceAll(first.payment, payment);
    copies.push(...JSON.parse(text.replaceAll(/endings#./g, `endings#${id.slice(-1)}`)));
  }
  first.expire();
  const { TableNames } = await ask('ListTables', {});
  for (let n = 0; n < copies.length; n += 25) {
    const puts = copies.slice(n, n + 25).map((Item) => ({ PutRequest: { Item } }));
    await ask('BatchWriteItem', { RequestItems: { [TableNames[0]]: puts } });
  }
  live.stripe.latency = 50;
  const busiest = live.stripe.busiest();
  const started = performance.now();
  let looked = 0;
  let runs = 0;
  for (; (await listedEndings()).length > 0; runs++) looked += (await watch(12.5 + runs / 4)) ?? 0;
  const seconds = (performance.now() - started) / 1000;
  live.stripe.latency = 0;
  process.stdout.write(
    `\n${many} endings: ${runs} runs, ${looked} looks, ${seconds.toFixed(0)} s, at most ${busiest()} requests at the same time\n`,
  );
  expect(busiest()).toBeLessThanOrEqual(10);
  const { transactions } = { transactions: await listOf() };
  expect(transactions.every(({ pendingAmount }) => pendingAmount === 0)).toBe(true);

  async function listOf(): Promise<{ pendingAmount: number }[]> {
    const path = `/merchants/${merchant.id}/transactions?limit=1000`;
    return (await live.here.api('GET', path, { key: first.key })).body;
  }
});
