import { aws } from './support/aws.ts';
import { world } from './support/world.ts';

const { api, createApp, shop, authorized } = world();

const ids = (items: { id: string }[]) => items.map(({ id }) => id);

test('a merchant invites a user once, lists its users, and removes a user', async () => {
  const { key, merchant } = await shop();
  const path = `/merchants/${merchant.id}/users`;
  const invite = (email: string) => api('POST', path, { key, body: { email } });
  expect(await invite('one@example.com')).toMatchObject({ status: 201, body: { isMember: false } });
  expect(await invite('ONE@example.com')).toMatchObject({ status: 201, body: { isMember: true } });
  expect(await api('POST', path, { key, form: { email: 'two@example.com' } })).toMatchObject({
    body: { isMember: false },
  });
  expect(await invite('nobody')).toMatchObject({ status: 400, body: [{ field: 'email' }] });

  const users = (await api('GET', path, { key, query: { limit: 10 } })).body;
  expect(users).toEqual([
    { id: expect.any(String), email: 'two@example.com', created: expect.any(String), role: 'owner' },
    { id: expect.any(String), email: 'one@example.com', created: expect.any(String), role: 'owner' },
  ]);
  expect((await api('GET', path, { key, query: { limit: 1, before: users[0].id } })).body).toEqual([
    users[1],
  ]);
  expect((await api('GET', path, { key, query: { limit: 9, after: users[1].id } })).body).toEqual([users[0]]);

  expect((await api('DELETE', `${path}/${users[0].id}`, { key })).status).toBe(204);
  expect((await api('DELETE', `${path}/${users[0].id}`, { key })).status).toBe(404);
  expect((await api('DELETE', `${path}/${'f'.repeat(24)}`, { key })).status).toBe(404);
  expect((await api('DELETE', `${path}/x`, { key })).status).toBe(404);
  expect((await api('GET', path, { key, query: { limit: 10 } })).body).toEqual([users[1]]);
  // If a removed person is invited again, they are still the same user.
  expect((await invite('two@example.com')).body).toEqual({ isMember: false });
  expect(ids((await api('GET', path, { key, query: { limit: 10 } })).body)).toEqual(ids(users));
});

test('20 invitations of one address at the same time make one user, and one response says that the user is new', async () => {
  const { key, merchant } = await shop();
  const path = `/merchants/${merchant.id}/users`;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      api('POST', path, { key, body: { email: `race-${merchant.id}@example.com` } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(answers.filter(({ body }) => body.isMember === false)).toHaveLength(1);
  expect((await api('GET', path, { key, query: { limit: 10 } })).body).toHaveLength(1);
});

/** Florin notes the first use of a key after its answer. */
const anyUse = ({ lastUse }: { lastUse?: object }) =>
  lastUse && { lastUse: { day: expect.any(String), network: expect.any(String) } };

test('a merchant adds an app, lists its apps without their keys, and revokes access with immediate effect', async () => {
  const { app, key, merchant } = await shop();
  const other = await createApp('Book-keeping');
  const path = `/merchants/${merchant.id}/apps`;
  const seen = () => api('GET', `/merchants/${merchant.id}`, { key: other.key });
  expect((await seen()).status).toBe(403);
  expect((await api('POST', path, { key, body: { appId: other.id } })).status).toBe(201);
  expect((await api('POST', path, { key, form: { appId: other.id } })).status).toBe(201);
  expect((await seen()).status).toBe(200);
  const apps = await api('GET', path, { key: other.key, query: { limit: 10 } });
  expect(apps.body).toEqual([
    { id: other.id, name: 'Book-keeping', created: expect.any(String) },
    { id: app.id, name: 'Test', created: expect.any(String), ...anyUse(apps.body[1]) },
  ]);
  expect(
    ids(
      (await api('GET', `/identities/${other.id}/merchants`, { key: other.key, query: { limit: 10 } })).body,
    ),
  ).toEqual([merchant.id]);

  const id = await authorized(merchant, 100);
  const capture = () =>
    api('POST', `/transactions/${id}/captures`, {
      key: other.key,
      body: { amount: 1 },
      headers: { 'idempotency-key': id },
    });
  expect((await capture()).status).toBe(201);
  expect((await api('DELETE', `${path}/${other.id}`, { key })).status).toBe(204);
  // The authorizer still accepts the key. The app has no access any more, not even to a repeat of its own capture.
  expect((await seen()).status).toBe(403);
  expect((await capture()).status).toBe(403);
  expect((await api('GET', '/me', { key: other.key })).status).toBe(200);
  expect(
    (await api('GET', `/identities/${other.id}/merchants`, { key: other.key, query: { limit: 10 } })).body,
  ).toEqual([]);
  expect((await api('DELETE', `${path}/${other.id}`, { key })).status).toBe(404);
  expect(await api('POST', path, { key, body: { appId: 'f'.repeat(24) } })).toMatchObject({
    status: 400,
    body: [{ field: 'appId' }],
  });
});

test('the last app of a merchant can remove itself', async () => {
  const { app, key, merchant } = await shop();
  const path = `/merchants/${merchant.id}/apps`;
  const own = `${path}/${app.id}`;
  const id = await authorized(merchant, 100);
  expect(await api('DELETE', own, { key })).toMatchObject({ status: 204, text: '' });
  for (const [method, at] of [
    ['GET', `${path}?limit=10`],
    ['GET', `/merchants/${merchant.id}`],
    ['GET', `/transactions/${id}`],
    ['DELETE', own],
  ] as const)
    expect([at, (await api(method, at, { key })).status]).toEqual([at, 403]);
  // Customers can still pay the merchant.
  expect(await authorized(merchant, 100)).toMatch(/^[0-9a-f]{24}$/);

  const { invoke } = aws();
  const next = await createApp();
  const added = { merchantId: merchant.id, appId: next.id };
  expect(await invoke('AddApp', added)).toEqual({ error: undefined, body: added });
  expect((await invoke('AddApp', added)).error).toBeUndefined();
  expect(ids((await api('GET', path, { key: next.key, query: { limit: 10 } })).body)).toEqual([next.id]);
  const nobody = 'f'.repeat(24);
  for (const [wrong, errorMessage] of [
    [{ ...added, appId: nobody }, `There is no app ${nobody}`],
    [{ ...added, merchantId: nobody }, `There is no merchant ${nobody}`],
    [{}, expect.stringContaining('Expected {"merchantId"')],
  ] as const)
    expect(await invoke('AddApp', wrong)).toMatchObject({ error: 'Unhandled', body: { errorMessage } });
});

test('two apps that remove themselves at the same time both lose access', async () => {
  const { app, key, merchant } = await shop();
  const other = await createApp();
  const path = `/merchants/${merchant.id}/apps`;
  await api('POST', path, { key, body: { appId: other.id } });
  const answers = await Promise.all([
    api('DELETE', `${path}/${app.id}`, { key }),
    api('DELETE', `${path}/${other.id}`, { key: other.key }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  for (const each of [key, other.key])
    expect((await api('GET', path, { key: each, query: { limit: 10 } })).status).toBe(403);
});

test('an app that is not a member of a merchant cannot list, add or remove members', async () => {
  const { app, merchant } = await shop();
  const { key } = await createApp();
  for (const [method, path, body] of [
    ['GET', 'apps?limit=1'],
    ['GET', 'users?limit=1'],
    ['POST', 'apps', { appId: app.id }],
    ['POST', 'users', { email: 'a@example.com' }],
    ['DELETE', `apps/${app.id}`],
    ['DELETE', `users/${app.id}`],
  ] as const) {
    expect([path, (await api(method, `/merchants/${merchant.id}/${path}`, { key, body })).status]).toEqual([
      path,
      403,
    ]);
    expect((await api(method, `/merchants/${'e'.repeat(24)}/${path}`, { key, body })).status).toBe(404);
  }
});
