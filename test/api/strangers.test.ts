import { routes } from '../../lib/routes.ts';
import { sampleRequest } from '../../lib/sample-request.ts';
import { type Possessions, possess, seenByOwner } from './support/possessions.ts';
import { world } from './support/world.ts';

const { api, createApp, shop } = world();

/** Routes that ask for an API key. */
const guarded = routes.filter(({ authorization }) => authorization === 'key');

interface Ask {
  path: string;
  body?: object;
}

const unknown = 'f'.repeat(24);
/** Further requests of a stranger: invalid ones, and some about objects that do not exist. */
const more: Record<string, (things: Possessions) => Ask[]> = {
  'PUT /merchants/{merchantId}': ({ merchantId }) => [{ path: `/merchants/${merchantId}`, body: {} }],
  'POST /merchants/{merchantId}/users': ({ merchantId }) => [
    { path: `/merchants/${merchantId}/users`, body: { email: 'one@example.com' } },
  ],
  'POST /merchants/{merchantId}/apps': ({ merchantId }) => [
    { path: `/merchants/${merchantId}/apps`, body: { appId: unknown } },
  ],
  'POST /merchants/{merchantId}/transactions': ({ merchantId, cardId }) =>
    [{ cardId }, { transactionId: unknown }].map((of) => ({
      path: `/merchants/${merchantId}/transactions`,
      body: { ...of, currency: 'EUR', amount: 1 },
    })),
  'POST /transactions/{transactionId}/increments': moveTooMuch('increments'),
  'POST /transactions/{transactionId}/captures': moveTooMuch('captures'),
  'POST /transactions/{transactionId}/refunds': moveTooMuch('refunds'),
  'POST /transactions/{transactionId}/voids': moveTooMuch('voids'),
  'POST /merchants/{merchantId}/cards': ({ merchantId }) => [
    { path: `/merchants/${merchantId}/cards`, body: { transactionId: unknown } },
  ],
  'GET /disputes': alertsOfTransaction('disputes'),
  'GET /frauds': alertsOfTransaction('frauds'),
  'GET /merchants/{merchantId}/customers/{customer}/cards': ({ merchantId }) =>
    ['nobody', '%'].map((customer) => ({
      path: `/merchants/${merchantId}/customers/${customer}/cards?limit=9`,
    })),
  'DELETE /merchants/{merchantId}/customers/{customer}/cards/{cardId}': ({ merchantId, keptCardId }) => [
    { path: `/merchants/${merchantId}/customers/nobody/cards/${keptCardId}` },
  ],
};

function moveTooMuch(kind: string) {
  return ({ transactionId }: Possessions): Ask[] => [
    { path: `/transactions/${transactionId}/${kind}`, body: { amount: 10 ** 12 } },
  ];
}

function alertsOfTransaction(kind: string) {
  return ({ merchantId, transactionId }: Possessions): Ask[] => [
    { path: `/${kind}?limit=9&filter[merchantId]=${merchantId}&filter[transactionId]=${transactionId}` },
  ];
}

/** The requests of a stranger to a route. A request about the calling app itself needs no access to anything. */
function asksOf(route: (typeof guarded)[number]): Ask[] {
  const own = sampleRequest(route, things);
  if (!/[{[]/.test(route.path) && !own.path.includes('filter')) return [];
  const [last = ''] = /\{\w+\}$/.exec(route.path) ?? [];
  const name = last.slice(1, -1);
  // An object that does not exist, of a merchant that exists.
  const isNested = last !== '' && route.path.startsWith('/merchants/{merchantId}/');
  const missing = isNested ? [sampleRequest(route, { ...things, keptCardId: unknown, [name]: unknown })] : [];
  return [own, ...missing, ...(more[`${route.method} ${route.path}`]?.(things) ?? [])];
}

let things: Possessions;
/** Two apps without access to the objects: one that was never a member, and one that was a member until just now. */
let outsiders: Record<string, { key: string }>;

beforeAll(async () => {
  const owner = await shop();
  const { merchant, key } = owner;
  const [stranger, revoked] = await Promise.all([createApp(), createApp()]);
  await api('POST', `/merchants/${merchant.id}/apps`, { key, body: { appId: revoked.id } });
  things = await possess(owner);
  // The authorizer caches the key of this app, which is still a member at this first request.
  expect((await api('GET', `/merchants/${merchant.id}`, { key: revoked.key })).status).toBe(200);
  expect((await api('DELETE', `/merchants/${merchant.id}/apps/${revoked.id}`, { key })).status).toBe(204);
  outsiders = { stranger, revoked };
});

describe.each(['stranger', 'revoked'])('another app (%s) gets 403 and changes nothing at', (who) => {
  let before: Awaited<ReturnType<typeof seenByOwner>>;
  beforeAll(async () => {
    before = await seenByOwner(things);
  });

  test.each(guarded)('$method $path', async (route) => {
    for (const { path, body } of asksOf(route)) {
      const answer = await api(route.method, path, { key: outsiders[who]?.key, body });
      expect([path, answer.status, answer.body]).toEqual([
        path,
        403,
        expect.objectContaining({ error: 'FORBIDDEN' }),
      ]);
    }
    expect(await seenByOwner(things)).toEqual(before);
  });
});

describe('a key is accepted only as the whole password, with an empty user name, at', () => {
  const as = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  });

  test.each(guarded)('$method $path', async (route) => {
    const { path, body } = sampleRequest(route, things);
    const { key } = things;
    for (const [user, password] of [
      ['user', key],
      [' ', key],
      [key, key],
      [key, ''],
      ['', `${key}:`],
      ['', ` ${key}`],
      ['', ''],
    ] as const) {
      const answer = await api(route.method, path, { body, headers: as(user, password) });
      expect([user, answer.status]).toEqual([user, 401]);
    }
  });
});
