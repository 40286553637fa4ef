import { connectWithAcquirer } from '../../api/support/connect.ts';
import { ownLive } from '../../api/support/live.ts';
import { waitUntil } from '../../api/support/wait-until.ts';

/** A key in the format of a live one. The stand-in accepts any key. */
const apiKey = ['sk', 'live', 'of', 'the', 'stand', 'in'].join('_');
const live = ownLive({ apiKey, env: { FLORIN_VISIBILITY_SECONDS: '3', ACQUIRER_MODE: 'live' } });

test('with a live key, an event of test mode has no effect, and one of live mode does', async () => {
  const shop = await live.shop();
  const id = await live.authorized(shop.merchant, 10000);
  expect((await live.here.move(shop.key, id, 'captures', 10000)).status).toBe(201);
  const before = live.stripe.events.length;
  live.stripe.payOut(7777, shop.account);
  const events = live.stripe.events.slice(before);
  expect(events).not.toEqual([]);
  for (const event of events) {
    expect(await live.postEvent({ ...event, livemode: false })).toBe(200);
    // An event without the field counts as one of test mode.
    const { livemode, ...without } = event;
    expect(await live.postEvent(without as typeof event)).toBe(200);
  }
  await waitUntil(
    async () => live.florin.log(),
    (log) => log.split('"EventsOfOtherMode":1').length > 2 * events.length,
  );
  const lines = async () =>
    (await live.here.api('GET', `/merchants/${shop.merchant.id}/lines?limit=9`, { key: shop.key })).body;
  expect(await lines()).toHaveLength(1);
  for (const event of events) expect(await live.postEvent({ ...event, livemode: true })).toBe(200);
  expect(await waitUntil(lines, ({ length }) => length === 2)).toMatchObject([{ balance: -7777 }, {}]);
});

test('an event of an unsupported API version has no effect, and one of a compatible version does', async () => {
  const shop = await live.shop();
  const before = live.stripe.events.length;
  live.stripe.payOut(500, shop.account);
  const events = live.stripe.events.slice(before).map((event) => ({ ...event, livemode: true }));
  const dropped = () => live.florin.log().split('"EventsOfOtherVersion":1').length - 1;
  for (const event of events) {
    for (const api_version of ['2022-11-15', '2025-03-31.basil', '2026-09-30.preview'])
      expect(await live.postEvent({ ...event, api_version })).toBe(200);
  }
  await waitUntil(
    async () => dropped(),
    (count) => count === 3 * events.length,
  );
  const lines = async () =>
    (await live.here.api('GET', `/merchants/${shop.merchant.id}/lines?limit=9`, { key: shop.key })).body;
  expect(await lines()).toEqual([]);
  for (const event of events)
    expect(await live.postEvent({ ...event, api_version: '2026-08-26.dahlia' })).toBe(200);
  await waitUntil(lines, ({ length }) => length === 1);
});

test('an event without a version takes effect', async () => {
  const shop = await live.shop();
  const before = live.stripe.events.length;
  live.stripe.payOut(500, shop.account);
  for (const { api_version, ...event } of live.stripe.events.slice(before))
    expect(await live.postEvent({ ...event, livemode: true } as (typeof live.stripe.events)[0])).toBe(200);
  const lines = async () =>
    (await live.here.api('GET', `/merchants/${shop.merchant.id}/lines?limit=9`, { key: shop.key })).body;
  await waitUntil(lines, ({ length }) => length === 1);
});

describe('a stage for keys of test mode', () => {
  const sandbox = ownLive({ apiKey });

  test('connects no merchant with a live key', async () => {
    const { merchant } = await sandbox.here.shop({ test: false });
    await expect(connectWithAcquirer(merchant.id, sandbox.florin.aws)).rejects.toThrow(
      /key of stripe is live/,
    );
  });
});

describe('a stage for live keys', () => {
  const production = ownLive({ env: { ACQUIRER_MODE: 'live' } });

  test('connects no merchant with a key of test mode', async () => {
    const { merchant } = await production.here.shop({ test: false });
    await expect(connectWithAcquirer(merchant.id, production.florin.aws)).rejects.toThrow(/of its test mode/);
  });
});
