import { randomUUID } from 'node:crypto';
import { browser } from './support/console.ts';
import { password, username } from './support/hello.ts';
import { basic } from './support/http.ts';
import { world } from './support/world.ts';

const { api, createApp, shop, authorized, move, transaction } = world();

let owner: Awaited<ReturnType<typeof shop>>;
let stranger: Awaited<ReturnType<typeof createApp>>;
let transactionId: string;
let lineId: string;

beforeAll(async () => {
  [owner, stranger] = await Promise.all([shop(), createApp()]);
  transactionId = await authorized(owner.merchant);
  const captured = await move(owner.key, transactionId, 'captures', 100);
  lineId = captured.body.transaction.trail[0].lineId;
});

/** Lists every route that has an id in its path, each with a valid body. */
const routes = (merchant: string, transaction: string, line: string): [string, string, unknown?][] => [
  ['GET', `/merchants/${merchant}`],
  ['PUT', `/merchants/${merchant}`, { name: 'Mine now' }],
  ['GET', `/merchants/${merchant}/lines?limit=1`],
  ['GET', `/lines/${line}`],
  ['GET', `/merchants/${merchant}/transactions?limit=1`],
  ['POST', `/merchants/${merchant}/transactions`, { transactionId, currency: 'EUR', amount: 1 }],
  ['GET', `/transactions/${transaction}`],
  ['POST', `/transactions/${transaction}/increments`, { amount: 1 }],
  ['POST', `/transactions/${transaction}/captures`, { amount: 1 }],
  ['POST', `/transactions/${transaction}/captures`, { amount: 10 ** 12 }],
  ['POST', `/transactions/${transaction}/refunds`, { amount: 1 }],
  ['POST', `/transactions/${transaction}/voids`, { amount: 1 }],
];

test('no cache may store a response with data of a merchant, an app or a user', async () => {
  const users = `/merchants/${owner.merchant.id}/users`;
  const email = `${randomUUID()}@console.example.com`;
  const me = browser();
  const { key } = owner;
  expect((await api('POST', users, { key, body: { email } })).status).toBe(201);
  await me.signIn(email);
  const answers = await Promise.all([
    api('GET', '/me', { key }),
    api('GET', `/transactions/${'f'.repeat(24)}`, { key }),
    api('GET', `${users}?limit=0`, { key }),
    api('GET', '/api/helloWorld', { headers: { authorization: basic(username, password) } }),
    me.ask('GET', '/session'),
    me.ask('GET', `/api${users}?limit=9`),
  ]);
  expect(answers.map(({ status, headers }) => [status, headers['cache-control']])).toEqual(
    [200, 404, 400, 200, 200, 200].map((status) => [status, 'no-store']),
  );
});

test("a request for another app's merchant or transaction gets 403 and changes nothing", async () => {
  const before = await transaction(owner.key, transactionId);
  for (const [method, path, body] of routes(owner.merchant.id, transactionId, lineId)) {
    const answer = await api(method, path, { key: stranger.key, body });
    expect([path, answer.status, answer.body]).toMatchObject([path, 403, { error: 'FORBIDDEN' }]);
  }
  const merchants = await api('GET', `/identities/${owner.app.id}/merchants?limit=1`, { key: stranger.key });
  expect([merchants.status, merchants.body.message]).toEqual([
    403,
    'An app can list its own merchants only; GET /me shows its id',
  ]);
  expect(await transaction(owner.key, transactionId)).toEqual(before);
  expect((await api('GET', `/merchants/${owner.merchant.id}`, { key: owner.key })).body.merchant.name).toBe(
    'Coffee & John',
  );
});

test.each(['f'.repeat(24), 'F'.repeat(24), 'abc', '%2e%2e', 'æøå', '0'.repeat(25), "' or 1=1", '%00'])(
  'every route returns 404 to the unknown or malformed id %s',
  async (id) => {
    const encoded = id.startsWith('%') ? id : encodeURIComponent(id);
    for (const [method, path, body] of routes(encoded, encoded, encoded)) {
      const answer = await api(method, path, { key: owner.key, body });
      expect([path, answer.status, typeof answer.body.error]).toEqual([path, 404, 'string']);
    }
  },
);

test.each([
  ['no Authorization header', undefined],
  ['a wrong key', basic('', '00000000-0000-0000-0000-000000000000')],
  ['its key as the user name', 'key as user'],
  ['another scheme than Basic', 'Bearer abc'],
  ['credentials that are not base64', 'Basic %%%'],
  ['Basic without credentials', 'Basic'],
  ['a key that is not a UUID', basic('', 'x'.repeat(5000))],
])('every route returns 401 with a challenge to a request with %s', async (_, authorization) => {
  const header = authorization === 'key as user' ? basic(owner.key, '') : authorization;
  for (const [method, path, body] of [
    ['GET', '/me', undefined] as const,
    ...routes(owner.merchant.id, transactionId, lineId),
  ]) {
    const answer = await api(method, path, {
      body,
      headers: header === undefined ? {} : { authorization: header },
    });
    expect([path, answer.status]).toEqual([path, 401]);
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="/);
    expect(answer.body).toMatchObject({ error: expect.any(String), message: expect.any(String) });
    expect(answer.headers['x-request-id']).toBeDefined();
  }
});

test('the API returns 404 to an unknown path, 405 to a wrong method, and ignores a trailing slash', async () => {
  const unknown = await api('GET', '/nothing/here', { key: owner.key });
  expect(unknown.status).toBe(404);
  expect(unknown.body).toMatchObject({ error: expect.any(String), message: expect.any(String) });
  const wrongMethod = await api('DELETE', '/me', { key: owner.key });
  expect(wrongMethod.status).toBe(405);
  expect((await api('GET', '/me/', { key: owner.key })).status).toBe(200);
  expect((await api('GET', `/merchants/${owner.merchant.id}/`, { key: owner.key })).status).toBe(200);
});
