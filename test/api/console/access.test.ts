import { randomBytes, randomUUID } from 'node:crypto';
import { may, type Role, roles } from '#domain/merchants/roles.ts';
import { startOfDay } from '../../../functions/core/domain/merchants/days.ts';
import { routesOf } from '../../../lib/routes.ts';
import { sampleRequest } from '../../../lib/sample-request.ts';
import { type Browser, browser } from '../support/console.ts';
import { type Possessions, possess, seenByOwner } from '../support/possessions.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const { api, shop, authorized, move, transaction } = world();

/** The routes of the console that name an object of a merchant. */
const guarded = routesOf('console')
  .filter(({ path }) => path.startsWith('/api/') && !path.startsWith('/api/identities/'))
  .map((route) => ({ ...route, name: `${route.method} ${route.path}` }));

function askFor(me: Browser, route: (typeof guarded)[number], own: Possessions) {
  const { path, body } = sampleRequest(route, own);
  return me.ask(route.method, path, { body });
}

/** Signs a new user in, who is a member of the merchant with this role. */
async function member({ key, merchantId }: Pick<Possessions, 'key' | 'merchantId'>, role?: Role) {
  const email = `${randomBytes(6).toString('hex')}@console.example.com`;
  const path = `/merchants/${merchantId}/users`;
  const { status } = await api('POST', path, { key, body: { email, role } });
  expect(status).toBe(201);
  const me = browser();
  await me.signIn(email);
  return { me, email };
}

let victim: Possessions;
let rival: Possessions;

beforeAll(async () => {
  const shops = await Promise.all([shop(), shop()]);
  [victim, rival] = (await Promise.all(shops.map(possess))) as [Possessions, Possessions];
});

test('a member of another merchant, with objects of every kind, gets 403 or 404 for everything of this one', async () => {
  const { me } = await member(rival, 'owner');
  const before = await seenByOwner(victim);
  for (const route of guarded) {
    const { status, body, text } = await askFor(me, route, victim);
    const refused = `${status} ${body.error}`;
    expect([route.name, ['403 FORBIDDEN', '404 NOT_FOUND'].includes(refused), text]).toEqual([
      route.name,
      true,
      text,
    ]);
  }
  expect(await seenByOwner(victim)).toEqual(before);
});

test('a path with the user’s own merchant gives no access to objects of another merchant', async () => {
  const { me } = await member(rival, 'owner');
  const before = await seenByOwner(victim);
  const mixed = { ...victim, merchantId: rival.merchantId };
  const nested = guarded.filter(({ path }) => path.includes('{merchantId}') && path.split('{').length > 2);
  expect(nested.length).toBeGreaterThan(10);
  for (const route of nested) {
    const { status } = await askFor(me, route, mixed);
    const isEmptyList = route.name === 'GET /api/merchants/{merchantId}/customers/{customer}/cards';
    expect([route.name, status]).toEqual([route.name, isEmptyList ? 200 : 404]);
  }
  expect(await seenByOwner(victim)).toEqual(before);
});

test('without a session every route answers 401', async () => {
  const before = await seenByOwner(victim);
  for (const route of guarded) {
    const { status, body } = await askFor(browser(), route, victim);
    expect([route.name, status, body.error]).toEqual([route.name, 401, 'SESSION_MISSING']);
  }
  expect(await seenByOwner(victim)).toEqual(before);
});

describe.each(roles.filter((role) => role !== 'owner'))('a user with the role %s', (role) => {
  test('a user with a role may call exactly the routes of the table', async () => {
    const own = await possess(await shop());
    const { me } = await member(own, role);
    const denied = guarded.filter(({ method, path }) => !may(role, `${method} ${path.slice('/api'.length)}`));
    const before = await seenByOwner(own);
    for (const route of denied) {
      const { status, body } = await askFor(me, route, own);
      expect([route.name, status, body]).toEqual([
        route.name,
        403,
        expect.objectContaining({ error: 'FORBIDDEN', message: 'Your role does not allow this' }),
      ]);
    }
    expect(await seenByOwner(own)).toEqual(before);
    for (const route of guarded.filter((one) => !denied.includes(one) && one.method === 'GET'))
      expect([route.name, (await askFor(me, route, own)).status]).toEqual([route.name, 200]);
  });
});

test('an owner may call every route', async () => {
  const own = await possess(await shop());
  const { me } = await member(own, 'owner');
  const place = ({ method, name }: (typeof guarded)[number]) =>
    method !== 'DELETE' ? 0 : name.endsWith('/membership') ? 2 : 1;
  const inOrder = [...guarded].sort((a, b) => place(a) - place(b));
  const answers: [string, number][] = [];
  for (const route of inOrder) answers.push([route.name, (await askFor(me, route, own)).status]);
  // The amounts and states of the sample may not allow a movement. A 400 or 409 shows that the access was granted.
  expect(answers.filter(([, status]) => status === 401 || status === 403 || status >= 500)).toEqual([]);
});

test('an owner makes another merchant, whose only member they are, once for each key', async () => {
  const { key, merchant } = await shop();
  const { me, email } = await member({ key, merchantId: merchant.id }, 'owner');
  const path = `/api/merchants/${merchant.id}/merchants`;
  const body = {
    ...{ name: 'Second', currency: 'DKK', test: true, email, website: 'https://example.com' },
    ...{ descriptor: 'Second', company: { country: 'DK' } },
  };
  const headers = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all([1, 2].map(() => me.ask('POST', path, { body, headers })));
  const [id, ...others] = new Set(answers.map((answer) => answer.body.merchant?.id));
  expect([answers.map(({ status }) => status), others]).toEqual([[201, 201], []]);
  // The console refuses what the merchants' API refuses, with the same faults.
  for (const wrong of [
    { name: 'x'.repeat(256) },
    { descriptor: 'a\u202eb' },
    { descriptor: 'a\u0000b' },
    { website: 'x' },
  ]) {
    const refused = await me.ask('POST', path, { body: { ...body, ...wrong } });
    const byApi = await api('POST', '/merchants', { key, body: { ...body, ...wrong } });
    expect([wrong, refused.status, refused.body]).toEqual([wrong, 400, byApi.body]);
  }

  const { merchants } = (await me.ask('GET', '/session')).body;
  expect(merchants.map((one: { id: string; role: string }) => [one.id, one.role]).sort()).toEqual(
    [merchant.id, id].map((one) => [one, 'owner']).sort(),
  );
  const users = await me.ask('GET', `/api/merchants/${id}/users?limit=9`);
  expect(users.body).toMatchObject([{ email, role: 'owner' }]);
  expect((await me.ask('GET', `/api/merchants/${id}/apps?limit=9`)).body).toEqual([]);
  expect((await api('GET', `/merchants/${id}`, { key })).status).toBe(403);
  const [entry] = (await me.ask('GET', `/api/merchants/${merchant.id}/audit?limit=9`)).body;
  expect(entry.action).toBe('POST /merchants/{merchantId}/merchants');
});

test('a new role applies from the next request on, and nobody can change their own role', async () => {
  const [owner, other] = [await member(victim, 'owner'), await member(victim, 'accountant')];
  const idOf = async ({ me }: typeof owner) => (await me.ask('GET', '/session')).body.user.id;
  const path = async (of: typeof owner) => `/api/merchants/${victim.merchantId}/users/${await idOf(of)}`;
  const set = async (of: typeof owner, role: unknown) =>
    (await owner.me.ask('PUT', await path(of), { body: { role } })).status;
  const invite = async () => {
    const body = { email: other.email, role: 'owner' };
    return (await other.me.ask('POST', `/api/merchants/${victim.merchantId}/users`, { body })).status;
  };
  expect(await invite()).toBe(403);
  expect(await set(other, 'owner')).toBe(204);
  expect(await invite()).toBe(201);
  expect(await set(other, 'support')).toBe(204);
  expect(await invite()).toBe(403);
  for (const role of [undefined, 'root', '', 1]) expect([role, await set(other, role)]).toEqual([role, 400]);
  expect(await set(owner, 'support')).toBe(400);
  const missing = `/api/merchants/${victim.merchantId}/users/${'f'.repeat(24)}`;
  expect((await owner.me.ask('PUT', missing, { body: { role: 'owner' } })).status).toBe(404);
  const { body } = await api('GET', `/merchants/${victim.merchantId}/users?limit=99`, { key: victim.key });
  const roleOf = (email: string) => body.find((user: { email: string }) => user.email === email).role;
  expect([roleOf(owner.email), roleOf(other.email)]).toEqual(['owner', 'support']);
});

test('a user with any role can leave a merchant, except the only owner of several people', async () => {
  const { key, merchant } = await shop();
  const owned = { key, merchantId: merchant.id };
  const [owner, reader] = [await member(owned, 'owner'), await member(owned, 'accountant')];
  await member(owned, 'support');
  const path = `/api/merchants/${owned.merchantId}`;
  const leave = ({ me }: typeof owner) => me.ask('DELETE', `${path}/membership`);
  expect((await leave(reader)).status).toBe(204);
  expect([(await reader.me.ask('GET', path)).status, (await leave(reader)).status]).toEqual([403, 403]);
  expect((await reader.me.ask('GET', '/session')).body.merchants).toEqual([]);
  const only = [{ field: 'role', message: 'You are the only owner. Make another person an owner first' }];
  expect(await leave(owner)).toMatchObject({ status: 400, body: only });
  const { user } = (await owner.me.ask('GET', '/session')).body;
  expect(await owner.me.ask('DELETE', `${path}/users/${user.id}`)).toMatchObject({ status: 400, body: only });
  const heir = await member(owned, 'owner');
  expect((await leave(owner)).status).toBe(204);
  expect((await heir.me.ask('GET', path)).status).toBe(200);
  const { body: log } = await heir.me.ask('GET', `${path}/audit?limit=9`);
  const entries = log.map(({ action, status }: { action: string; status: number }) => [action, status]);
  const joined = 'PUT /merchants/{merchantId}/membership';
  expect(entries.filter(([action]: [string]) => action !== joined)).toEqual([
    ['DELETE /merchants/{merchantId}/membership', 204],
    ['DELETE /merchants/{merchantId}/users/{userId}', 400],
    ['DELETE /merchants/{merchantId}/membership', 400],
    ['DELETE /merchants/{merchantId}/membership', 204],
  ]);
});

test('a removed member’s open session has no access from the next request on, and lists no merchant', async () => {
  const { me, email } = await member(victim, 'owner');
  const { user } = (await me.ask('GET', '/session')).body;
  expect((await me.ask('GET', `/api/merchants/${victim.merchantId}`)).status).toBe(200);
  const path = `/merchants/${victim.merchantId}/users/${user.id}`;
  expect((await api('DELETE', path, { key: victim.key })).status).toBe(204);
  for (const [method, place, body] of [
    ['GET', `/api/merchants/${victim.merchantId}`],
    ['POST', `/api/transactions/${victim.transactionId}/refunds`, { amount: 1 }],
    ['POST', `/api/merchants/${victim.merchantId}/users`, { email }],
  ] as const)
    expect((await me.ask(method, place, { body })).status).toBe(403);
  expect((await me.ask('GET', '/session')).body.merchants).toEqual([]);
});

test('a user moves money as an app does, once for each key; the same key of another user or of an app counts separately', async () => {
  const { key, merchant } = await shop();
  const { me } = await member({ key, merchantId: merchant.id }, 'member');
  const { me: other } = await member({ key, merchantId: merchant.id }, 'owner');
  const id = await authorized(merchant, 1000);
  const headers = { 'idempotency-key': randomUUID() };
  const capture = (who: Browser) =>
    who.ask('POST', `/api/transactions/${id}/captures`, { body: { amount: 100 }, headers });
  const [first, again] = [await capture(me), await capture(me)];
  expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true']);
  expect((await transaction(key, id)).capturedAmount).toBe(100);
  expect((await capture(other)).headers['idempotency-replayed']).toBeUndefined();
  expect((await move(key, id, 'captures', 100, headers)).headers['idempotency-replayed']).toBeUndefined();
  expect((await transaction(key, id)).capturedAmount).toBe(300);
  const replay = await move(key, id, 'captures', 100, headers);
  expect(replay.headers['idempotency-replayed']).toBe('true');
});

test('the audit log names user, action, network and outcome of each request, including forbidden ones', async () => {
  const { key, merchant } = await shop();
  const owned = { key, merchantId: merchant.id };
  const [owner, helper] = [await member(owned, 'owner'), await member(owned, 'support')];
  const id = await authorized(merchant, 1000);
  await move(key, id, 'captures', 1000);
  const refund = `/api/transactions/${id}/refunds`;
  expect((await helper.me.ask('POST', refund, { body: { amount: 300 } })).status).toBe(201);
  expect((await helper.me.ask('POST', refund, { body: { amount: 3000 } })).status).toBe(400);
  const denied = await helper.me.ask('POST', `/api/merchants/${merchant.id}/users`, {
    body: { email: 'friend@example.com', role: 'owner' },
  });
  expect(denied.status).toBe(403);
  expect(
    (await owner.me.ask('PUT', `/api/merchants/${merchant.id}`, { body: { name: 'N'.repeat(250) } })).status,
  ).toBe(204);
  // Reads, and requests of strangers, are not in the log.
  await helper.me.ask('GET', `/api/transactions/${id}`);
  const { me: stranger } = await member(rival, 'owner');
  expect((await stranger.ask('POST', refund, { body: { amount: 1 } })).status).toBe(403);

  const path = `/api/merchants/${merchant.id}/audit`;
  expect((await helper.me.ask('GET', `${path}?limit=9`)).status).toBe(403);
  const { body } = await owner.me.ask('GET', `${path}?limit=9`);
  const from = { address: expect.any(String), device: 'Chrome, Windows', created: expect.any(String) };
  const by = ({ email }: typeof owner) => ({ id: expect.any(String), email });
  const entry = { id: expect.any(String), requestId: expect.any(String), ...from };
  expect(body).toEqual([
    {
      ...entry,
      user: by(owner),
      action: 'PUT /merchants/{merchantId}',
      about: {},
      fields: { name: 'N'.repeat(250) },
      status: 204,
    },
    {
      ...entry,
      user: by(helper),
      action: 'POST /merchants/{merchantId}/users',
      about: {},
      fields: { email: 'friend@example.com', role: 'owner' },
      requestId: denied.headers['x-request-id'],
      status: 403,
    },
    {
      ...entry,
      user: by(helper),
      action: 'POST /transactions/{transactionId}/refunds',
      about: { transactionId: id },
      fields: { amount: 3000 },
      status: 400,
    },
    {
      ...entry,
      user: by(helper),
      action: 'POST /transactions/{transactionId}/refunds',
      about: { transactionId: id },
      fields: { amount: 300 },
      status: 201,
    },
  ]);
  for (const method of ['DELETE', 'PUT', 'POST']) expect((await owner.me.ask(method, path)).status).toBe(405);

  const [first, second, third, last] = body;
  const idsOf = async (query: string) =>
    (await owner.me.ask('GET', `${path}?${query}`)).body.map((one: { id: string }) => one.id);
  expect(await idsOf(`limit=2&before=${first.id}`)).toEqual([second.id, third.id]);
  expect(await idsOf(`limit=2&after=${last.id}`)).toEqual([third.id, second.id]);
  expect(await idsOf(`limit=9&filter[from]=${second.created}`)).not.toContain(last.id);
  expect(await idsOf(`limit=9&filter[to]=${first.created}`)).not.toContain(first.id);
});

test('a user sees the list of their own merchants only', async () => {
  const { me } = await member(victim, 'support');
  const { body } = await me.ask('GET', '/session');
  expect(body.merchants).toEqual([expect.objectContaining({ id: victim.merchantId, role: 'support' })]);
  const listed = await waitUntil(
    async () => (await me.ask('GET', `/api/identities/${body.user.id}/merchants?limit=9`)).body,
    ({ length }) => length > 0,
  );
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([victim.merchantId]);
  for (const id of [victim.ownerId, 'f'.repeat(24)])
    expect((await me.ask('GET', `/api/identities/${id}/merchants?limit=9`)).status).toBe(403);
});

test('a key made in the console is valid for the merchants’ API until it is removed', async () => {
  const { key, merchant } = await shop();
  const { me } = await member({ key, merchantId: merchant.id }, 'owner');
  const path = `/api/merchants/${merchant.id}/apps`;
  for (const body of [{}, { name: '' }, { name: 'x'.repeat(300) }, { name: 'a', more: 1 }])
    expect((await me.ask('POST', `${path}/keys`, { body })).status).toBe(400);
  const { status, body } = await me.ask('POST', `${path}/keys`, { body: { name: 'Till' } });
  expect([status, body]).toEqual([
    201,
    { app: { id: expect.any(String), name: 'Till', created: expect.any(String), key: expect.any(String) } },
  ]);
  const own = { key: body.app.key };
  expect((await api('GET', `/merchants/${merchant.id}`, own)).status).toBe(200);
  expect((await me.ask('GET', `${path}?limit=9`)).text).not.toContain(body.app.key);
  expect((await me.ask('DELETE', `${path}/${body.app.id}`)).status).toBe(204);
  expect((await api('GET', `/merchants/${merchant.id}`, own)).status).toBe(403);
});

test('the overview has the sums of captures, refunds and fees, and the number of payments, of the period', async () => {
  const { key, merchant } = await shop();
  const { me } = await member({ key, merchantId: merchant.id }, 'accountant');
  const id = await authorized(merchant, 5000);
  await move(key, id, 'captures', 4500);
  await move(key, id, 'refunds', 1000);
  const path = `/api/merchants/${merchant.id}/overview`;
  const { body } = await waitUntil(
    () => me.ask('GET', `${path}?days=7`),
    ({ body }) => body.period?.refunds === 1000,
  );
  const nothing = { takings: 0, refunds: 0, fees: 0, disputes: 0, disputeCount: 0, approved: 0, declined: 0 };
  expect(body).toMatchObject({
    currency: 'EUR',
    period: { ...nothing, takings: 4500, refunds: 1000, fees: 86, approved: 1, declines: [] },
    before: { ...nothing, declines: [] },
  });
  expect(body.series).toHaveLength(7);
  expect(Date.parse(body.from)).toBe(startOfDay(body.series[0].day, 'Europe/Copenhagen'));
  expect((await me.ask('GET', `${path}?days=90`)).body.series).toHaveLength(90);
  expect(body.series.at(-1)).toMatchObject({ takings: 4500, refunds: 1000 });
  for (const days of ['0', '91', 'x', '-1', '1.5', ''])
    expect([days, (await me.ask('GET', `${path}?days=${days}`)).status]).toEqual([days, 400]);
});
