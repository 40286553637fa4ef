import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { aws } from '../support/aws.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const { api, shop, authorized, move, createApp, createMerchant } = world();

interface Item {
  id: string;
  created: string;
}

let key: string;
let merchantId: string;
let appId: string;
const lists: Record<string, Item[]> = {};

const get = async (path: string, query: Record<string, string | number>): Promise<Item[]> => {
  const { status, body } = await api('GET', path, { key, query });
  expect([path, status, body]).toEqual([path, 200, expect.any(Array)]);
  return body;
};

/** Creates several items in every list that has date filters. */
beforeAll(async () => {
  const made = await shop();
  ({ key } = made);
  merchantId = made.merchant.id;
  appId = made.app.id;
  const path = `/merchants/${merchantId}`;
  const transactionIds: string[] = [];
  for (let n = 0; n < 5; n++) {
    const id = await authorized(made.merchant, 100, n % 2 ? { custom: { n } } : {});
    transactionIds.push(id);
    for (let m = 0; m < n; m++) await move(key, id, 'captures', 1);
    await api('POST', `${path}/links`, { key, body: { amount: 1, currency: 'EUR' } });
    await api('POST', `${path}/webhooks`, { key, body: {} });
    await api('POST', `${path}/users`, { key, body: { email: `dates-${n}-${merchantId}@example.com` } });
    await api('POST', `${path}/apps`, { key, body: { appId: (await createApp()).id } });
    await createMerchant(key, { test: n % 2 === 0 });
    await sleep(2); // so that ids differ in their milliseconds
  }
  const { webhook } = (await api('POST', `${path}/webhooks`, { key, body: { events: ['payout.created'] } }))
    .body;
  for (let n = 0; n < 3; n++) await api('POST', `${path}/webhooks/${webhook.id}/tests`, { key });
  const about = { transactionId: transactionIds[4], amount: 1, reason: { code: 1, title: 'x' } };
  const due = '2099-01-01T00:00:00.000Z';
  await aws().report(
    ...[1, 2, 3].map((n) => ({ type: 'dispute.opened', ...about, due, reference: `${merchantId}-d${n}` })),
    ...[1, 2].map((n) => ({
      type: 'fraud.reported',
      transactionId: transactionIds[4],
      reference: `${merchantId}-f${n}`,
    })),
  );
  for (let n = 0; n < 3; n++) {
    await move(key, await authorized(made.merchant, 2000), 'captures', 2000);
    const body = JSON.stringify({ time: new Date(Date.UTC(2020, 0, 1 + n)).toISOString(), merchantId });
    await aws().invoke('PayOut', { Records: [{ messageId: `dates-${n}`, body }] });
  }
  const ofMerchant = `filter[merchantId]=${merchantId}`;
  for (const list of [
    `${path}/transactions`,
    `${path}/transactions?filter[pending]=yes`,
    `${path}/transactions?filter[successful]=yes`,
    `${path}/lines`,
    `${path}/postings`,
    `${path}/payouts`,
    `${path}/links`,
    `${path}/users`,
    `${path}/apps`,
    `${path}/webhooks`,
    `${path}/webhooks/${webhook.id}/deliveries`,
    `/identities/${appId}/merchants`,
    `/identities/${appId}/merchants?filter[test]=yes`,
    `/disputes?${ofMerchant}`,
    `/frauds?${ofMerchant}`,
  ]) {
    const items = () => get(list, { limit: 1000 });
    // Deliveries and alerts appear after the request that causes them. There is a delivery of each test and payout.
    const expected = list.startsWith('/frauds') ? 2 : list.endsWith('/deliveries') ? 6 : 3;
    lists[list] = await waitUntil(items, (found) => found.length >= expected);
  }
});

const plain = (items: Item[], from?: number, to?: number) =>
  items.filter(
    ({ created }) =>
      (from === undefined || Date.parse(created) >= from) && (to === undefined || Date.parse(created) < to),
  );

test('filter[from] and filter[to] with any cursor return the same items as filtering the whole list', async () => {
  for (const [list, all] of Object.entries(lists)) {
    const times = all.flatMap(({ created }) => [-1, 0, 1].map((more) => Date.parse(created) + more));
    const time = fc.option(fc.constantFrom(...times), { nil: undefined });
    const cursor = fc.option(fc.constantFrom(...all.map(({ id }) => id)), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        time,
        time,
        cursor,
        cursor,
        fc.integer({ min: 1, max: 8 }),
        async (from, to, before, after, limit) => {
          const query = {
            limit,
            ...(from === undefined ? {} : { 'filter[from]': new Date(from).toISOString() }),
            ...(to === undefined ? {} : { 'filter[to]': new Date(to).toISOString() }),
            ...(before === undefined ? {} : { before }),
            ...(after === undefined ? {} : { after }),
          };
          const wanted = plain(all, from, to).filter(
            ({ id }) => (before === undefined || id < before) && (after === undefined || id > after),
          );
          if (after !== undefined && before === undefined) wanted.reverse();
          const found = await get(list, query);
          expect([list, found.map(({ id }) => id)]).toEqual([
            list,
            wanted.slice(0, limit).map(({ id }) => id),
          ]);
        },
      ),
      { numRuns: 12 },
    );
  }
});

test('date filters take days and times, with any time zone', async () => {
  const [list = '', all = []] = Object.entries(lists)[0] ?? [];
  const [newest] = all as [Item];
  const day = newest.created.slice(0, 10);
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const ids = async (query: Record<string, string>) =>
    (await get(list, { limit: 1000, ...query })).map(({ id }) => id);
  const every = all.map(({ id }) => id);
  expect(await ids({ 'filter[from]': '2026-01-01', 'filter[to]': next })).toEqual(every);
  expect(await ids({ 'filter[to]': '2026-01-01' })).toEqual([]);
  expect(await ids({ 'filter[from]': next })).toEqual([]);
  expect(await ids({ 'filter[from]': next, 'filter[to]': day })).toEqual([]);
  expect(await ids({ 'filter[from]': '0001-01-01', 'filter[to]': '9999-12-31' })).toEqual(every);
  const offset = new Date(Date.parse(newest.created) + 3_600_000).toISOString().replace('Z', '+01:00');
  expect(await ids({ 'filter[from]': offset })).toContain(newest.id);
  // A plus that is not encoded means a space in a query.
  const raw = await api('GET', `${list}?limit=1000&filter[to]=${offset}`, { key });
  expect(raw.body.map(({ id }: Item) => id)).toEqual(every.slice(1));
});

test.each([
  '',
  'yesterday',
  'null',
  'undefined',
  '2026-11',
  '2026-13-01',
  '2026-02-30',
  '2026-11-31',
  '2026-11-01T25:00:00Z',
  '2026-11-01T12:00:00',
  '1764547200',
  '2026-11-01 12:00',
  '20261101',
  '+002026-11-01',
  '٢٠٢٦-١١-٠١',
  '2026-11-01Z',
])('a date filter refuses "%s"', async (text) => {
  for (const [list] of Object.entries(lists))
    for (const name of ['filter[from]', 'filter[to]']) {
      const { status, body } = await api('GET', list, { key, query: { limit: 1, [name]: text } });
      expect([list, status, body]).toEqual([
        list,
        400,
        [{ field: name, message: 'Must be a date, for example 2026-11-01 or 2026-11-01T12:30:00Z' }],
      ]);
    }
});

test('a date as a cursor is refused with an error that names the right filter', async () => {
  const { body } = await api('GET', `/merchants/${merchantId}/lines?limit=1&after=2026-11-01`, { key });
  expect(body).toEqual([{ field: 'after', message: expect.stringContaining('filter[from]=2026-11-01') }]);
});

test.each(['lines', 'postings'])(
  'filters by the time of booking narrow the list of %s, and no other list',
  async (name) => {
    const path = `/merchants/${merchantId}/${name}`;
    const all = lists[path] as (Item & { bookedAt: string })[];
    const times = all.map(({ bookedAt }) => Date.parse(bookedAt)).sort((a, b) => a - b);
    const middle = times[times.length >> 1] ?? 0;
    const at = new Date(middle).toISOString();
    const ids = async (query: Record<string, string>) =>
      (await get(path, { limit: 1000, ...query })).map(({ id }) => id);
    const those = (test: (time: number) => boolean) =>
      all.filter(({ bookedAt }) => test(Date.parse(bookedAt))).map(({ id }) => id);
    expect(await ids({ 'filter[bookedFrom]': at })).toEqual(those((time) => time >= middle));
    expect(await ids({ 'filter[bookedTo]': at })).toEqual(those((time) => time < middle));
    expect(await ids({ 'filter[bookedFrom]': at, 'filter[bookedTo]': at })).toEqual([]);
    for (const [list, text] of [
      [path, 'yesterday'],
      [`/merchants/${merchantId}/transactions`, at],
    ] as const) {
      const query = { limit: 1, 'filter[bookedFrom]': text };
      const { status, body } = await api('GET', list, { key, query });
      expect([status, body]).toEqual([400, [expect.objectContaining({ field: 'filter[bookedFrom]' })]]);
    }
    const stranger = await createApp();
    const foreign = { key: stranger.key, query: { limit: 1, 'filter[bookedFrom]': at } };
    expect((await api('GET', path, foreign)).status).toBe(403);
  },
);
