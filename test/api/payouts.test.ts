import { aws } from './support/aws.ts';
import { type Engine, startEngine } from './support/engine.ts';
import { type Florin, startFlorin } from './support/florin.ts';
import { type EngineProxy, startProxy } from './support/proxy.ts';
import { world } from './support/world.ts';

let engine: Engine;
let proxy: EngineProxy;
let florin: Florin;
let here: ReturnType<typeof world>;

const start = async () => {
  florin = await startFlorin([], { DYNAMODB_ENDPOINT: proxy.endpoint });
  here = world(florin);
};

beforeAll(async () => {
  engine = await startEngine();
  proxy = await startProxy(engine.endpoint);
  await start();
});

afterAll(async () => {
  await florin?.stop();
  await proxy?.stop();
  await engine?.stop();
});

const iban = 'DK5000400440116243';
const payOut = (time: string) => aws(florin.aws).invoke('PayOut', { time });

/** A merchant with a bank account, or without, that has captured this much. */
async function earning(amount: number, bank: object | null = { iban }) {
  const owner = await here.shop({ bank });
  const id = await here.authorized(owner.merchant, amount);
  await here.move(owner.key, id, 'captures', amount);
  return { ...owner, id };
}

const linesOf = async ({ key, merchant }: Awaited<ReturnType<typeof earning>>) =>
  (await here.api('GET', `/merchants/${merchant.id}/lines`, { key, query: { limit: 100 } })).body;
const balanceOf = async ({ key, merchant }: Awaited<ReturnType<typeof earning>>) =>
  (await here.api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.balance;

test('each merchant with a bank account and enough on it is paid once a day, however often it runs', async () => {
  const rich = await earning(10000);
  const poor = await earning(1000);
  const bankless = await earning(10000, null);
  const day = '2026-11-20T03:00:00Z';
  const runs = await Promise.all([payOut(day), payOut(day), payOut(day)]);
  expect(runs.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
  await payOut(day);
  const [payout] = await linesOf(rich);
  expect(payout).toMatchObject({
    payout: true,
    balance: -9840,
    fee: 0,
    amount: { currency: 'EUR', amount: 9840 },
    merchantId: rich.merchant.id,
    test: true,
  });
  expect(payout).not.toHaveProperty('transactionId');
  expect((await here.api('GET', `/lines/${payout.id}`, { key: rich.key })).body).toEqual(payout);
  expect(await linesOf(rich)).toHaveLength(2);
  expect(await balanceOf(rich)).toBe(0);
  expect(await linesOf(poor)).toHaveLength(1);
  expect(await linesOf(bankless)).toHaveLength(1);

  // More comes in on the same day: it waits for the next one.
  const id = await here.authorized(rich.merchant, 5000);
  await here.move(rich.key, id, 'captures', 5000);
  await payOut('2026-11-20T23:59:59Z');
  expect(await linesOf(rich)).toHaveLength(3);
  await payOut('2026-11-21T03:00:00Z');
  expect((await linesOf(rich))[0]).toMatchObject({ payout: true, balance: -4907 });
  expect(await balanceOf(rich)).toBe(0);
});

test('killed in the middle, and run again: everybody is paid once', async () => {
  const owners = [];
  for (let n = 0; n < 6; n++) owners.push(await earning(10000));
  const day = '2026-11-22T03:00:00Z';
  let written = 0;
  const killed = new Promise<void>((resolve, reject) => {
    proxy.afterAnswer = (operation) => {
      if (operation !== 'TransactWriteItems') return undefined;
      if (++written === 3) florin.kill().then(resolve, reject);
      return written < 3 ? undefined : killed;
    };
  });
  await payOut(day).catch(() => {});
  await killed;
  proxy.afterAnswer = undefined;
  await start();
  await payOut(day);
  for (const owner of owners) {
    expect((await linesOf(owner)).filter(({ payout }: { payout?: boolean }) => payout)).toHaveLength(1);
    expect(await balanceOf(owner)).toBe(0);
  }
});
