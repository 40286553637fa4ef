import { randomUUID } from 'node:crypto';
import { type AppRole, appRoles, mayLimitedApp } from '#domain/merchants/roles.ts';
import { routes } from '../../lib/routes.ts';
import { sampleRequest } from '../../lib/sample-request.ts';
import { password, username } from './support/hello.ts';
import { basic, send } from './support/http.ts';
import { type Possessions, possess, seenByOwner } from './support/possessions.ts';
import { waitUntil } from './support/wait-until.ts';
import { merchantInput, world } from './support/world.ts';

/** The attacker has a key with limits, or asks somebody to add the app of such a key. */

const { api, pos, shop, createApp, createMerchant, authorized, move, transaction, payment, pay } = world();

type Shop = Awaited<ReturnType<typeof shop>>;

/** The routes of a merchant's objects. */
const guarded = routes
  .filter(({ authorization, path }) => authorization === 'key' && /\{(?!appId\}\/merchants)/.test(path))
  .map((route) => ({ ...route, name: `${route.method} ${route.path}` }));

const future = '2090-01-01T00:00:00.000Z';
const refusedRole = { error: 'FORBIDDEN', message: 'The role of this key does not allow this' };

/** Makes a key with limits. */
async function limited({ key, merchant }: Pick<Shop, 'key' | 'merchant'>, limits: object) {
  const body = { name: 'Limited', ...limits };
  const answer = await api('POST', `/merchants/${merchant.id}/apps/keys`, { key, body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.app as { id: string; key: string };
}

const putLimits = ({ key, merchant }: Pick<Shop, 'key' | 'merchant'>, id: string, body: object) =>
  api('PUT', `/merchants/${merchant.id}/apps/${id}`, { key, body });

const ask = (key: string, route: (typeof guarded)[number], own: Possessions) => {
  const { path, body } = sampleRequest(route, own);
  return api(route.method, path, { key, body });
};

/** A payment of which everything is captured. */
async function captured({ key, merchant }: Shop, amount = 1000): Promise<string> {
  const id = await authorized(merchant, amount);
  await move(key, id, 'captures', amount);
  return id;
}

describe.each(appRoles)('a key with the role %s', (role: AppRole) => {
  test('the key may call exactly the routes of its role, and no route that would give it more', async () => {
    const one = await shop();
    const own = await possess(one);
    const { key } = await limited(one, { role, expires: future });
    const before = await seenByOwner(own);
    const denied = guarded.filter(({ name }) => !mayLimitedApp(role, name));
    expect(denied.length).toBeGreaterThan(8);
    for (const route of denied) {
      const { status, body } = await ask(key, route, own);
      expect([route.name, status, body]).toEqual([route.name, 403, expect.objectContaining(refusedRole)]);
    }
    expect(await seenByOwner(own)).toEqual(before);
    const allowed = guarded.filter((route) => !denied.includes(route));
    const inOrder = allowed.sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
    for (const route of inOrder) {
      const { status } = await ask(key, route, own);
      // The amounts of the sample may not fit the payment. A 400 or 409 shows that access was granted.
      const good = route.method === 'GET' ? [200] : [200, 201, 202, 204, 400, 409];
      expect([route.name, good.includes(status), status]).toEqual([route.name, true, status]);
    }
  });
});

test('limits are in the list of apps, with the app that has made the key', async () => {
  const one = await shop();
  const limits = {
    role: 'accountant',
    refundCaps: [{ currency: 'EUR', each: 100, day: 1000 }],
    expires: future,
    networks: ['127.0.0.0/8', '::1'],
  };
  const { id } = await limited(one, limits);
  const { body } = await api('GET', `/merchants/${one.merchant.id}/apps?limit=9`, { key: one.key });
  const made = { madeBy: { kind: 'app', id: one.app.id, email: null } };
  expect(body).toEqual([
    { id, name: 'Limited', created: expect.any(String), ...limits, ...made },
    expect.objectContaining({ id: one.app.id, name: 'Test', created: expect.any(String) }),
  ]);
  expect((await putLimits(one, id, { role: 'owner' })).status).toBe(204);
  const after = await api('GET', `/merchants/${one.merchant.id}/apps?limit=9`, { key: one.key });
  expect(after.body[0]).toEqual({ id, name: 'Limited', created: expect.any(String), ...made });
});

test('the list of apps shows the last use of a key to the merchant whose key it is, and to no other merchant', async () => {
  const one = await shop();
  const { id, key } = await limited(one, { role: 'member' });
  const apps = async ({ key, merchant }: Pick<Shop, 'key' | 'merchant'>) =>
    (await api('GET', `/merchants/${merchant.id}/apps?limit=9`, { key })).body as {
      id: string;
      lastUse?: object;
    }[];
  const own = await waitUntil(
    () => apps(one),
    (all) => all.some((app) => app.id === one.app.id && app.lastUse !== undefined),
  );
  expect(own.find((app) => app.id === id)?.lastUse).toBeUndefined();
  expect((await api('GET', `/merchants/${one.merchant.id}`, { key })).status).toBe(200);
  const used = await waitUntil(
    () => apps(one),
    (all) => all.every(({ lastUse }) => lastUse !== undefined),
  );
  const lastUse = {
    day: new Date().toISOString().slice(0, 10),
    network: expect.stringMatching(/^(127\.0\.0\.1|0:0:0:0::\/56)$/),
  };
  expect(used.map((app) => app.lastUse)).toEqual([lastUse, lastUse]);
  // Anybody can add an app by its id, and set limits on it.
  const spy = await shop();
  const path = `/merchants/${spy.merchant.id}/apps`;
  for (const appId of [id, one.app.id]) {
    expect((await api('POST', path, { key: spy.key, body: { appId } })).status).toBe(201);
    expect((await putLimits(spy, appId, { role: 'support' })).status).toBe(204);
  }
  expect((await apps(spy)).filter((app) => 'lastUse' in app).map((app) => app.id)).toEqual([spy.app.id]);
});

test('the API returns 400 with the name of a wrong limit, and makes no key', async () => {
  const one = await shop();
  const path = `/merchants/${one.merchant.id}/apps/keys`;
  const cap = { currency: 'EUR' };
  for (const [field, limits] of [
    ['role', { role: 'root' }],
    ['expires', { expires: '2020-01-01T00:00:00Z' }],
    ['expires', { expires: '2090-13-01T00:00:00Z' }],
    ['refundCaps', { refundCaps: [] }],
    ['refundCaps.0', { refundCaps: [cap] }],
    ['refundCaps.0.day', { refundCaps: [{ ...cap, day: -1 }] }],
    [
      'refundCaps.1.currency',
      {
        refundCaps: [
          { ...cap, day: 1 },
          { ...cap, each: 2 },
        ],
      },
    ],
    ...['1.2.3.4/33', '::1/129', 'localhost', '1.2.3.4/', '1.2.3/8', 'fe80::1%eth0', '1.2.3.4/8/8'].map(
      (network) => ['networks.0', { networks: [network] }] as const,
    ),
    ['refundCap', { refundCap: 1 }],
  ] as const) {
    const { status, body } = await api('POST', path, { key: one.key, body: { name: 'x', ...limits } });
    expect([field, status, body[0]?.field]).toEqual([field, 400, field]);
  }
  expect((await api('GET', `${path.slice(0, -5)}?limit=9`, { key: one.key })).body).toHaveLength(1);
});

test('a key ends at its expiry, although the authorizer still knows it', async () => {
  const one = await shop();
  const expires = new Date(Date.now() + 2000).toISOString();
  const { key } = await limited(one, { expires });
  const read = () => api('GET', `/merchants/${one.merchant.id}`, { key });
  expect((await read()).status).toBe(200);
  const ended = await waitUntil(read, ({ status }) => status !== 200);
  expect([ended.status, ended.body.message]).toEqual([
    403,
    `The access of this key to the merchant ended at ${expires}`,
  ]);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires));
  expect((await api('GET', '/me', { key })).status).toBe(200);
});

test('a key works from its networks only, whatever address its headers state', async () => {
  const one = await shop();
  const { id, key } = await limited(one, { networks: ['192.0.2.0/24', '2001:db8::/32'] });
  const path = `/merchants/${one.merchant.id}`;
  const spoofed = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'cf-connecting-ip', 'via'];
  for (const name of spoofed) {
    const value = name === 'forwarded' ? 'for=192.0.2.7' : '192.0.2.7';
    const { status, body } = await api('GET', path, { key, headers: { [name]: value } });
    expect([name, status, body.message]).toEqual([
      name,
      403,
      expect.stringMatching(/^This key may not be used from (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/),
    ]);
  }
  expect((await api('GET', `/identities/${id}/merchants?limit=9`, { key })).body).toEqual([]);
  expect((await putLimits(one, id, { role: 'owner', networks: ['127.0.0.0/8', '::1'] })).status).toBe(204);
  expect((await api('GET', path, { key })).status).toBe(200);
  expect((await api('GET', `/identities/${id}/merchants?limit=9`, { key })).body).toHaveLength(1);
});

test('nobody lifts limits by an addition, and an app cannot change its own', async () => {
  const one = await shop();
  const apps = `/merchants/${one.merchant.id}/apps`;
  const { id, key } = await limited(one, { role: 'accountant' });
  for (const who of [one.key, key]) await api('POST', apps, { key: who, body: { appId: id } });
  expect((await api('GET', `${apps}?limit=9`, { key: one.key })).body[0]).toMatchObject({
    role: 'accountant',
  });
  expect((await api('POST', `/merchants/${one.merchant.id}/links`, { key, body: {} })).status).toBe(400);
  expect(await move(key, await captured(one), 'refunds', 1)).toMatchObject({ status: 403 });
  expect((await putLimits({ ...one, key }, id, { role: 'owner' })).status).toBe(403);
  const own = await putLimits(one, one.app.id, { role: 'accountant' });
  expect(own).toMatchObject({ status: 400, body: [{ field: 'role' }] });
  expect((await putLimits(one, 'f'.repeat(24), { role: 'member' })).status).toBe(404);
  expect((await api('DELETE', `${apps}/${id}`, { key: one.key })).status).toBe(204);
  expect((await api('GET', apps.slice(0, -5), { key })).status).toBe(403);
});

test('limits are of one merchant: the same app has complete access to another one, and to nothing of the first by it', async () => {
  const [one, other] = await Promise.all([shop(), shop()]);
  const { id, key } = await limited(one, { role: 'support' });
  const path = `/merchants/${other.merchant.id}`;
  expect((await api('POST', `${path}/apps`, { key: other.key, body: { appId: id } })).status).toBe(201);
  const [mine, theirs] = [await captured(one), await captured(other)];
  for (const [transactionId, status] of [
    [theirs, 201],
    [mine, 403],
    [theirs, 201],
  ] as const) {
    const body = { currency: 'EUR', amount: 1, transactionId };
    const merchant = transactionId === mine ? one.merchant.id : other.merchant.id;
    expect((await api('POST', `/merchants/${merchant}/transactions`, { key, body })).status).toBe(status);
  }
  expect((await api('PUT', `/merchants/${one.merchant.id}`, { key, body: { name: 'Mine' } })).status).toBe(
    403,
  );
  expect((await api('PUT', path, { key, body: { name: 'Ours' } })).status).toBe(204);
});

test('a key with limits makes a merchant of its own, which opens nothing of the merchant that gave the key', async () => {
  const one = await shop();
  const { id: appId, key } = await limited(one, { role: 'accountant' });
  const merchant = await createMerchant(key);
  const transactionId = await captured(one);
  const body = { currency: 'EUR', amount: 1, transactionId };
  const charge = (merchantId: string) => api('POST', `/merchants/${merchantId}/transactions`, { key, body });
  // The card that a customer saved at the first merchant is charged at neither.
  expect([(await charge(one.merchant.id)).status, (await charge(merchant.id)).status]).toEqual([403, 400]);
  expect((await move(key, transactionId, 'refunds', 1)).status).toBe(403);
  expect((await putLimits({ merchant, key: one.key }, appId, { role: 'member' })).status).toBe(403);
  expect((await putLimits({ ...one, key }, appId, { role: 'owner' })).status).toBe(403);
  const console = `${process.env.FLORIN_CONSOLE_URL}/api/merchants/${one.merchant.id}/merchants`;
  const authorization = basic('', key);
  expect((await send(console, 'POST', { body: merchantInput, headers: { authorization } })).status).toBe(401);
  const apps = await api('GET', `/merchants/${one.merchant.id}/apps?limit=9`, { key: one.key });
  expect(apps.body[0]).toMatchObject({ id: appId, role: 'accountant' });
});

test('a key opens no hello-world service, and adds nothing to the public key at the checkout API', async () => {
  const one = await shop();
  const { key } = await limited(one, { role: 'accountant' });
  const hello = (authorization: string) => api('GET', '/api/helloWorld', { headers: { authorization } });
  expect((await hello(basic('', key))).status).toBe(401);
  expect((await hello(basic(username, password))).status).toBe(200);
  const authorization = { authorization: basic('', key) };
  const wrong = { ...(await payment(one.merchant)), integration: { key: randomUUID() } };
  expect((await pos('/payments', wrong, authorization)).status).toBe(400);
  expect((await pay(await payment(one.merchant), authorization)).status).toBe(201);
});

describe('with caps', () => {
  const day = (amount: number) => ({ refundCaps: [{ currency: 'EUR', day: amount }] });

  test('20 simultaneous refunds of several payments never return a cent above the cap of a day', async () => {
    const one = await shop();
    const { key } = await limited(one, { role: 'support', ...day(550) });
    const ids = await Promise.all(Array.from({ length: 5 }, () => captured(one)));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => move(key, ids[n % 5] as string, 'refunds', 100)),
    );
    const made = answers.filter(({ status }) => status === 201);
    const left = answers.filter(({ status }) => status !== 201);
    expect(made).toHaveLength(5);
    expect(new Set(left.map(({ status }) => status))).toEqual(new Set([400]));
    const message = /^This key may return at most EUR 5\.50 per day; EUR 0\.50 are left for \d{4}-\d\d-\d\d$/;
    const refused = await move(key, ids[0] as string, 'refunds', 51);
    expect(refused.body).toEqual([{ field: 'amount', message: expect.stringMatching(message) }]);
    expect((await move(key, ids[0] as string, 'refunds', 50)).status).toBe(201);
    expect((await move(key, ids[1] as string, 'refunds', 1)).status).toBe(400);
    const all = await Promise.all(ids.map((id) => transaction(one.key, id)));
    expect(all.reduce((sum, { refundedAmount }) => sum + refundedAmount, 0)).toBe(550);
    // A key without caps is not concerned.
    expect((await move(one.key, ids[1] as string, 'refunds', 100)).status).toBe(201);
  });

  test('one payment returns no more than `each` in all, by small refunds or voids, and no other currency', async () => {
    const one = await shop();
    const { key } = await limited(one, { refundCaps: [{ currency: 'EUR', each: 100 }] });
    const id = await captured(one);
    const statuses: number[] = [];
    for (const amount of [60, 60, 40, 1]) statuses.push((await move(key, id, 'refunds', amount)).status);
    expect(statuses).toEqual([201, 400, 201, 400]);
    const pending = await authorized(one.merchant, 1000);
    expect((await move(key, pending, 'voids', 101)).status).toBe(400);
    expect((await move(key, pending, 'voids', 100)).status).toBe(201);
    await move(key, pending, 'captures', 900);
    expect((await move(key, pending, 'refunds', 1)).status).toBe(400);
    const amount = { currency: 'USD', exponent: 2, value: 1000 };
    const dollars = await authorized(one.merchant, 1000, { amount });
    await move(one.key, dollars, 'captures', 1000);
    expect(await move(key, dollars, 'refunds', 1)).toMatchObject({
      status: 400,
      body: [{ field: 'amount', message: 'This key may not return USD' }],
    });
  });

  test('a repeat gets the answer of a refund that has used the cap up, and none once the role is lower', async () => {
    const one = await shop();
    const { id: appId, key } = await limited(one, { role: 'support', ...day(100) });
    const id = await captured(one);
    const headers = { 'idempotency-key': randomUUID() };
    const refund = () => move(key, id, 'refunds', 100, headers);
    expect((await refund()).status).toBe(201);
    const again = await refund();
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect((await transaction(one.key, id)).refundedAmount).toBe(100);
    expect((await putLimits(one, appId, { role: 'accountant' })).status).toBe(204);
    expect(await refund()).toMatchObject({ status: 403, body: refusedRole });
  });
});

test('a key that replaces another has its limits and its cap of the day, and both work until the old one ends', async () => {
  const one = await shop();
  const limits = {
    role: 'support',
    refundCaps: [{ currency: 'EUR', day: 100 }],
    networks: ['127.0.0.0/8', '::1'],
  };
  const old = await limited(one, limits);
  const id = await captured(one);
  expect((await move(old.key, id, 'refunds', 60)).status).toBe(201);
  const until = new Date(Date.now() + 3000).toISOString();
  const next = await limited(one, { replaces: old.id, until });
  const list = await api('GET', `/merchants/${one.merchant.id}/apps?limit=9`, { key: one.key });
  expect(list.body.slice(0, 2)).toEqual([
    { ...list.body[0], id: next.id, ...limits },
    { ...list.body[1], id: old.id, ...limits, expires: until },
  ]);
  expect(list.body[0].expires).toBeUndefined();
  expect((await move(next.key, id, 'refunds', 60)).status).toBe(400);
  expect((await move(next.key, id, 'refunds', 30)).status).toBe(201);
  expect((await move(old.key, id, 'refunds', 20)).status).toBe(400);
  expect((await move(old.key, id, 'refunds', 10)).status).toBe(201);
  const read = (key: string) => api('GET', `/transactions/${id}`, { key });
  await waitUntil(
    () => read(old.key),
    ({ status }) => status === 403,
  );
  expect((await read(next.key)).status).toBe(200);
});

test('an app with complete access replaces its own key, which loses no more than its end says, and limits cannot be left behind', async () => {
  const one = await shop();
  const path = `/merchants/${one.merchant.id}/apps/keys`;
  const make = (body: object, key = one.key) => api('POST', path, { key, body: { name: 'Next', ...body } });
  const end = { until: future };
  for (const [field, body] of [
    ['until', { replaces: one.app.id }],
    ['until', { replaces: one.app.id, until: '2020-01-01T00:00:00Z' }],
    ['until', end],
    ['role', { replaces: one.app.id, ...end, role: 'owner' }],
  ] as const)
    expect([field, await make(body)]).toMatchObject([field, { status: 400, body: [{ field }] }]);
  expect((await make({ replaces: 'f'.repeat(24), ...end })).status).toBe(404);
  const weak = await limited(one, { role: 'accountant' });
  expect((await make({ replaces: one.app.id, ...end }, weak.key)).status).toBe(403);
  const next = await make({ replaces: one.app.id, ...end });
  expect(next.status).toBe(201);
  expect((await make({}, next.body.app.key)).status).toBe(201);
  expect((await make({})).status).toBe(403);
  expect((await api('GET', `/merchants/${one.merchant.id}`, { key: one.key })).status).toBe(200);
});

test('a key that is made twice with one idempotency key is the same key, and a limited app is no other app', async () => {
  const one = await shop();
  const path = `/merchants/${one.merchant.id}/apps/keys`;
  const headers = { 'idempotency-key': randomUUID() };
  const make = (body: object) => api('POST', path, { key: one.key, body, headers });
  const [first, second] = [
    await make({ name: 'A', role: 'cashier' }),
    await make({ name: 'A', role: 'cashier' }),
  ];
  expect(second.body.app.key).toBe(first.body.app.key);
  expect((await make({ name: 'A', role: 'owner' })).status).toBe(422);
  const stranger = await createApp();
  expect((await api('POST', path, { key: stranger.key, body: { name: 'B' } })).status).toBe(403);
});
