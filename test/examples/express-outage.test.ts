import { makeClock } from '../api/support/clock.ts';
import { blocksOf, run, testIf } from '../api/support/guides.ts';
import { send } from '../api/support/http.ts';
import { type Delivery, nextAttempt } from '../api/support/next-attempt.ts';
import { ownFlorin } from '../api/support/own-florin.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { password } from './express.ts';
import { json, ordersIn, ownExpressShop, startBefore } from './express-orders.ts';

const hour = 3_600_000;
const day = 24 * hour;
const clock = makeClock();
const servers = ownFlorin({ env: clock.env });
const own = ownExpressShop({ servers, variables: clock.env });
const { order, introduce, paid, look, fulfilments, moneyOf } = ordersIn(own);
let webhookId: string;

beforeAll(() => {
  servers.proxy.ahead = clock.ahead;
});

const read = async (path: string, query: Record<string, string | number>) =>
  (await servers.here.api('GET', `/merchants/${own.merchant.id}/${path}`, { key: own.key, query })).body;

const deliveries = (status: string) => (): Promise<Delivery[]> =>
  read(`webhooks/${webhookId}/deliveries`, { limit: 100, 'filter[status]': status });

/** Runs commands of a guide with the variables of the quick start. */
function follow(commands: string, payment = ''): Promise<string> {
  const { baseUrl, posUrl } = servers.florin;
  const [addresses = ''] = blocksOf('docs/quick-start.md');
  const variables = `KEY=${own.key} ID=${own.merchant.id} WEBHOOK=${webhookId} PAYMENT=${payment}`;
  return run(`${addresses.replace(/^API=.*$/m, `API=${baseUrl} POS=${posUrl} ${variables}`)}${commands}`);
}

/** Its hooks stop the shop before its Florin. */
describe('a shop with a clock that moves', () => {
  startBefore(own, async (port) => {
    const { key, merchant } = own;
    const body = { url: `http://127.0.0.1:${port}/hooks` };
    const { webhook } = (await servers.here.api('POST', `/merchants/${merchant.id}/webhooks`, { key, body }))
      .body;
    webhookId = webhook.id;
    return webhook.secret;
  });

  testIf('a shop that was away for an hour has all news after it asks for what has not arrived', async () => {
    const began = new Date(clock.now()).toISOString();
    const [sold, waiting] = [await order(), await order()];
    await introduce(waiting);
    const first = await paid(sold);
    // The payment, and the shop's capture.
    await waitUntil(deliveries('succeeded'), ({ length }) => length === 2);
    await own.shop.kill();

    await servers.here.move(own.key, first, 'refunds', 1000);
    const second = await paid(waiting);
    const pending = deliveries('pending');
    let missed = await waitUntil(
      pending,
      (all) => all.length === 2 && all.every(({ attempts }) => attempts.length > 0),
    );
    while (clock.now() < Date.parse(began) + 0.6 * hour) missed = await nextAttempt(clock, pending);
    await clock.moveTo(Date.parse(began) + hour);
    missed = await waitUntil(pending, (all) =>
      all.every(({ next }) => Date.parse(next ?? '') > clock.now() + hour / 12),
    );
    expect(missed.map(({ attempts }) => attempts.length > 4)).toEqual([true, true]);

    await own.shop.start();
    // At its start the shop looks for payments of open orders, and for nothing else.
    expect([fulfilments(waiting), (await look(sold)).text.includes('Refunded')]).toEqual([1, false]);
    const sendNow = blocksOf('docs/webhooks.md')[1]?.trim().split('\n').at(-1) ?? '';
    await follow(sendNow.replace(/since=\S+/, `since=${began}`).replace('curl', 'curl -sS'));
    await waitUntil(pending, ({ length }) => length === 0);
    expect((await look(sold)).text).toContain('Refunded: <strong>€10.00');
    expect([await moneyOf(second), fulfilments(waiting), fulfilments(sold)]).toEqual([
      { captured: 4998, voided: 0, entries: 1 },
      1,
      1,
    ]);
  });

  testIf('jobs of the guides that run again after a weekend move no money twice', async () => {
    const { api } = servers.here;
    const [its, another] = [await order(), await order()];
    const [payment, captured] = [await paid(its), await paid(another)];
    await waitUntil(
      async () => fulfilments(its) + fulfilments(another),
      (sum) => sum === 2,
    );
    const [renewal = ''] = blocksOf('docs/recurring.md');
    const [partly = ''] = blocksOf('docs/refunds.md')[0]?.split('\n') ?? [];
    const job = () => follow(`${renewal}${partly}\n`, captured);
    /** The job of a careless shop, whose requests have a key and no reference. */
    const careless = () =>
      api('POST', `/merchants/${own.merchant.id}/transactions`, {
        key: own.key,
        body: { transactionId: payment, amount: 100, currency: 'EUR' },
        headers: { 'idempotency-key': 'december' },
      });
    const refund = () =>
      send(`${its.url}/refund`, 'POST', { headers: { ...json, authorization: `Bearer ${password}` } });
    const all = () => Promise.all([read('transactions', { limit: 100 }), read('lines', { limit: 100 })]);

    expect((await refund()).body).toEqual({ refunded: 4998 });
    await job();
    const friday = await all();
    const once = await careless();
    expect((await careless()).body).toEqual(once.body);
    await waitUntil(deliveries('pending'), ({ length }) => length === 0);
    await own.shop.kill();
    await clock.moveTo(clock.now() + 3 * day);
    // The shop is restored from a backup that has no refund yet.
    own.shop.append({ id: its.id, refunded: null });
    await own.shop.start();
    expect((await refund()).body).toEqual({ refunded: 4998 });
    await job();
    expect(await all()).toEqual([
      [expect.objectContaining({ id: once.body.transaction.id }), ...friday[0]],
      friday[1],
    ]);
    expect((await careless()).body).not.toEqual(once.body);
  });
});
