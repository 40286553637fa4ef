import { world } from '../support/world.ts';

const { api, shop, authorized, move, createMerchant, pay, payment } = world();

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

let key: string;
let merchantId: string;
let appId: string;
let newest: string[];
const get = async (path: string, query: Record<string, string | number>) => api('GET', path, { key, query });

beforeAll(async () => {
  const world = await shop();
  ({ key } = world);
  merchantId = world.merchant.id;
  appId = world.app.id;
  const made: string[] = [];
  // Custom data and the older entries of a long trail are separate items of the table. A page must count transactions,
  // and not items.
  for (let n = 0; n < 7; n++) {
    const id = await authorized(world.merchant, 100, n % 2 ? { custom: { n } } : {});
    for (let m = 0; m < n; m++) await move(key, id, 'captures', 1);
    made.push(id);
  }
  newest = made.reverse();
});

test('transactions are listed newest first with their trails, in pages of any size', async () => {
  const path = `/merchants/${merchantId}/transactions`;
  const all = (await get(path, { limit: 1000 })).body;
  expect(ids(all)).toEqual(newest);
  expect(all.map(({ trail }: { trail: unknown[] }) => trail.length)).toEqual([6, 5, 4, 3, 2, 1, 0]);
  expect(all[0].custom).toBeNull();
  expect(all[1].custom).toEqual({ n: 5 });
  for (const limit of [1, 2, 3, 6, 7, 8]) {
    const walked: unknown[] = [];
    for (let before: string | undefined; ; ) {
      const page = (await get(path, { limit, ...(before ? { before } : {}) })).body;
      if (page.length === 0) break;
      walked.push(...page);
      before = page.at(-1).id;
    }
    expect(walked).toEqual(all);
    const back: { id: string }[] = [];
    for (let after = '0'.repeat(24); ; ) {
      const page = (await get(path, { limit, after })).body;
      if (page.length === 0) break;
      back.push(...page);
      after = page.at(-1).id;
    }
    expect(back).toEqual([...all].reverse());
  }
});

test('the list of transactions takes before, after and both, also with cursors that name no transaction', async () => {
  const path = `/merchants/${merchantId}/transactions`;
  const [a, b, c, d] = newest as [string, string, string, string];
  expect(ids((await get(path, { limit: 10, after: d })).body)).toEqual([c, b, a]);
  // A range is listed newest first, so that `before` with the last id leads to the next page.
  expect(ids((await get(path, { limit: 10, after: d, before: a })).body)).toEqual([b, c]);
  expect(ids((await get(path, { limit: 1, after: d, before: a })).body)).toEqual([b]);
  expect(ids((await get(path, { limit: 1, after: d, before: b })).body)).toEqual([c]);
  for (const absent of ['', 'null', 'undefined']) {
    expect(ids((await get(path, { limit: 2, before: absent, after: absent })).body)).toEqual([a, b]);
    expect(ids((await get(path, { limit: 2, before: absent, after: d })).body)).toEqual([c, b]);
    expect(ids((await get(path, { limit: 2, before: b, after: absent })).body)).toEqual([c, d]);
  }
  expect((await get(path, { limit: 10, after: a, before: d })).body).toEqual([]);
  expect((await get(path, { limit: 10, after: b, before: a })).body).toEqual([]);
  const seconds = a.slice(0, 8);
  expect((await get(path, { limit: 10, before: seconds.padEnd(24, 'f') })).body).toHaveLength(7);
  expect((await get(path, { limit: 10, after: 'f'.repeat(24) })).body).toEqual([]);
  expect((await get(path, { limit: 10, before: '0'.repeat(24) })).body).toEqual([]);
  expect((await get(path, { limit: 10, before: '0'.repeat(24), after: '0'.repeat(24) })).body).toEqual([]);
});

test('lines are listed newest first, in pages', async () => {
  const path = `/merchants/${merchantId}/lines`;
  const all = ids((await get(path, { limit: 1000 })).body);
  expect(all).toHaveLength(21);
  expect(all).toEqual([...all].sort().reverse());
  const walked: string[] = [];
  for (let before: string | undefined; ; ) {
    const page = ids((await get(path, { limit: 4, ...(before ? { before } : {}) })).body);
    if (page.length === 0) break;
    walked.push(...page);
    before = page.at(-1);
  }
  expect(walked).toEqual(all);
});

test('merchants between two cursors are listed newest first', async () => {
  const owner = await shop();
  const made = [owner.merchant.id];
  for (let n = 0; n < 4; n++) made.push((await createMerchant(owner.key, { test: n % 2 === 0 })).id);
  const [a, b, c, d, e] = made as [string, string, string, string, string];
  const list = async (query: object) =>
    ids(
      (
        await api('GET', `/identities/${owner.app.id}/merchants`, {
          key: owner.key,
          query: { limit: 10, ...query },
        })
      ).body,
    );
  expect(await list({ after: a, before: e })).toEqual([d, c, b]);
  expect(await list({ after: a })).toEqual([b, c, d, e]);
  expect(await list({ before: 'null', after: '' })).toEqual([e, d, c, b, a]);
});

test('filter[successful] lists only paid or only declined transactions, in full pages', async () => {
  const { key, merchant } = await shop();
  const path = `/merchants/${merchant.id}/transactions`;
  const list = async (query: object) =>
    ids((await api('GET', path, { key, query: { limit: 10, ...query } })).body);
  const paid: string[] = [];
  const all: string[] = [];
  for (let n = 0; n < 12; n++) {
    const declined = n !== 0 && n !== 11;
    const test = { tds: { challenge: false }, card: { status: declined ? 'lost' : 'valid' } };
    const answer = await pay(await payment(merchant, { test }));
    expect(answer.status).toBe(declined ? 400 : 201);
    if (!declined) paid.unshift(answer.body.authorizationId);
    all.splice(0, all.length, ...(await list({ limit: 100 })));
  }
  const declined = all.filter((id) => !paid.includes(id));
  expect([all.length, declined.length]).toEqual([12, 10]);
  expect(all).toEqual([...all].sort().reverse());
  for (const yes of ['yes', 'true', '1']) expect(await list({ 'filter[successful]': yes })).toEqual(paid);
  expect(await list({ limit: 2, 'filter[successful]': 'y' })).toEqual(paid);
  expect(await list({ limit: 2, 'filter[successful]': 'y', after: '0'.repeat(24) })).toEqual(
    [...paid].reverse(),
  );
  expect(await list({ 'filter[successful]': 'no' })).toEqual(declined);
  expect(await list({ limit: 3, 'filter[successful]': 'no', before: declined[2] })).toEqual(
    declined.slice(3, 6),
  );
  expect(await list({ 'filter[successful]': 'no', 'filter[test]': 'no' })).toEqual([]);
  expect(await list({ 'filter[successful]': 'no', 'filter[test]': 'yes' })).toEqual(declined);
  const bad = await api('GET', path, { key, query: { limit: 1, 'filter[successful]': 'perhaps' } });
  expect([bad.status, bad.body]).toMatchObject([400, [{ field: 'filter[successful]' }]]);
});

test('the merchants of an app are listed newest first, and filter[test] selects test or live merchants', async () => {
  const path = `/identities/${appId}/merchants`;
  const live = await createMerchant(key, { test: false });
  const second = await createMerchant(key, { test: true });
  expect(ids((await get(path, { limit: 10 })).body)).toEqual([second.id, live.id, merchantId]);
  expect(ids((await get(path, { limit: 10, after: '0'.repeat(24) })).body)).toEqual([
    merchantId,
    live.id,
    second.id,
  ]);
  expect(ids((await get(path, { limit: 1, before: second.id })).body)).toEqual([live.id]);
  expect(ids((await get(path, { limit: 10, 'filter[test]': 'yes' })).body)).toEqual([second.id, merchantId]);
  expect(ids((await get(path, { limit: 10, 'filter[test]': 'false' })).body)).toEqual([live.id]);
  const transactions = `/merchants/${merchantId}/transactions`;
  expect((await get(transactions, { limit: 10, 'filter[test]': '0' })).body).toEqual([]);
  expect((await get(transactions, { limit: 10, 'filter[test]': '1' })).body).toHaveLength(7);
});

test.each([
  [{}, 'limit'],
  [{ limit: 0 }, 'limit'],
  [{ limit: 1001 }, 'limit'],
  [{ limit: '1e1' }, 'limit'],
  [{ limit: 'ten' }, 'limit'],
  [{ limit: 1, before: 'abc' }, 'before'],
  [{ limit: 1, after: 'g'.repeat(24) }, 'after'],
])('lists return 400 to the query %j, and name %s', async (query, field) => {
  for (const path of [
    `/merchants/${merchantId}/lines`,
    `/merchants/${merchantId}/transactions`,
    `/identities/${appId}/merchants`,
  ]) {
    const answer = await get(path, query as Record<string, string>);
    expect([answer.status, answer.body]).toMatchObject([400, [{ field }]]);
  }
});

test('lists with filter[test] return 400 for a value that is not a boolean', async () => {
  for (const path of [`/merchants/${merchantId}/transactions`, `/identities/${appId}/merchants`]) {
    const { status, body } = await get(path, { limit: 1, 'filter[test]': 'maybe' });
    expect([status, body]).toMatchObject([400, [{ field: 'filter[test]' }]]);
  }
});

test('a list has one line for each item, so that a client can read item by item', async () => {
  const path = `/merchants/${merchantId}/transactions`;
  const { text, body } = await get(path, { limit: 3 });
  const lines = text.split('\n');
  expect([lines.length, lines[0], lines[4], lines[5]]).toEqual([6, '[', ']', '']);
  expect(JSON.parse(lines[1]?.replace(/,$/, '') ?? '')).toEqual(body[0]);
  expect((await get(path, { limit: 3, after: 'f'.repeat(24) })).text).toBe('[\n]\n');
});
