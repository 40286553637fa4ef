import { randomUUID } from 'node:crypto';
import { type Route, routes } from '../../lib/routes.ts';
import { aws } from './support/aws.ts';
import { type Engine, startEngine } from './support/engine.ts';
import { type Florin, startFlorin } from './support/florin.ts';
import { hello, password, username } from './support/hello.ts';
import { basic, type Request, type Response, send } from './support/http.ts';
import { type EngineProxy, startProxy, type Units } from './support/proxy.ts';
import { printTable } from './support/table.ts';
import { until } from './support/until.ts';
import { merchantInput, world } from './support/world.ts';

jest.setTimeout(180_000);

let engine: Engine;
let proxy: EngineProxy;
let florin: Florin;
let here: ReturnType<typeof world>;
/** Lets the stack's jobs go on. */
let work = () => {};

/** What jobs do in the background is no route's cost: they may go on after the tests. */
function restJobs(): void {
  proxy.jobs = new Promise((resolve) => {
    work = resolve;
  });
}

beforeAll(async () => {
  engine = await startEngine();
  proxy = await startProxy(engine.endpoint);
  florin = await startFlorin(['--memory'], { DYNAMODB_ENDPOINT: proxy.endpoint });
  here = world(florin);
});

afterAll(async () => {
  work();
  await florin?.stop();
  await proxy?.stop();
  await engine?.stop();
});

/** What the requests below are about. */
interface Subject {
  key: string;
  merchant: { id: string; key: string };
  transaction: string;
  /** A payment that has yet to meet its challenge. */
  payment: object;
  /** The form that opens an iframe of it. */
  frame: Record<string, string>;
  /** What stands for the parameters in paths. */
  ids: Record<string, string>;
}

const page = () => ({ query: { limit: 10 } });
const nothing = () => ({});

/** One request a route; run before each measurement, as some need somebody to act on. A new route needs one here. */
const requests: Record<string, (subject: Subject) => Request | Promise<Request>> = {
  'POST /apps': () => ({ body: { name: 'Cost' } }),
  'GET /me': nothing,
  'POST /merchants': () => ({ body: merchantInput }),
  'PUT /merchants/{merchantId}': () => ({ body: { name: 'Renamed' } }),
  'GET /identities/{appId}/merchants': page,
  'GET /merchants/{merchantId}': nothing,
  'POST /merchants/{merchantId}/users': () => ({ body: { email: `${randomUUID()}@example.com` } }),
  'GET /merchants/{merchantId}/users': page,
  'DELETE /merchants/{merchantId}/users/{userId}': async ({ key, merchant, ids }) => {
    const users = `/merchants/${merchant.id}/users`;
    await here.api('POST', users, { key, body: { email: `${randomUUID()}@example.com` } });
    ids.userId = (await here.api('GET', users, { key, query: { limit: 1 } })).body[0].id;
    return {};
  },
  'POST /merchants/{merchantId}/apps': async () => ({ body: { appId: (await here.createApp()).id } }),
  'GET /merchants/{merchantId}/apps': page,
  'DELETE /merchants/{merchantId}/apps/{appId}': async ({ key, merchant, ids }) => {
    ids.appId = (await here.createApp()).id;
    await here.api('POST', `/merchants/${merchant.id}/apps`, { key, body: { appId: ids.appId } });
    return {};
  },
  'GET /merchants/{merchantId}/lines': page,
  'GET /lines/{lineId}': nothing,
  'POST /merchants/{merchantId}/transactions': ({ transaction }) => ({
    body: { transactionId: transaction, currency: 'EUR', amount: 100 },
  }),
  'POST /transactions/{transactionId}/captures': () => ({ body: { amount: 1 } }),
  'POST /transactions/{transactionId}/refunds': () => ({ body: { amount: 1 } }),
  'POST /transactions/{transactionId}/voids': () => ({ body: { amount: 1 } }),
  'GET /merchants/{merchantId}/transactions': page,
  'GET /transactions/{transactionId}': nothing,
  'POST /merchants/{merchantId}/cards': ({ transaction }) => ({ body: { transactionId: transaction } }),
  'GET /cards/{cardId}': async ({ key, merchant, transaction, ids }) => {
    const body = { transactionId: transaction };
    const saved = await here.api('POST', `/merchants/${merchant.id}/cards`, { key, body });
    ids.cardId = saved.body.card.id;
    return {};
  },
  'GET /disputes': ({ merchant }) => ({ query: { limit: 10, 'filter[merchantId]': merchant.id } }),
  'GET /disputes/{disputeId}': nothing,
  'GET /frauds': ({ merchant }) => ({ query: { limit: 10, 'filter[merchantId]': merchant.id } }),
  'GET /frauds/{fraudId}': nothing,
  'GET /': ({ merchant }) => ({ query: { key: merchant.key, test: 1, value: 100 } }),
  'GET /assets/{asset}': nothing,
  'GET /sdk.js': nothing,
  'POST /vault': () => ({ body: { type: 'pcn', value: '4100000000000000' } }),
  'POST /payments': async ({ payment }) => {
    const { hints } = (await here.pos('/payments/challenges/tds-frictionless', payment)).body;
    return { body: { ...payment, hints } };
  },
  'POST /payments/challenges/{challenge}': ({ payment }) => ({ body: payment }),
  'POST /payments/frames/{frame}': ({ frame }) => ({ form: frame }),
  'GET /api/helloWorld/{id}': createHello,
  'POST /api/helloWorld': () => ({ body: { name: 'Hello' } }),
  'PUT /api/helloWorld': async ({ ids }) => {
    await createHello({ ids });
    return { body: { id: Number(ids.id), name: 'Hello again' } };
  },
  'DELETE /api/helloWorld/{id}': createHello,
  'GET /api/helloWorld': nothing,
  'GET /api/about': nothing,
  'GET /openapi.json': nothing,
  'GET /docs': nothing,
  'GET /docs/{asset}': nothing,
};

async function createHello({ ids }: Pick<Subject, 'ids'>): Promise<Request> {
  const { create, idIn } = hello(florin);
  ids.id = String(idIn(await create({ name: 'Hello' })));
  return {};
}

/** Neither a read nor a money operation: it finds the person by their address, and then invites them. */
const unhurried = new Set(['POST /merchants/{merchantId}/users']);

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

interface Cost extends Units {
  trips: number;
  requests: number;
}

/** What one request costs, once its bundle is loaded and its caller known. */
async function costOf(prepare: () => Promise<() => Promise<Response>>): Promise<Cost> {
  await succeed(await prepare());
  const act = await prepare();
  proxy.reset();
  await succeed(act);
  return { trips: proxy.sequential(), requests: proxy.calls.length, ...proxy.units() };
}

async function succeed(act: () => Promise<Response>): Promise<void> {
  const { status, text } = await act();
  if (status >= 300) throw new Error(`${status} ${text}`);
}

test('every route has a measurement', () => {
  expect(Object.keys(requests).sort()).toEqual(routes.map(nameOf).sort());
});

/** A simulated card account, which a payment with a `balance` has, is one more: the simulator's own. */
test('reads and money operations take at most two round trips to DynamoDB, beyond the authorizer’s', async () => {
  proxy.latency = 30;
  const subject = await makeSubject();
  restJobs();
  const costs: [name: string, Cost][] = [];
  for (const route of routes) {
    costs.push([nameOf(route), await costOf(() => prepare(route, subject))]);
    if (route.method !== 'POST' || route.authorization === 'digest' || !route.table.includes('PutItem'))
      continue;
    const keyed = await costOf(() => prepare(route, subject, { 'idempotency-key': randomUUID() }));
    costs.push([`${nameOf(route)} ${withKey}`, keyed]);
  }
  proxy.latency = 0;

  printTable(
    'What a request costs in DynamoDB, beyond its authorizer',
    ['', 'round trips', 'requests', 'read units', 'write units'],
    costs.map(([name, { trips, requests, read, write }]) => [
      name.endsWith(withKey) ? `   ${withKey}` : name,
      trips,
      requests,
      read,
      write,
    ]),
  );
  const hurried = costs.filter(([name]) => !unhurried.has(name.replace(` ${withKey}`, '')));
  expect(hurried.filter(([, { trips }]) => trips > 2)).toEqual([]);
});

const withKey = 'with an Idempotency-Key';

async function makeSubject(): Promise<Subject> {
  const { app, key, merchant } = await here.shop();
  const transaction = await here.authorized(merchant);
  await here.move(key, transaction, 'captures', 1000);
  const { trail } = await here.transaction(key, transaction);
  const payment = await here.payment(merchant);
  const challenge = async (name: string, of: object) =>
    (await here.pos(`/payments/challenges/${name}`, of)).body;
  const { fields } = await challenge('fingerprint', { ...payment, test: {} });
  const ids = {
    appId: app.id,
    merchantId: merchant.id,
    transactionId: transaction,
    lineId: trail[0].lineId,
    challenge: 'tds-frictionless',
    frame: 'fingerprint',
    disputeId: (await alert(key, merchant.id, transaction, 'dispute.opened')).id,
    fraudId: (await alert(key, merchant.id, transaction, 'fraud.reported')).id,
    asset: '',
  };
  return { key, merchant, transaction, payment, frame: fields, ids };
}

/** Reports an alert as the acquirer does, and waits until it has arrived. */
async function alert(key: string, merchantId: string, transactionId: string, type: string) {
  const path = type.startsWith('fraud') ? '/frauds' : '/disputes';
  const reason = type.startsWith('fraud') ? {} : { amount: 100, reason: { code: 83, title: 'Fraud' }, due };
  await aws(florin.aws).report({ type, reference: randomUUID(), transactionId, ...reason });
  const query = { limit: 1, 'filter[merchantId]': merchantId };
  const list = async () => (await here.api('GET', path, { key, query })).body;
  return (await until(list, ({ length }) => length === 1))[0];
}

const due = '2030-01-01T00:00:00.000Z';

/** The name of a file that a page is made of. */
async function assetOf(url: string, query: Record<string, string | number>): Promise<string> {
  const { text } = await send(url, 'GET', { query });
  return /(?:assets|docs)\/([\w.-]+\.js)/.exec(text)?.[1] ?? '';
}

const basicOf = (user: string, secret: string) => ({ authorization: basic(user, secret) });

async function prepare(route: Route, subject: Subject, headers: Record<string, string> = {}) {
  const ids = { ...subject.ids };
  const request = await requests[nameOf(route)]?.({ ...subject, ids });
  if (route.path === '/assets/{asset}')
    ids.asset = await assetOf(florin.posUrl, { key: subject.merchant.key, test: 1, value: 100 });
  if (route.path === '/docs/{asset}') ids.asset = await assetOf(`${florin.baseUrl}/docs`, {});
  const path = route.path.replace(/{(\w+)}/g, (_, name) => ids[name] ?? name);
  const url = (route.api === 'base' ? florin.baseUrl : florin.posUrl) + path;
  const authorization = { none: {}, key: basicOf('', subject.key), digest: basicOf(username, password) };
  const all = { 'accept-version': '1', ...authorization[route.authorization], ...headers };
  return () => send(url, route.method, { ...request, headers: all });
}

/** On demand, AWS takes five times as much for a write unit as for a read unit. */
const price = ({ read, write }: Units) => read + 5 * write;
const units = ({ read, write }: Units) => read + write;
const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

/**
 * By its price, a capture costs the same throughout. By units, a read unit counting as much as a write unit, the
 * trail that each answer shows counts for more: five hundred entries of ten digits are 2.5 units to read, where the first
 * capture is 10.5 in all.
 */
test.each([
  { name: 'of 1 minor unit', body: { amount: 1 }, byUnits: true },
  { name: 'of 10 digits', body: { amount: 1_999_999_999 }, byUnits: false },
  {
    name: 'of 10 digits with a text of its own',
    body: { amount: 1_999_999_999, descriptor: 'Parcel 12345 of 500 ok' },
    byUnits: false,
  },
])('the 500th capture of a transaction costs at most 1.2 times the first: $name', async (capture) => {
  const { key, merchant } = await here.shop();
  const id = await here.authorized(merchant, 500 * capture.body.amount);
  await here.move(key, await here.authorized(merchant), 'captures', 1); // so that the rates are known
  const costs: Units[] = [];
  for (let n = 0; n < 500; n++) {
    proxy.reset();
    await succeed(() => here.api('POST', `/transactions/${id}/captures`, { key, body: capture.body }));
    costs.push(proxy.units());
  }
  expect((await here.transaction(key, id)).trail).toHaveLength(500);

  const byUnits = compare(costs.map(units));
  const byPrice = compare(costs.map(price));
  printTable(
    `What a capture ${capture.name} costs in DynamoDB, by how many its transaction has`,
    ['', '1st', '500th', 'ratio', 'mean 1–20', 'mean 481–500', 'ratio'],
    [
      ['units: read + write', ...Object.values(byUnits).map(round)],
      ['price: read + 5 × write', ...Object.values(byPrice).map(round)],
    ],
  );
  for (const { ratio, means } of capture.byUnits ? [byUnits, byPrice] : [byPrice]) {
    expect(ratio).toBeLessThanOrEqual(1.2);
    expect(means).toBeLessThanOrEqual(1.2);
  }
});

/** The first and the last, and the averages around them: what a capture costs depends on how full a part is. */
function compare(costs: readonly number[]) {
  const [first = 0, last = 0] = [costs.at(0), costs.at(-1)];
  const [early, late] = [mean(costs.slice(0, 20)), mean(costs.slice(-20))];
  return { first, last, ratio: last / first, early, late, means: late / early };
}

const round = (number: number) => Math.round(number * 100) / 100;

test('a page of 10 transactions costs the same however many the merchant has, wherever it lies', async () => {
  const { key, merchant } = await here.shop();
  const path = `/merchants/${merchant.id}/transactions`;
  const first = await here.authorized(merchant);
  const ids = [first];
  const grow = async (count: number) => {
    while (ids.length < count) {
      const body = { transactionId: first, currency: 'EUR', amount: 100 };
      ids.push((await here.api('POST', path, { key, body })).body.transaction.id);
    }
  };
  const measure = async (name: string, query: Record<string, string>) => {
    const cost = await costOf(
      async () => () => here.api('GET', path, { key, query: { limit: 10, ...query } }),
    );
    return [name, cost] as const;
  };

  await grow(11);
  const rows = [await measure('of 11', { before: ids.at(-1) ?? '' })];
  await grow(200);
  rows.push(await measure('of 200, the newest', {}));
  rows.push(await measure('of 200, in the middle', { before: ids[100] ?? '' }));
  rows.push(await measure('of 200, oldest first', { after: ids[100] ?? '' }));
  rows.push(await measure('of 200, the oldest', { before: ids[10] ?? '' }));
  printTable(
    'What a page of 10 transactions costs in DynamoDB',
    ['', 'requests', 'read units'],
    rows.map(([name, { requests, read }]) => [name, requests, read]),
  );
  const [of11, ...of200] = rows.map(([, { read }]) => read);
  for (const read of of200) expect(Math.abs(read - (of11 ?? 0))).toBeLessThanOrEqual(0.5);
});
