import { routes } from '../../lib/routes.ts';
import { type Possessions, possess, seenByOwner } from './support/possessions.ts';
import { merchantInput, world } from './support/world.ts';

const { api, createApp, shop } = world();

/** Routes that ask for an API key. */
const guarded = routes.filter(({ authorization }) => authorization === 'key');

interface Ask {
  path: string;
  body?: object;
}

const unknown = 'f'.repeat(24);
const alerts = (kind: 'disputes' | 'frauds', merchant: string, transaction?: string): Ask => ({
  path: `/${kind}?limit=9&filter[merchantId]=${merchant}${transaction ? `&filter[transactionId]=${transaction}` : ''}`,
});

/**
 * The requests of a stranger to each route. Some are invalid, because a stranger must not even learn that a request is
 * invalid. Routes about the calling app itself have no such requests.
 */
const asks: Record<string, (things: Possessions) => Ask[]> = {
  'GET /me': () => [],
  'POST /merchants': () => [],
  'PUT /merchants/{merchantId}': ({ merchantId: merchant }) => [
    { path: `/merchants/${merchant}`, body: { name: 'Mine' } },
    { path: `/merchants/${merchant}`, body: {} },
  ],
  'GET /identities/{appId}/merchants': ({ ownerId: owner }) => [
    { path: `/identities/${owner}/merchants?limit=9` },
  ],
  'GET /merchants/{merchantId}': ({ merchantId: merchant }) => [{ path: `/merchants/${merchant}` }],
  'POST /merchants/{merchantId}/users': ({ merchantId: merchant }) => [
    { path: `/merchants/${merchant}/users`, body: { email: 'stranger@example.com' } },
    { path: `/merchants/${merchant}/users`, body: { email: 'one@example.com' } },
  ],
  'DELETE /merchants/{merchantId}/users/{userId}': ({ merchantId: merchant, userId: user }) => [
    { path: `/merchants/${merchant}/users/${user}` },
    { path: `/merchants/${merchant}/users/${unknown}` },
  ],
  'GET /merchants/{merchantId}/users': ({ merchantId: merchant }) => [
    { path: `/merchants/${merchant}/users?limit=9` },
  ],
  'POST /merchants/{merchantId}/apps': ({ merchantId: merchant, ownerId: owner }) => [
    { path: `/merchants/${merchant}/apps`, body: { appId: owner } },
    { path: `/merchants/${merchant}/apps`, body: { appId: unknown } },
  ],
  'DELETE /merchants/{merchantId}/apps/{appId}': ({ merchantId: merchant, appId: friend }) => [
    { path: `/merchants/${merchant}/apps/${friend}` },
    { path: `/merchants/${merchant}/apps/${unknown}` },
  ],
  'GET /merchants/{merchantId}/apps': ({ merchantId: merchant }) => [
    { path: `/merchants/${merchant}/apps?limit=9` },
  ],
  'GET /merchants/{merchantId}/lines': ({ merchantId: merchant }) => [
    { path: `/merchants/${merchant}/lines?limit=9` },
  ],
  'GET /lines/{lineId}': ({ lineId: line }) => [{ path: `/lines/${line}` }],
  'GET /merchants/{merchantId}/postings': ({ merchantId: merchant }) => [
    { path: `/merchants/${merchant}/postings?limit=9` },
  ],
  'GET /merchants/{merchantId}/payouts': ({ merchantId: merchant }) => [
    { path: `/merchants/${merchant}/payouts?limit=9` },
  ],
  'GET /payouts/{payoutId}': ({ payoutId: payout }) => [{ path: `/payouts/${payout}` }],
  'POST /merchants/{merchantId}/transactions': ({
    merchantId: merchant,
    transactionId: transaction,
    cardId: card,
  }) => [
    {
      path: `/merchants/${merchant}/transactions`,
      body: { transactionId: transaction, currency: 'EUR', amount: 1 },
    },
    { path: `/merchants/${merchant}/transactions`, body: { cardId: card, currency: 'EUR', amount: 1 } },
    {
      path: `/merchants/${merchant}/transactions`,
      body: { transactionId: unknown, currency: 'EUR', amount: 1 },
    },
  ],
  'POST /transactions/{transactionId}/increments': moves('increments'),
  'POST /transactions/{transactionId}/captures': moves('captures'),
  'POST /transactions/{transactionId}/refunds': moves('refunds'),
  'POST /transactions/{transactionId}/voids': moves('voids'),
  'GET /merchants/{merchantId}/transactions': ({ merchantId: merchant }) => [
    { path: `/merchants/${merchant}/transactions?limit=9` },
  ],
  'GET /transactions/{transactionId}': ({ transactionId: transaction }) => [
    { path: `/transactions/${transaction}` },
  ],
  'POST /merchants/{merchantId}/cards': ({ merchantId: merchant, transactionId: transaction }) => [
    { path: `/merchants/${merchant}/cards`, body: { transactionId: transaction } },
    { path: `/merchants/${merchant}/cards`, body: { transactionId: unknown } },
  ],
  'GET /cards/{cardId}': ({ cardId: card }) => [{ path: `/cards/${card}` }],
  'GET /disputes': ({ merchantId: merchant, transactionId: transaction }) => [
    alerts('disputes', merchant),
    alerts('disputes', merchant, transaction),
  ],
  'GET /disputes/{disputeId}': ({ disputeId: dispute }) => [{ path: `/disputes/${dispute}` }],
  'POST /disputes/{disputeId}/evidence': ({ disputeId: dispute }) => [
    { path: `/disputes/${dispute}/evidence`, body: { explanation: 'Mine' } },
  ],
  'GET /frauds': ({ merchantId: merchant, transactionId: transaction }) => [
    alerts('frauds', merchant),
    alerts('frauds', merchant, transaction),
  ],
  'GET /frauds/{fraudId}': ({ fraudId: fraud }) => [{ path: `/frauds/${fraud}` }],
  'POST /merchants/{merchantId}/links': ({ merchantId: merchant }) => [
    { path: `/merchants/${merchant}/links`, body: { amount: 1, currency: 'EUR' } },
  ],
  'GET /merchants/{merchantId}/links': ({ merchantId: merchant }) => [
    { path: `/merchants/${merchant}/links?limit=9` },
  ],
  'GET /links/{linkId}': ({ linkId: link }) => [{ path: `/links/${link}` }],
  'GET /links/{linkId}/qr': ({ linkId: link }) => [{ path: `/links/${link}/qr` }],
  'DELETE /links/{linkId}': ({ linkId: link }) => [{ path: `/links/${link}` }],
  'GET /merchants/{merchantId}/customers/{customer}/cards': ({ merchantId: merchant }) =>
    ['ann', 'nobody', '%'].map((customer) => ({
      path: `/merchants/${merchant}/customers/${customer}/cards?limit=9`,
    })),
  'DELETE /merchants/{merchantId}/customers/{customer}/cards/{cardId}': ({
    merchantId: merchant,
    keptCardId: kept,
  }) => [
    { path: `/merchants/${merchant}/customers/ann/cards/${kept}` },
    { path: `/merchants/${merchant}/customers/nobody/cards/${kept}` },
    { path: `/merchants/${merchant}/customers/ann/cards/${unknown}` },
  ],
  'POST /merchants/{merchantId}/webhooks': ({ merchantId: merchant }) => [
    { path: `/merchants/${merchant}/webhooks`, body: { url: 'https://stranger.example/hooks' } },
  ],
  'GET /merchants/{merchantId}/webhooks': ({ merchantId: merchant }) => [
    { path: `/merchants/${merchant}/webhooks?limit=9` },
  ],
  'GET /merchants/{merchantId}/webhooks/{webhookId}': hook(''),
  'PUT /merchants/{merchantId}/webhooks/{webhookId}': hook('', { enabled: false }),
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}': hook(''),
  'POST /merchants/{merchantId}/webhooks/{webhookId}/secrets': hook('/secrets'),
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}': ({
    merchantId: merchant,
    webhookId: webhook,
    secretId: secret,
  }) => [secret, unknown].map((id) => ({ path: `/merchants/${merchant}/webhooks/${webhook}/secrets/${id}` })),
  'POST /merchants/{merchantId}/webhooks/{webhookId}/tests': hook('/tests'),
  'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries': hook('/deliveries?limit=9'),
  'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}': ofDelivery(''),
  'POST /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries': ofDelivery('/retries'),
  'POST /merchants/{merchantId}/webhooks/{webhookId}/retries': hook('/retries', {
    since: '2026-01-01T00:00:00Z',
  }),
};

function moves(kind: string) {
  return ({ transactionId: transaction }: Possessions): Ask[] =>
    [1, 10 ** 12].map((amount) => ({ path: `/transactions/${transaction}/${kind}`, body: { amount } }));
}

/** Makes two requests: about an endpoint that exists, and about one that does not exist. */
function hook(path: string, body?: object) {
  return ({ merchantId: merchant, webhookId: webhook }: Possessions): Ask[] =>
    [webhook, unknown].map((id) => ({ path: `/merchants/${merchant}/webhooks/${id}${path}`, body }));
}

function ofDelivery(path: string) {
  return ({ merchantId: merchant, webhookId: webhook, deliveryId: delivery }: Possessions): Ask[] =>
    [delivery, unknown].map((id) => ({
      path: `/merchants/${merchant}/webhooks/${webhook}/deliveries/${id}${path}`,
    }));
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

test('this file tests every route that requires a key', () => {
  expect(Object.keys(asks).sort()).toEqual(guarded.map(({ method, path }) => `${method} ${path}`).sort());
});

describe.each(['stranger', 'revoked'])('another app (%s) gets 403 and changes nothing at', (who) => {
  let before: Awaited<ReturnType<typeof seenByOwner>>;
  beforeAll(async () => {
    before = await seenByOwner(things);
  });

  test.each(guarded.map(({ method, path }) => [method, path] as const))('%s %s', async (method, route) => {
    for (const { path, body } of asks[`${method} ${route}`]?.(things) ?? []) {
      const answer = await api(method, path, { key: outsiders[who]?.key, body });
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

  test.each(guarded.map(({ method, path }) => [method, path] as const))('%s %s', async (method, route) => {
    const [ask = { path: route === '/me' ? '/me' : '/merchants', body: merchantInput }] =
      asks[`${method} ${route}`]?.(things) ?? [];
    const body = method === 'POST' || method === 'PUT' ? ask.body : undefined;
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
      const answer = await api(method, ask.path, { body, headers: as(user, password) });
      expect([user, answer.status]).toEqual([user, 401]);
    }
  });
});
