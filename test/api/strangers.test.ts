import { routes } from '../../lib/routes.ts';
import { aws } from './support/aws.ts';
import type { Response } from './support/http.ts';
import { until } from './support/until.ts';
import { merchantInput, world } from './support/world.ts';

const { api, createApp, shop, authorized, move } = world();
const { report } = aws();

/** Routes that ask for an API key. */
const guarded = routes.filter(({ authorization }) => authorization === 'key');

/** What belongs to the merchant, by its id. */
interface Things {
  merchant: string;
  owner: string;
  friend: string;
  user: string;
  transaction: string;
  line: string;
  card: string;
  /** Of the merchant's customer `ann`. */
  kept: string;
  dispute: string;
  fraud: string;
  link: string;
  webhook: string;
  secret: string;
  delivery: string;
}

interface Ask {
  path: string;
  body?: object;
}

const unknown = 'f'.repeat(24);
const alerts = (kind: 'disputes' | 'frauds', merchant: string, transaction?: string): Ask => ({
  path: `/${kind}?limit=9&filter[merchantId]=${merchant}${transaction ? `&filter[transactionId]=${transaction}` : ''}`,
});

/**
 * What a stranger asks of each route: what would succeed for a member, and what a member would be told is wrong, as a
 * stranger may not learn even that. Routes of the calling app alone have nothing to ask.
 */
const asks: Record<string, (things: Things) => Ask[]> = {
  'GET /me': () => [],
  'POST /merchants': () => [],
  'PUT /merchants/{merchantId}': ({ merchant }) => [
    { path: `/merchants/${merchant}`, body: { name: 'Mine' } },
    { path: `/merchants/${merchant}`, body: {} },
  ],
  'GET /identities/{appId}/merchants': ({ owner }) => [{ path: `/identities/${owner}/merchants?limit=9` }],
  'GET /merchants/{merchantId}': ({ merchant }) => [{ path: `/merchants/${merchant}` }],
  'POST /merchants/{merchantId}/users': ({ merchant }) => [
    { path: `/merchants/${merchant}/users`, body: { email: 'stranger@example.com' } },
    { path: `/merchants/${merchant}/users`, body: { email: 'one@example.com' } },
  ],
  'DELETE /merchants/{merchantId}/users/{userId}': ({ merchant, user }) => [
    { path: `/merchants/${merchant}/users/${user}` },
    { path: `/merchants/${merchant}/users/${unknown}` },
  ],
  'GET /merchants/{merchantId}/users': ({ merchant }) => [{ path: `/merchants/${merchant}/users?limit=9` }],
  'POST /merchants/{merchantId}/apps': ({ merchant, owner }) => [
    { path: `/merchants/${merchant}/apps`, body: { appId: owner } },
    { path: `/merchants/${merchant}/apps`, body: { appId: unknown } },
  ],
  'DELETE /merchants/{merchantId}/apps/{appId}': ({ merchant, friend }) => [
    { path: `/merchants/${merchant}/apps/${friend}` },
    { path: `/merchants/${merchant}/apps/${unknown}` },
  ],
  'GET /merchants/{merchantId}/apps': ({ merchant }) => [{ path: `/merchants/${merchant}/apps?limit=9` }],
  'GET /merchants/{merchantId}/lines': ({ merchant }) => [{ path: `/merchants/${merchant}/lines?limit=9` }],
  'GET /lines/{lineId}': ({ line }) => [{ path: `/lines/${line}` }],
  'POST /merchants/{merchantId}/transactions': ({ merchant, transaction, card }) => [
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
  'POST /transactions/{transactionId}/captures': moves('captures'),
  'POST /transactions/{transactionId}/refunds': moves('refunds'),
  'POST /transactions/{transactionId}/voids': moves('voids'),
  'GET /merchants/{merchantId}/transactions': ({ merchant }) => [
    { path: `/merchants/${merchant}/transactions?limit=9` },
  ],
  'GET /transactions/{transactionId}': ({ transaction }) => [{ path: `/transactions/${transaction}` }],
  'POST /merchants/{merchantId}/cards': ({ merchant, transaction }) => [
    { path: `/merchants/${merchant}/cards`, body: { transactionId: transaction } },
    { path: `/merchants/${merchant}/cards`, body: { transactionId: unknown } },
  ],
  'GET /cards/{cardId}': ({ card }) => [{ path: `/cards/${card}` }],
  'GET /disputes': ({ merchant, transaction }) => [
    alerts('disputes', merchant),
    alerts('disputes', merchant, transaction),
  ],
  'GET /disputes/{disputeId}': ({ dispute }) => [{ path: `/disputes/${dispute}` }],
  'GET /frauds': ({ merchant, transaction }) => [
    alerts('frauds', merchant),
    alerts('frauds', merchant, transaction),
  ],
  'GET /frauds/{fraudId}': ({ fraud }) => [{ path: `/frauds/${fraud}` }],
  'POST /merchants/{merchantId}/links': ({ merchant }) => [
    { path: `/merchants/${merchant}/links`, body: { amount: 1, currency: 'EUR' } },
  ],
  'GET /merchants/{merchantId}/links': ({ merchant }) => [{ path: `/merchants/${merchant}/links?limit=9` }],
  'GET /links/{linkId}': ({ link }) => [{ path: `/links/${link}` }],
  'GET /links/{linkId}/qr': ({ link }) => [{ path: `/links/${link}/qr` }],
  'DELETE /links/{linkId}': ({ link }) => [{ path: `/links/${link}` }],
  'GET /merchants/{merchantId}/customers/{customer}/cards': ({ merchant }) =>
    ['ann', 'nobody', '%'].map((customer) => ({
      path: `/merchants/${merchant}/customers/${customer}/cards?limit=9`,
    })),
  'DELETE /merchants/{merchantId}/customers/{customer}/cards/{cardId}': ({ merchant, kept }) => [
    { path: `/merchants/${merchant}/customers/ann/cards/${kept}` },
    { path: `/merchants/${merchant}/customers/nobody/cards/${kept}` },
    { path: `/merchants/${merchant}/customers/ann/cards/${unknown}` },
  ],
  'POST /merchants/{merchantId}/webhooks': ({ merchant }) => [
    { path: `/merchants/${merchant}/webhooks`, body: { url: 'https://stranger.example/hooks' } },
  ],
  'GET /merchants/{merchantId}/webhooks': ({ merchant }) => [
    { path: `/merchants/${merchant}/webhooks?limit=9` },
  ],
  'GET /merchants/{merchantId}/webhooks/{webhookId}': hook(''),
  'PUT /merchants/{merchantId}/webhooks/{webhookId}': hook('', { enabled: false }),
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}': hook(''),
  'POST /merchants/{merchantId}/webhooks/{webhookId}/secrets': hook('/secrets'),
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}': ({ merchant, webhook, secret }) =>
    [secret, unknown].map((id) => ({ path: `/merchants/${merchant}/webhooks/${webhook}/secrets/${id}` })),
  'POST /merchants/{merchantId}/webhooks/{webhookId}/tests': hook('/tests'),
  'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries': hook('/deliveries?limit=9'),
  'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}': delivered(''),
  'POST /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries': delivered('/retries'),
  'POST /merchants/{merchantId}/webhooks/{webhookId}/retries': hook('/retries', {
    since: '2026-01-01T00:00:00Z',
  }),
};

function moves(kind: string) {
  return ({ transaction }: Things): Ask[] =>
    [1, 10 ** 12].map((amount) => ({ path: `/transactions/${transaction}/${kind}`, body: { amount } }));
}

/** One that there is, and one that there is not. */
function hook(path: string, body?: object) {
  return ({ merchant, webhook }: Things): Ask[] =>
    [webhook, unknown].map((id) => ({ path: `/merchants/${merchant}/webhooks/${id}${path}`, body }));
}

function delivered(path: string) {
  return ({ merchant, webhook, delivery }: Things): Ask[] =>
    [delivery, unknown].map((id) => ({
      path: `/merchants/${merchant}/webhooks/${webhook}/deliveries/${id}${path}`,
    }));
}

let owner: Awaited<ReturnType<typeof shop>>;
let friend: Awaited<ReturnType<typeof createApp>>;
let things: Things;
/** Apps that must not get at any of it: one that never could, one that could until now, one with a shop of its own. */
let outsiders: Record<string, { key: string }>;

const get = async (path: string): Promise<Response['body']> =>
  (await api('GET', path, { key: owner.key })).body;

beforeAll(async () => {
  owner = await shop();
  const { merchant, key } = owner;
  const [stranger, revoked, other] = await Promise.all([createApp(), createApp(), shop()]);
  friend = await createApp();
  for (const { id } of [friend, revoked])
    await api('POST', `/merchants/${merchant.id}/apps`, { key, body: { appId: id } });
  await api('POST', `/merchants/${merchant.id}/users`, { key, body: { email: 'one@example.com' } });
  const transaction = await authorized(merchant, 1000);
  const captured = await move(key, transaction, 'captures', 500);
  const card = await api('POST', `/merchants/${merchant.id}/cards`, {
    key,
    body: { transactionId: transaction },
  });
  const reference = `strangers-${merchant.id}`;
  await report(
    {
      type: 'dispute.opened',
      reference,
      transactionId: transaction,
      amount: 1,
      reason: { code: 83, title: 'Fraud' },
      due: '2090-01-01T00:00:00.000Z',
    },
    { type: 'fraud.reported', reference: `${reference}-fraud`, transactionId: transaction },
  );
  const alert = async (kind: 'disputes' | 'frauds'): Promise<string> => {
    const found = await until(
      () => get(alerts(kind, merchant.id).path),
      ({ length }) => length === 1,
    );
    return found[0].id;
  };
  const hooks = `/merchants/${merchant.id}/webhooks`;
  const { webhook } = (await api('POST', hooks, { key, body: { events: ['payout.created'] } })).body;
  const tested = await api('POST', `${hooks}/${webhook.id}/tests`, { key });
  things = {
    merchant: merchant.id,
    owner: owner.app.id,
    friend: friend.id,
    user: (await get(`/merchants/${merchant.id}/users?limit=1`))[0].id,
    transaction,
    line: captured.body.transaction.trail[0].lineId,
    card: card.body.card.id,
    kept: await keep(merchant, key),
    dispute: await alert('disputes'),
    fraud: await alert('frauds'),
    link: (
      await api('POST', `/merchants/${merchant.id}/links`, { key, body: { amount: 1, currency: 'EUR' } })
    ).body.link.id,
    webhook: webhook.id,
    secret: webhook.secrets[0].id,
    delivery: tested.body.delivery.id,
  };
  // Known to the authorizer, and a member when it last asked.
  expect((await api('GET', `/merchants/${merchant.id}`, { key: revoked.key })).status).toBe(200);
  expect((await api('DELETE', `/merchants/${merchant.id}/apps/${revoked.id}`, { key })).status).toBe(204);
  outsiders = { stranger, revoked, other };
});

/** A card that a customer has agreed to be kept. */
async function keep(merchant: { id: string }, key: string): Promise<string> {
  const body = { amount: 10000, currency: 'EUR', customer: 'ann' };
  const { link } = (await api('POST', `/merchants/${merchant.id}/links`, { key, body })).body;
  return authorized(merchant, 10000, { linkId: link.id, save: true });
}

/** All that the owner sees. */
const sight = () => {
  const { merchant, transaction, webhook, link } = things;
  return Promise.all(
    [
      `/merchants/${merchant}`,
      ...['users', 'apps', 'lines', 'transactions', 'webhooks', 'links'].map(
        (kind) => `/merchants/${merchant}/${kind}?limit=99`,
      ),
      `/transactions/${transaction}`,
      `/links/${link}`,
      `/merchants/${merchant}/customers/ann/cards?limit=99`,
      `/merchants/${merchant}/webhooks/${webhook}/deliveries?limit=99`,
    ].map(get),
  );
};

test('every route that asks for a key is here', () => {
  expect(Object.keys(asks).sort()).toEqual(guarded.map(({ method, path }) => `${method} ${path}`).sort());
});

describe.each(['stranger', 'revoked', 'other'])('another app (%s) gets no data and has no effect', (who) => {
  let before: Awaited<ReturnType<typeof sight>>;
  beforeAll(async () => {
    before = await sight();
  });

  test.each(guarded.map(({ method, path }) => [method, path] as const))('%s %s', async (method, route) => {
    for (const { path, body } of asks[`${method} ${route}`]?.(things) ?? []) {
      const answer = await api(method, path, { key: outsiders[who]?.key, body });
      expect([path, answer.status, answer.body]).toEqual([
        path,
        403,
        { error: 'FORBIDDEN', message: expect.any(String) },
      ]);
    }
    expect(await sight()).toEqual(before);
  });
});

test("a member of one merchant gets at nothing of another's through its own", async () => {
  const { key, merchant } = await shop();
  const own = `/merchants/${merchant.id}`;
  const { transaction, card, user } = things;
  const before = await sight();
  const charge = { currency: 'EUR', amount: 1 };
  const refused = await Promise.all([
    api('POST', `${own}/transactions`, { key, body: { transactionId: transaction, ...charge } }),
    api('POST', `${own}/transactions`, { key, body: { cardId: card, ...charge } }),
    api('POST', `${own}/cards`, { key, body: { transactionId: transaction } }),
    api('DELETE', `${own}/users/${user}`, { key }),
    api('DELETE', `${own}/apps/${friend.id}`, { key }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 404, 404]);
  for (const kind of ['disputes', 'frauds'] as const)
    expect((await api('GET', alerts(kind, merchant.id, transaction).path, { key })).body).toEqual([]);
  expect(await sight()).toEqual(before);
});

describe('a key counts only as the password of nobody: without a user name, and whole', () => {
  const as = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  });

  test.each(guarded.map(({ method, path }) => [method, path] as const))('%s %s', async (method, route) => {
    const [ask = { path: route === '/me' ? '/me' : '/merchants', body: merchantInput }] =
      asks[`${method} ${route}`]?.(things) ?? [];
    const body = method === 'POST' || method === 'PUT' ? ask.body : undefined;
    const { key } = owner;
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
