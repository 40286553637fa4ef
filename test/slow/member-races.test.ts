import { callEngine } from '../../lib/local/dynamodb/engine.ts';
import { browser } from '../api/support/console.ts';
import { ownFlorin } from '../api/support/own-florin.ts';

// A delay of 40 ms between the read and the write of a request makes concurrent requests overlap.
const latency = 20;

const own = ownFlorin({ latency });

/** A merchant of two apps. */
async function pair() {
  const owner = await own.here.shop();
  const guest = await own.here.createApp('Guest');
  const path = `/merchants/${owner.merchant.id}`;
  const added = await own.here.api('POST', `${path}/apps`, { key: owner.key, body: { appId: guest.id } });
  expect(added.status).toBe(201);
  const list = async (kind: 'apps' | 'users', key = owner.key): Promise<string[]> =>
    (await own.here.api('GET', `${path}/${kind}?limit=1000`, { key })).body.map(
      ({ id }: { id: string }) => id,
    );
  const remove = (app: { id: string }, by: { key: string }) =>
    own.here.api('DELETE', `${path}/apps/${app.id}`, { key: by.key });
  return { owner, guest, path, list, remove };
}

test('removing an app is permanent even while the app adds itself repeatedly', async () => {
  const stays = async () => {
    const { owner, guest, path, remove } = await pair();
    const add = () => own.here.api('POST', `${path}/apps`, { key: guest.key, body: { appId: guest.id } });
    const adding = [1, 2, 3].map(async () => {
      for (let n = 0; n < 20; n++) if ((await add()).status === 403) return;
    });
    expect((await remove(guest, owner)).status).toBe(204);
    await Promise.all(adding);
    return (await own.here.api('GET', path, { key: guest.key })).status !== 403;
  };
  const tries: boolean[] = [];
  while (tries.length < 40) tries.push(...(await Promise.all(Array.from({ length: 8 }, stays))));
  expect(tries).toEqual(tries.map(() => false));
});

test('a new person whom ten merchants invite at the same time is one user, and a member of all of them', async () => {
  const merchants = await Promise.all(Array.from({ length: 10 }, () => own.here.shop()));
  const email = `new-${merchants[0]?.merchant.id}@example.com`;
  const path = (id: string) => `/merchants/${id}/users`;
  const answers = await Promise.all(
    merchants.map(({ key, merchant }) => own.here.api('POST', path(merchant.id), { key, body: { email } })),
  );
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    merchants.map(() => [201, { isMember: false }]),
  );
  const users = await Promise.all(
    merchants.map(async ({ key, merchant }) =>
      (await own.here.api('GET', `${path(merchant.id)}?limit=9`, { key })).body.map(
        (user: { id: string }) => user.id,
      ),
    ),
  );
  expect(new Set(users.flat()).size).toBe(1);
  expect(users.flat()).toHaveLength(merchants.length);
});

describe('an app that is removed between its read and its write has no effect', () => {
  interface Scene {
    guest: { id: string };
    friend: { id: string };
    /** Two of the merchant's users. */
    users: string[];
  }

  test.each<[string, string, string, (scene: Scene) => object | undefined]>([
    ['adds itself', 'POST', '/apps', ({ guest }) => ({ appId: guest.id })],
    ['adds another', 'POST', '/apps', ({ friend }) => ({ appId: friend.id })],
    ['invites somebody', 'POST', '/users', ({ guest }) => ({ email: `${guest.id}@example.com` })],
    ['invites a user', 'POST', '/users', () => ({ email: 'one@example.com' })],
    ['changes the merchant', 'PUT', '', () => ({ name: 'Mine' })],
    ['removes a user', 'DELETE', '/users/<user>', () => undefined],
    ['removes another', 'DELETE', '/apps/<friend>', () => undefined],
    ['removes itself', 'DELETE', '/apps/<guest>', () => undefined],
  ])('when it %s', async (_, method, route, body) => {
    const { owner, guest, path, list, remove } = await pair();
    const friend = await own.here.createApp('Friend');
    const { key } = owner;
    await own.here.api('POST', `${path}/users`, { key, body: { email: 'one@example.com' } });
    if (route.includes('<friend>'))
      await own.here.api('POST', `${path}/apps`, { key, body: { appId: friend.id } });
    const users = await list('users');
    const apps = (await list('apps')).filter((id) => id !== guest.id);

    let removing: Promise<{ status: number }> | undefined;
    own.proxy.afterAnswer = async (operation, asked) => {
      const looks =
        operation === 'GetItem' && asked.includes('"merchant#') && asked.includes(`app#${guest.id}`);
      if (!looks || removing) return;
      removing = remove(guest, owner);
      await removing;
    };
    const target = route
      .replace('<user>', users[0] ?? '')
      .replace('<friend>', friend.id)
      .replace('<guest>', guest.id);
    const answer = await own.here.api(method, path + target, {
      key: guest.key,
      body: body({ guest, friend, users }),
    });
    own.proxy.afterAnswer = undefined;

    // When the app removes itself a second time, it is no longer a member.
    expect([(await removing)?.status, answer.status]).toEqual([204, route.includes('<guest>') ? 404 : 403]);
    expect([await list('apps'), await list('users')]).toEqual([apps, users]);
    expect((await own.here.api('GET', path, { key })).body.merchant.name).toBe(owner.merchant.name);
  });
});

test('two apps that remove each other leave one of them', async () => {
  for (let n = 0; n < 5; n++) {
    const { owner, guest, list, remove } = await pair();
    const [a, b] = await Promise.all([remove(guest, owner), remove(owner.app, guest)]);
    expect([a.status, b.status].sort()).toEqual([204, 403]);
    const [left, key] = a.status === 204 ? [owner.app.id, owner.key] : [guest.id, guest.key];
    expect(await list('apps', key)).toEqual([left]);
  }
});

describe('an owner who is made an accountant between the read and the write of a request has no effect', () => {
  /** An owner of the merchant, signed in to the console. */
  async function owner({ owner: { key }, path }: Awaited<ReturnType<typeof pair>>, email: string) {
    const me = browser(own.florin);
    await own.here.api('POST', `${path}/users`, { key, body: { email } });
    await me.signIn(email);
    return { me, id: String((await me.ask('GET', '/session')).body.user.id) };
  }

  test.each<[string, string, string, object | undefined]>([
    ['demote the other owner', 'PUT', '/users/<other>', { role: 'accountant' }],
    ['remove the other owner', 'DELETE', '/users/<other>', undefined],
    ['invite somebody', 'POST', '/users', { email: 'friend@example.com' }],
    ['make a key', 'POST', '/apps/keys', { name: 'Mine' }],
    ['change the merchant', 'PUT', '', { name: 'Mine' }],
    ['add an endpoint', 'POST', '/webhooks', { url: 'https://example.com' }],
  ])('when they %s', async (name, method, route, body) => {
    const merchant = await pair();
    const { path, owner: app } = merchant;
    const asMember = (place: string) => own.here.api('GET', path + place, { key: app.key });
    const first = await owner(merchant, `first-${method}-${route.length}-${name.length}@example.com`);
    const second = await owner(merchant, `second-${method}-${route.length}-${name.length}@example.com`);
    const places = ['', '/users?limit=9', '/apps?limit=9', '/webhooks?limit=9'];

    let before: unknown[] = [];
    own.proxy.afterAnswer = async (operation, asked) => {
      const looks = operation === 'GetItem' && asked.includes('"merchant#') && asked.includes(first.id);
      if (!looks || before.length > 0) return;
      own.proxy.afterAnswer = undefined;
      const role = { role: 'accountant' };
      const demoted = await second.me.ask('PUT', `/api${path}/users/${first.id}`, { body: role });
      expect(demoted.status).toBe(204);
      before = (await Promise.all(places.map(asMember))).map((answer) => answer.body);
    };
    const answer = await first.me.ask(method, `/api${path}${route.replace('<other>', second.id)}`, { body });

    expect([answer.status, before.length]).toEqual([403, places.length]);
    expect((await Promise.all(places.map(asMember))).map((answer) => answer.body)).toEqual(before);
  });
});

test('the last two apps can remove themselves at the same time: both requests succeed, and both apps are removed', async () => {
  for (let n = 0; n < 5; n++) {
    const { owner, guest, remove } = await pair();
    const [a, b] = await Promise.all([remove(owner.app, owner), remove(guest, guest)]);
    expect([a.status, b.status]).toEqual([204, 204]);
    for (const { key } of [owner, guest])
      expect((await own.here.api('GET', `/merchants/${owner.merchant.id}`, { key })).status).toBe(403);
  }
});

test('a removed app does not list the merchant, even when the index lags behind', async () => {
  const call = callEngine(own.engine.endpoint);
  const { TableNames } = await call('ListTables', {});
  const TableName = TableNames.find((name: string) => name !== 'florin-local');
  const { merchant } = await own.here.shop();
  const stranger = await own.here.createApp();
  const entry = { pk: { S: `stale#${stranger.id}` }, sk: { S: 'stale' } };
  await call('PutItem', {
    TableName,
    Item: { ...entry, listPk: { S: `app#${stranger.id}#test` }, listSk: { S: merchant.id } },
  });
  const list = await own.here.api('GET', `/identities/${stranger.id}/merchants?limit=9`, {
    key: stranger.key,
  });
  await call('DeleteItem', { TableName, Key: entry });
  expect([list.status, list.body]).toEqual([200, []]);
});
