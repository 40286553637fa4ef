import { consoleRoutes, routes } from '../../lib/routes.ts';
import { aws } from '../api/support/aws.ts';
import { makeClock } from '../api/support/clock.ts';
import { browser } from '../api/support/console.ts';
import { type Florin, startFlorin } from '../api/support/florin.ts';
import { logo } from '../api/support/png.ts';
import { scan } from '../api/support/stored-items.ts';
import { waitUntil } from '../api/support/wait-until.ts';
import { world } from '../api/support/world.ts';

/** A stage with the limits of production, but smaller budgets. */
const [appWrites, stageWrites] = [20, 120];
const clock = makeClock();

let florin: Florin;
let here: ReturnType<typeof world>;
/** An app that an operator has vouched for. */
let knownApp: Awaited<ReturnType<typeof here.createApp>>;

beforeAll(async () => {
  const limits = {
    UNVOUCHED_TEST_DAYS: '90',
    UNVOUCHED_APP_WRITES: String(appWrites),
    UNVOUCHED_STAGE_WRITES: String(stageWrites),
  };
  const env = { FLORIN_VOUCH_SECONDS: '1', ...limits, ...clock.env };
  florin = await startFlorin(['--memory'], env);
  here = world(florin);
  knownApp = await here.createApp();
  expect((await vouch(knownApp.id)).error).toBeUndefined();
});

afterAll(() => florin?.stop());

const day = 86_400_000;
const vouch = (appId: string, vouched = true) => aws(florin.aws).invoke('VouchForApp', { appId, vouched });

/** A test merchant of the vouched app. */
const knownShop = async () => ({ key: knownApp.key, merchant: await here.createMerchant(knownApp.key) });

type Stored = { pk: { S: string }; sk: { S: string }; expires?: { N: string } };

/** Finds the items that contain the text, and all other items of their partitions. */
async function findStored(text: string): Promise<Stored[]> {
  const items = (await scan(florin.dynamodb)) as Stored[];
  const partitions = new Set(
    items.flatMap((item) => (JSON.stringify(item).includes(text) ? [item.pk.S] : [])),
  );
  return items.filter(({ pk }) => partitions.has(pk.S));
}

const isTestData = ({ pk }: Stored) => /^(tx|line|link|card|dispute|fraud|saved)#/.test(pk.S);

/** Creates one object of each kind that a merchant can store. */
async function busy({ key, merchant }: { key: string; merchant: { id: string } }) {
  const id = await here.authorized(merchant, 10000, { custom: { order: 'x'.repeat(3000) } });
  for (const kind of ['captures', 'refunds'] as const)
    expect((await here.move(key, id, kind, 100)).status).toBe(201);
  const link = (
    await here.api('POST', `/merchants/${merchant.id}/links`, { key, body: { amount: 100, currency: 'EUR' } })
  ).body.link.id;
  const paid = await here.authorized(merchant, 100, { linkId: link });
  const body = { transactionId: id };
  const card = (await here.api('POST', `/merchants/${merchant.id}/cards`, { key, body })).body.card.id;
  await aws(florin.aws).report(
    {
      type: 'dispute.opened',
      reference: `d${id}`,
      transactionId: id,
      amount: 10,
      reason: { code: 83, title: 'Fraud' },
      due: '2090-01-01T00:00:00.000Z',
    },
    { type: 'fraud.reported', reference: `f${id}`, transactionId: id },
  );
  const isOfThis = ({ transactionId }: { transactionId: string }) => transactionId === id;
  const disputes = await waitUntil(
    async () => (await here.api('GET', `/disputes?limit=9&filter[merchantId]=${merchant.id}`, { key })).body,
    (found) => found.some(isOfThis),
  );
  const frauds = await waitUntil(
    async () => (await here.api('GET', `/frauds?limit=9&filter[merchantId]=${merchant.id}`, { key })).body,
    (found) => found.some(isOfThis),
  );
  return [
    `/transactions/${id}`,
    `/transactions/${paid}`,
    `/links/${link}`,
    `/cards/${card}`,
    `/disputes/${disputes.find(isOfThis).id}`,
    `/frauds/${frauds.find(isOfThis).id}`,
  ];
}

const lists = (merchant: { id: string }) => [
  `/merchants/${merchant.id}/transactions?limit=100`,
  `/merchants/${merchant.id}/lines?limit=100`,
  `/merchants/${merchant.id}/links?limit=100`,
  `/disputes?limit=100&filter[merchantId]=${merchant.id}`,
  `/frauds?limit=100&filter[merchantId]=${merchant.id}`,
];

const statuses = (key: string, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await here.api('GET', path, { key })).status));
const counts = (key: string, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await here.api('GET', path, { key })).body.length));

test('all test data of an unverified app’s merchant expires after 90 days, and no data of an approved app’s', async () => {
  const [stranger, known] = [await here.shop(), await knownShop()];
  await busy(stranger);
  await busy(known);
  const items = (await findStored(stranger.merchant.id)).filter(isTestData);
  expect(items.length).toBeGreaterThan(7);
  for (const { pk, sk, expires } of items) {
    const left = Number(expires?.N ?? 0) - Date.now() / 1000;
    expect([pk.S, sk.S, Math.round(left / 86_400)]).toEqual([pk.S, sk.S, 90]);
  }
  const kept = (await findStored(known.merchant.id)).filter(isTestData);
  expect(kept.filter(({ expires }) => expires)).toEqual([]);
  // The merchant, its members and its balance do not expire.
  const others = (await findStored(stranger.merchant.id)).filter(({ pk }) => /^(merchant|pos)#/.test(pk.S));
  expect(others.length).toBeGreaterThan(2);
  expect(others.filter(({ expires }) => expires)).toEqual([]);
});

test('all items of a transaction expire at the same time, even those that were added later', async () => {
  const { key, merchant } = await here.shop();
  const id = await here.authorized(merchant, 10000, { custom: { order: 1 } });
  for (let n = 0; n < 16; n++) expect((await here.move(key, id, 'captures', 1)).status).toBe(201);
  const items = (await findStored(id)).filter(isTestData);
  expect(items.some(({ sk }) => sk.S.startsWith('trail#'))).toBe(true);
  expect(new Set(items.map(({ expires }) => expires?.N)).size).toBe(1);
});

test('a merchant of an unverified app can store 4 KB in custom and in plan, one of an approved app 50 KB', async () => {
  const [stranger, known] = [await here.shop(), await knownShop()];
  const [fits, large] = [{ a: 'x'.repeat(4096 - 8) }, { a: 'x'.repeat(4097 - 8) }];
  const plan = (size: number) => [{ a: 'x'.repeat(size) }];
  for (const [over, field] of [
    [{ custom: large }, 'custom'],
    [{ plan: plan(4097 - 10) }, 'plan'],
    [{ custom: { a: 'ä'.repeat(2045) } }, 'custom'],
  ] as const) {
    const order = await here.payment(stranger.merchant, over);
    const refused = await here.pos('/payments', order);
    expect([refused.status, refused.body.code]).toEqual([400, 'REQUEST_INVALID']);
    expect(refused.body.message).toContain(`${field}: `);
    expect((await here.pay(await here.payment(known.merchant, over))).status).toBe(201);
  }
  const paid = await here.pay(await here.payment(stranger.merchant, { custom: fits, plan: plan(4096 - 10) }));
  expect(paid.status).toBe(201);
  const again = (custom: object) =>
    here.api('POST', `/merchants/${stranger.merchant.id}/transactions`, {
      key: stranger.key,
      body: { transactionId: paid.body.authorizationId, amount: 1, currency: 'EUR', custom },
    });
  const refused = await again(large);
  expect([refused.status, refused.body[0].field]).toEqual([400, 'custom']);
  expect((await again(fits)).status).toBe(201);
});

test('no data expires any more once an operator approves the app', async () => {
  const shop = await here.shop();
  const paths = await busy(shop);
  const before = await counts(shop.key, lists(shop.merchant));
  const { body } = await vouch(shop.app.id);
  expect(body.kept).toBeGreaterThan(7);
  const items = (await findStored(shop.merchant.id)).filter(isTestData);
  expect(items.filter(({ expires }) => expires)).toEqual([]);
  expect((await vouch(shop.app.id)).body.kept).toBe(0);
  expect(await statuses(shop.key, paths)).toEqual(paths.map(() => 200));
  expect(await counts(shop.key, lists(shop.merchant))).toEqual(before);
  // New data does not expire either, and can be changed.
  await busy(shop);
  const all = (await findStored(shop.merchant.id)).filter(isTestData);
  expect(all.filter(({ expires }) => expires)).toEqual([]);
});

test('an unverified app has a daily budget of writes for all its merchants; an approved app has none', async () => {
  const { app, key, merchant } = await here.shop();
  const other = await here.createMerchant(key);
  const id = await here.authorized(merchant);
  const answers = [];
  for (let n = 0; n < appWrites; n++) answers.push(await here.move(key, id, 'captures', 1));
  const [last] = answers.slice(-1);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(appWrites - 3);
  expect([last?.status, last?.body]).toMatchObject([
    429,
    {
      error: 'THROTTLED',
      message: expect.stringContaining(`has made the ${appWrites} writes of a day`),
    },
  ]);
  const seconds = Number(last?.headers['retry-after']);
  expect(Math.abs(seconds - (86_400 - (Math.floor(clock.now() / 1000) % 86_400)))).toBeLessThan(60);
  const path = `/merchants/${other.id}`;
  const refused = [
    await here.api('POST', `${path}/links`, { key, body: { amount: 1, currency: 'EUR' } }),
    await here.api('POST', '/merchants', { key, body: { ...(await input()), test: true } }),
    await here.pay(await here.payment(other)),
    await here.api('POST', `/merchants/${merchant.id}/cards`, { key, body: { transactionId: id } }),
    await here.api('PUT', path, { key, body: { logo: logo().toString('base64') } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429]);
  expect(refused[2]?.body.code).toBe('THROTTLED');
  // The rejected write has stored nothing, and reads still work.
  expect((await here.transaction(key, id)).capturedAmount).toBe(appWrites - 3);
  await vouch(app.id);
  expect((await here.move(key, id, 'captures', 1)).status).toBe(201);
  expect((await here.pay(await here.payment(other))).status).toBe(201);
});

test('each budgeted route of the merchants’ API and of the console refuses when the budget is used up', async () => {
  await clock.moveTo(clock.now() + day);
  const { app, key, merchant } = await here.shop();
  const own = `/merchants/${merchant.id}`;
  const email = `owner-${merchant.id}@example.com`;
  const made = async (path: string, body?: object) => (await here.api('POST', path, { key, body })).body;
  for (const one of [email, `other-${email}`]) await made(`${own}/users`, { email: one });
  const owner = browser(florin);
  const { url } = (await aws(florin.aws).invoke('MakeSignInLink', { email })).body as { url: string };
  expect((await owner.confirm(url.split('/').at(-1) ?? '')).status).toBe(204);
  await owner.acceptAll();
  const transactionId = await here.authorized(merchant, 1000);
  const { webhook } = await made(`${own}/webhooks`, { events: ['payout.created'] });
  const { delivery } = await made(`${own}/webhooks/${webhook.id}/tests`);
  const users = (await here.api('GET', `${own}/users?limit=9`, { key })).body;
  const { app: limited } = await made(`${own}/apps/keys`, { name: 'Till' });
  const link = async () => made(`${own}/links`, { amount: 1, currency: 'EUR' });
  const ids: Record<string, string> = {
    ...{ merchantId: merchant.id, transactionId, webhookId: webhook.id, deliveryId: delivery.id },
    ...{
      linkId: (await link()).link.id,
      appId: limited.id,
      userId: users.find((one: { email: string }) => one.email !== email).id,
    },
  };
  for (let n = 0; n < appWrites; n++) await link();
  const budgeted = [
    ...routes.filter(({ authorization }) => authorization === 'key'),
    ...consoleRoutes,
  ].filter(({ unvouched }) => unvouched);
  expect(budgeted.length).toBeGreaterThan(18);
  const refused = [];
  for (const { api, method, path, sample } of budgeted) {
    const at = path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? name);
    const body = sample?.({ transactionId, ownerId: app.id });
    const { status } =
      api === 'console' ? await owner.ask(method, at, { body }) : await here.api(method, at, { key, body });
    refused.push([method, path, status]);
  }
  expect(refused).toEqual(budgeted.map(({ method, path }) => [method, path, 429]));
});

test('an app that nobody uses expires with its key, and one that has made or joined a merchant stays', async () => {
  await clock.moveTo(clock.now() + day);
  const [unused, joins, vouchedFor, owner] = [
    await here.createApp(),
    await here.createApp(),
    await here.createApp(),
    await here.shop(),
  ];
  const path = `/merchants/${owner.merchant.id}/apps`;
  expect((await here.api('POST', path, { key: owner.key, body: { appId: joins.id } })).status).toBe(201);
  await vouch(vouchedFor.id);
  const statuses = () =>
    Promise.all(
      [unused, joins, vouchedFor, owner].map(
        async ({ key }) => (await here.api('GET', '/me', { key })).status,
      ),
    );
  await clock.moveTo(clock.now() + 89 * day);
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  await clock.moveTo(clock.now() + 2 * day);
  expect(await statuses()).toEqual([401, 200, 200, 200]);
});

test('a live merchant that no operator has connected has a daily budget of links, logos and other changes', async () => {
  await clock.moveTo(clock.now() + day);
  const { key } = await here.createApp();
  const merchant = await here.createMerchant(key, { test: false });
  const path = `/merchants/${merchant.id}`;
  const link = async () =>
    (await here.api('POST', `${path}/links`, { key, body: { amount: 1, currency: 'EUR' } })).status;
  const brand = async () =>
    (await here.api('PUT', path, { key, body: { logo: logo().toString('base64') } })).status;
  const statuses = [await brand()];
  for (let n = 1; n < appWrites; n++) statuses.push(await link());
  expect(new Set(statuses)).toEqual(new Set([204, 201]));
  expect([await link(), await brand()]).toEqual([429, 429]);
  expect((await here.api('PUT', path, { key, body: { name: 'Renamed' } })).status).toBe(429);
});

async function input() {
  const { merchantInput } = await import('../api/support/world.ts');
  return merchantInput;
}

test('unverified apps share the budget of the stage, and only their writes fail when it is used up', async () => {
  const known = await knownShop();
  await clock.moveTo(clock.now() + day);
  let refused: { status: number; body: { message: string } } | undefined;
  const apps = await Promise.all(Array.from({ length: 10 }, () => here.createApp()));
  for (let n = 0; n < stageWrites && !refused; n++) {
    const { key } = apps[n % apps.length] ?? knownApp;
    const answer = await here.api('POST', '/merchants', { key, body: await input() });
    if (answer.status !== 201) refused = answer;
  }
  expect(refused?.status).toBe(429);
  expect(refused?.body.message).toContain(`have made their ${stageWrites} writes of today`);
  expect((await here.pay(await here.payment(known.merchant))).status).toBe(201);
  const { key } = apps[0] ?? knownApp;
  const live = await here.api('POST', '/merchants', { key, body: { ...(await input()), test: false } });
  expect([live.status, (await here.api('POST', '/apps', { body: {} })).status]).toEqual([429, 429]);
  await clock.moveTo(clock.now() + day);
  expect((await here.shop()).merchant.test).toBe(true);
});

test('expired data disappears from all answers immediately, even before DynamoDB’s TTL deletes it', async () => {
  await clock.moveTo(clock.now() + day);
  const [shop, known] = [await here.shop(), await knownShop()];
  const [paths, others] = [await busy(shop), await busy(known)];
  const id = paths[0]?.split('/').at(-1) ?? '';
  await clock.moveTo(clock.now() + 89 * day);
  expect(await statuses(shop.key, paths)).toEqual(paths.map(() => 200));
  await clock.moveTo(clock.now() + 2 * day);
  expect(await statuses(shop.key, paths)).toEqual(paths.map(() => 404));
  expect(await counts(shop.key, lists(shop.merchant))).toEqual([0, 0, 0, 0, 0]);
  expect((await here.move(shop.key, id, 'captures', 1)).status).toBe(404);
  expect((await here.move(shop.key, id, 'refunds', 1)).status).toBe(404);
  expect((await here.api('GET', `/merchants/${shop.merchant.id}`, { key: shop.key })).status).toBe(200);
  expect((await here.pay(await here.payment(shop.merchant))).status).toBe(201);
  expect(await statuses(known.key, others)).toEqual(others.map(() => 200));
});

test('nightly jobs have no message for a merchant without a ledger', async () => {
  const { key } = await here.createApp();
  for (let n = 0; n < 3; n++) await here.createMerchant(key);
  const { body } = await aws(florin.aws).invoke('CheckLedger');
  const merchants = (await scan(florin.dynamodb)) as Stored[];
  const listed = new Set(merchants.filter(({ sk }) => sk.S.startsWith('#balance#')).map(({ pk }) => pk.S));
  expect(body).toMatchObject({ merchants: listed.size, more: false });
  expect(merchants.filter(({ sk }) => sk.S === '#merchant').length).toBeGreaterThan(listed.size + 2);
});
