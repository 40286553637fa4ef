import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { requests } from '../../../schemas/index.ts';
import { logo } from '../../api/support/png.ts';
import { somePayment } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';

/** Tests handlers in this process, with limits that the Florin of the API tests does not have. */

const own = onOwnTable(async () => {
  for (const [name, schema] of Object.entries(requests)) {
    const compiled = { __esModule: true, default: { validate: () => true, schema } };
    jest.doMock(`validator:${name}`, () => compiled, { virtual: true });
  }
  Object.assign(process.env, {
    SEAL_KEY: Buffer.alloc(32, 1).toString('base64'),
    POS_URL: 'https://pos.florin.test',
    FLORIN_SIGN_INS: '2',
    UNVOUCHED_TEST_DAYS: '7',
    UNVOUCHED_APP_WRITES: '2',
    UNVOUCHED_STAGE_WRITES: '1000',
  });
  return {
    ...(await import('../../../functions/core/domain/id.ts')),
    ...(await import('../../../functions/core/store/merchants/apps.ts')),
    ...(await import('../../../functions/core/store/merchants/merchants.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/read.ts')),
    ...(await import('../../../functions/core/store/webhooks/deliveries.ts')),
    ...(await import('../../../functions/core/store/webhooks/webhooks.ts')),
    'POST /sign-in': (await import('../../../functions/console/sign-in.ts')).handler,
    'POST /till/session': (await import('../../../functions/console/till.ts')).handler,
    'POST /passkeys/challenges': (await import('../../../functions/console/make-challenge.ts')).handler,
    ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
    'GET /api/merchants/{merchantId}/search': (await import('../../../functions/console/search.ts')).handler,
    'POST /merchants': (await import('../../../functions/merchants/create.ts')).handler,
    'PUT /merchants/{merchantId}': (await import('../../../functions/merchants/update.ts')).handler,
    'POST /merchants/{merchantId}/links': (await import('../../../functions/links/create.ts')).handler,
    'POST /merchants/{merchantId}/webhooks': (await import('../../../functions/webhooks/create.ts')).handler,
    'PUT /merchants/{merchantId}/webhooks/{webhookId}': (
      await import('../../../functions/webhooks/update.ts')
    ).handler,
    'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}': (
      await import('../../../functions/deliveries/get.ts')
    ).handler,
  };
});

beforeAll(() => {
  // Limits count by the hour and by the day, so the clock must not reach the next one during a test.
  jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  jest.spyOn(console, 'info').mockReturnValue();
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(() => jest.restoreAllMocks());

type Route = Extract<keyof typeof own, `${string} /${string}`>;

interface Sent {
  body?: object;
  params?: Record<string, string>;
  query?: Record<string, string>;
  appId?: string;
  address?: string;
}

async function send(route: Route, { body, params, query, appId, address = '192.0.2.1' }: Sent) {
  const [method = '', resource = ''] = route.split(' ');
  const headers = { 'content-type': 'application/json', 'florin-console': '1' };
  const event = {
    ...{ httpMethod: method, resource, path: resource, headers, pathParameters: params ?? null },
    queryStringParameters: query ?? null,
    ...{ body: body === undefined ? null : JSON.stringify(body), multiValueHeaders: null },
    stageVariables: { consoleUrl: 'https://console.florin.test' },
    requestContext: {
      ...{ requestId: 'r1', path: resource, identity: { sourceIp: address } },
      authorizer: appId === undefined ? undefined : { principalId: appId },
    },
  } as unknown as APIGatewayProxyEvent;
  const handler = own[route] as unknown as (
    event: APIGatewayProxyEvent,
    context: Context,
  ) => Promise<APIGatewayProxyResult>;
  const { statusCode: status, headers: answered = {}, body: text } = await handler(event, {} as Context);
  return { status, retryAfter: answered['Retry-After'], text, body: text && JSON.parse(text) };
}

async function appOf(vouched = false): Promise<string> {
  const id = own.newId();
  await own.createApp({ id, name: null }, own.newId());
  if (vouched) await own.vouchFor(id, true);
  return id;
}

const settings = {
  ...{ currency: 'EUR', email: 'ann@example.com', website: 'example.com', descriptor: 'Shop' },
  company: { country: 'DK' },
};

const makeMerchant = (appId: string, test: boolean) =>
  send('POST /merchants', { appId, body: { ...settings, test } });

describe('a network has a limit of its own, in an hour,', () => {
  test.each<[string, Route, object, number, number]>([
    ['links to sign in with', 'POST /sign-in', { email: 'ann@example.com' }, 2, 202],
    ['codes of tills, right or wrong', 'POST /till/session', { code: 'AAAAAAAAAA' }, 2, 400],
    ['challenges for passkeys', 'POST /passkeys/challenges', {}, 20, 201],
  ])('for %s', async (_, route, body, most, status) => {
    const ask = async (address?: string) => send(route, { body, address });
    for (let n = 0; n < most; n++) expect((await ask()).status).toBe(status);
    expect(await ask()).toMatchObject({ status: 429, retryAfter: '3600', body: { error: 'THROTTLED' } });
    expect((await ask('192.0.2.2')).status).toBe(status);
  });
});

describe('a merchant of an app that nobody vouches for', () => {
  test('has test data that expires, and is one of so many writes a day', async () => {
    const [stranger, known] = [await appOf(), await appOf(true)];
    const stored = async ({ body }: Awaited<ReturnType<typeof send>>) => own.findMerchant(body.merchant.id);
    const unvouched = { app: stranger, days: 7 };
    expect(await stored(await makeMerchant(stranger, true))).toMatchObject({ unvouched });
    expect((await stored(await makeMerchant(stranger, false)))?.unvouched).toBeUndefined();
    expect((await makeMerchant(stranger, true)).status).toBe(201);
    expect(await makeMerchant(stranger, true)).toMatchObject({ status: 429, body: { error: 'THROTTLED' } });
    for (let n = 0; n < 3; n++)
      expect((await stored(await makeMerchant(known, true)))?.unvouched).toBeUndefined();
  });

  test.each([true, false])('stores only so many links and logos a day (test: %p)', async (test) => {
    const appId = await appOf();
    const { merchant } = (await makeMerchant(appId, test)).body;
    const to = { appId, params: { merchantId: merchant.id } };
    const link = () =>
      send('POST /merchants/{merchantId}/links', { ...to, body: { amount: 100, currency: 'EUR' } });
    const image = (side: number) =>
      send('PUT /merchants/{merchantId}', { ...to, body: { logo: logo(side, side).toString('base64') } });
    // The test merchant itself was the first write of its app.
    if (!test) expect((await image(16)).status).toBe(204);
    expect((await link()).status).toBe(201);
    for (const refused of [await link(), await image(17)]) expect(refused.status).toBe(429);
    expect((await own.findMerchant(merchant.id))?.logo ?? 'none').not.toContain('17x17');
    expect((await send('PUT /merchants/{merchantId}', { ...to, body: { name: 'Shop' } })).status).toBe(204);
  });
});

test('each new address of an endpoint has a challenge, which nobody but its server learns', async () => {
  const appId = await appOf();
  const { merchant } = (await makeMerchant(appId, true)).body;
  const params = { merchantId: merchant.id };
  const make = (body: object) => send('POST /merchants/{merchantId}/webhooks', { appId, params, body });
  expect((await make({ description: 'Listed only' })).body.webhook.verified).toBe(true);
  const made = await make({ url: 'https://shop.example/' });
  const { id: webhookId, verified } = made.body.webhook;
  const challenge = async () => (await own.getWebhook(merchant.id, webhookId))?.challenge;
  const first = await challenge();
  expect([verified, first]).toEqual([false, expect.stringMatching(/^[\w-]{32}$/)]);
  const change = (body: object) =>
    send('PUT /merchants/{merchantId}/webhooks/{webhookId}', {
      ...{ appId, params: { ...params, webhookId }, body },
    });
  await change({ url: 'https://shop.example/', description: 'The same address' });
  expect(await challenge()).toBe(first);
  await change({ url: 'https://other.example/' });
  const second = await challenge();
  expect([second, second === first]).toEqual([expect.stringMatching(/^[\w-]{32}$/), false]);

  const shown = [made.text];
  for await (const { id, type } of own.listDeliveries({ merchantId: merchant.id, webhookId }, { limit: 9 })) {
    const route = 'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}';
    const answer = await send(route, { appId, params: { ...params, webhookId, deliveryId: id } });
    expect([answer.status, type, answer.body.event.data]).toEqual([
      ...[200, 'webhook.tested', { webhook: expect.any(Object) }],
    ]);
    shown.push(answer.text);
  }
  expect(shown).toHaveLength(3);
  for (const text of shown) for (const secret of [first, second]) expect(text).not.toContain(secret);
});

test('a search that has read 1000 payments says from which one, and when it was made, the next search continues', async () => {
  const appId = await appOf(true);
  const { merchant } = (await makeMerchant(appId, true)).body;
  const stored = await own.findMerchant(merchant.id);
  if (!stored) throw new Error('No merchant');
  await own.createTransaction(somePayment(stored, {}), {}, { merchant: stored, alongside: [] });
  const ids = Array.from({ length: 1001 }, (_, n) => own.newId(Date.now() - n));
  own.proxy.indexed = (items) =>
    items.flatMap((item) => {
      const pk = item.pk?.S?.toString() ?? '';
      return ids.map((id) => ({ ...item, pk: { S: pk.replace(/[0-9a-f]{24}$/, id) }, listSk: { S: id } }));
    });
  const query = { limit: '10', 'filter[currency]': 'USD' };
  const params = { merchantId: merchant.id };
  const { body } = await send('GET /api/merchants/{merchantId}/search', { appId, params, query });
  own.proxy.indexed = undefined;
  const at = ids[999] ?? '';
  expect(body).toEqual({ payments: [], next: at, searchedUntil: own.idDate(at) });
});
