import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { requests } from '../../../schemas/index.ts';
import { failure } from '../../api/support/answer.ts';
import { logo } from '../../api/support/png.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { somePayment } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';

/** Tests handlers in this process: limits that the Florin of the API tests does not have, items, and log lines. */

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
    ...(await import('../../../functions/core/store/cards/cards.ts')),
    ...(await import('../../../functions/core/store/mail/receipts.ts')),
    ...(await import('../../../functions/core/domain/transactions/link.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/usecases/console/till-day.ts')),
    'POST /merchants/{merchantId}/cards': (await import('../../../functions/cards/create.ts')).handler,
    ...(await import('../../../functions/core/store/transactions/transactions.ts')),
    ...(await import('../../../functions/core/vault/seal.ts')),
    'POST /payments/codes': (await import('../../../functions/payments/create-code.ts')).handler,
    'POST /payments': (await import('../../../functions/payments/create.ts')).handler,
    'POST /payments/challenges/{challenge}': (await import('../../../functions/payments/challenge.ts'))
      .handler,
    'POST /merchants/{merchantId}/transactions': (await import('../../../functions/transactions/create.ts'))
      .handler,
    'POST /payments/receipts': (await import('../../../functions/payments/receipt.ts')).handler,
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/read.ts')),
    ...(await import('../../../functions/core/store/webhooks/deliveries.ts')),
    ...(await import('../../../functions/core/store/webhooks/webhooks.ts')),
    'POST /sign-in': (await import('../../../functions/console/sign-in/request-link.ts')).handler,
    'POST /till/session': (await import('../../../functions/console/till-device.ts')).handler,
    'POST /passkeys/challenges': (await import('../../../functions/console/passkeys/make-challenge.ts'))
      .handler,
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
  headers?: Record<string, string>;
}

async function send(route: Route, { body, params, query, appId, address = '192.0.2.1', ...sent }: Sent) {
  const [method = '', resource = ''] = route.split(' ');
  const headers = { 'content-type': 'application/json', 'florin-console': '1', ...sent.headers };
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

const makeMerchant = (appId: string, test: boolean, over: object = {}) =>
  send('POST /merchants', { appId, body: { ...settings, test, ...over } });

/** Addresses of one network, and of other networks: in IPv6 the next /56, and one in another /48. */
const networks: [kind: string, one: string[], others: string[]][] = [
  ['IPv4', ['192.0.2.1'], ['192.0.2.2', '192.0.3.1', '10.192.0.2']],
  [
    'IPv6',
    [
      '2001:db8:1:2::1',
      '2001:db8:1:3::2',
      '2001:DB8:1:ff:ffff:0:9:1',
      '2001:0db8:0001:0002:a::',
      '2001:db8:1::2',
    ],
    ['2001:db8:1:102::1', '2001:db8:2:2::1'],
  ],
];

const attempts: [kind: string, route: Route, body: object, most: number, status: number][] = [
  ['links to sign in with', 'POST /sign-in', { email: 'ann@example.com' }, 2, 202],
  ['codes of tills, right or wrong', 'POST /till/session', { code: 'AAAAAAAAAA' }, 2, 400],
  ['challenges for passkeys', 'POST /passkeys/challenges', {}, 20, 201],
];

describe.each(networks)('a network of %s has a limit of its own, in an hour,', (_, one, others) => {
  /** An address of the network for each attempt, in turn. */
  const addressOf = (n: number) => one[n % one.length];

  afterEach(() => {
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 60 * 60_000);
  });

  test.each(attempts)('for %s', async (_, route, body, most, status) => {
    const ask = async (address?: string) => send(route, { body, address });
    for (let n = 0; n < most; n++) expect((await ask(addressOf(n))).status).toBe(status);
    for (let n = 0; n < one.length; n++)
      expect(await ask(addressOf(n))).toMatchObject({
        ...{ status: 429, retryAfter: '3600', body: { error: 'THROTTLED' } },
      });
    for (const address of others) expect((await ask(address)).status).toBe(status);
    for (const [, other, body, , status] of attempts.filter(([, other]) => other !== route))
      expect((await send(other, { body, address: one[0] })).status).toBe(status);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60 * 60_000);
    expect((await ask(one[0])).status).toBe(status);
  });
});

describe('a merchant of an app that nobody approves', () => {
  test('a merchant of an unverified app has test data that expires, and counts against the daily writes of its app', async () => {
    const [stranger, known] = [await appOf(), await appOf(true)];
    const stored = async ({ body }: Awaited<ReturnType<typeof send>>) => own.findMerchant(body.merchant.id);
    const unvouched = { app: stranger, days: 7 };
    expect(await stored(await makeMerchant(stranger, true))).toMatchObject({ unvouched });
    expect((await stored(await makeMerchant(stranger, false)))?.unvouched).toBeUndefined();
    expect(await makeMerchant(stranger, true)).toMatchObject({ status: 429, body: { error: 'THROTTLED' } });
    for (let n = 0; n < 3; n++)
      expect((await stored(await makeMerchant(known, true)))?.unvouched).toBeUndefined();
  });

  test.each([true, false])(
    'a merchant of an unverified app stores a limited number of links, logos and names a day (test: %p)',
    async (test) => {
      const appId = await appOf();
      const { merchant } = (await makeMerchant(appId, test)).body;
      const to = { appId, params: { merchantId: merchant.id } };
      const link = () =>
        send('POST /merchants/{merchantId}/links', { ...to, body: { amount: 100, currency: 'EUR' } });
      const image = (side: number) =>
        send('PUT /merchants/{merchantId}', { ...to, body: { logo: logo(side, side).toString('base64') } });
      // Only the live merchant has two writes left: a test merchant itself was the first write of its app.
      if (!test) expect((await image(16)).status).toBe(204);
      expect((await link()).status).toBe(201);
      for (const refused of [await link(), await image(17)]) expect(refused.status).toBe(429);
      expect((await own.findMerchant(merchant.id))?.logo ?? 'none').not.toContain('17x17');
      expect((await send('PUT /merchants/{merchantId}', { ...to, body: { name: 'Shop' } })).status).toBe(429);
    },
  );
});

test('a link and a saved card expire with the data of their merchant, and a card counts as one of its writes', async () => {
  const week = 7 * 24 * 60 * 60;
  const expiry = async (key: { pk: string; sk: string }) =>
    (await own.get<{ pk: string; sk: string; expires?: number }>(key))?.expires;
  for (const known of [false, true]) {
    const appId = await appOf(known);
    const { merchant } = (await makeMerchant(appId, true)).body;
    const stored = await own.findMerchant(merchant.id);
    if (!stored) throw new Error('No merchant');
    const to = { appId, params: { merchantId: merchant.id } };
    const payment = somePayment(stored);
    await own.createTransaction(payment, {}, { merchant: stored, alongside: [] });
    const save = () =>
      send('POST /merchants/{merchantId}/cards', { ...to, body: { transactionId: payment.id } });
    const saved = await save();
    expect(saved.status).toBe(201);
    const until = known ? undefined : Math.floor(Date.now() / 1000) + week;
    expect(await expiry(own.cardKey(saved.body.card.id))).toBe(until);
    // The unvouched merchant and its card were the two writes of the day.
    expect((await save()).status).toBe(known ? 201 : 429);
    const app = await appOf(known);
    const other = (await makeMerchant(app, true)).body.merchant;
    const made = await send('POST /merchants/{merchantId}/links', {
      ...{ appId: app, params: { merchantId: other.id }, body: { amount: 100, currency: 'EUR' } },
    });
    expect(await expiry(own.linkKey(made.body.link.id))).toBe(until);
  }
});

/** Completes the challenge of a payment. @returns a function that sends the payment */
async function readyToPay({ key }: { key: string }, test: object) {
  const [number, code] = [await own.seal('pcn', '4100000000000000'), await own.seal('pcsc', '123')];
  const order = {
    ...{ integration: { key }, test, amount: { currency: 'USD', exponent: 2, value: 1000 } },
    card: { number: { token: number }, code: { token: code }, expiry: { month: 12, year: 2090 } },
  };
  const headers = { 'accept-version': '1' };
  const challenge = { params: { challenge: 'tds-frictionless' }, body: order, headers };
  const { hints } = (await send('POST /payments/challenges/{challenge}', challenge)).body;
  return () => send('POST /payments', { body: { ...order, hints }, headers });
}

test.each<['attempt' | 'full', string, string | undefined, string | null]>([
  ['attempt', 'authenticated', undefined, 'full'],
  ['attempt', 'attempted', undefined, 'attempt'],
  ['attempt', 'unavailable', undefined, null],
  ['attempt', 'rejected', 'TDSECURE_FAILED', 'attempt'],
  ['full', 'authenticated', undefined, 'full'],
  ['full', 'attempted', 'TDSECURE_REQUIRED', 'attempt'],
  ['full', 'unavailable', 'TDSECURE_REQUIRED', null],
])(
  'a merchant that requires 3-D Secure (%s) gets of a card that is %s the response %s',
  async (mode, status, code, tds) => {
    const merchant = { ...someMerchant(), key: own.newId(), tds: { mode } };
    await own.createMerchant(merchant, { id: own.newId(), name: null });
    const answer = await (await readyToPay(merchant, { tds: { challenge: false, status } }))();
    expect([answer.status, answer.body.code]).toEqual([code ? 400 : 201, code]);
    for await (const payment of own.listTransactions(merchant.id, { limit: 1 }))
      expect(payment.tds ?? null).toBe(tds);
    expect.assertions(2);
  },
);

test('the metrics count a payment with its capture, or its decline, and count no repeat', async () => {
  const appId = await appOf(true);
  const merchant = async (capture: boolean) => (await makeMerchant(appId, true, { capture })).body.merchant;
  const write = jest.mocked(process.stdout.write);
  /** Sends a request twice. @returns the metrics of both log lines, and the last answer */
  const counts = async (ask: () => ReturnType<typeof send>) => {
    write.mockClear();
    await ask();
    const answer = await ask();
    const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
    const metrics = lines.map(({ Payments, Captured, currency, Declines, code }) =>
      Object.fromEntries(
        Object.entries({ Payments, Captured, currency, Declines, code }).filter(([, value]) => value),
      ),
    );
    return { metrics, answer };
  };
  const pay = async (merchant: { key: string }, test: object = {}) => {
    const send = await readyToPay(merchant, { tds: { challenge: false }, ...test });
    return counts(send);
  };
  const none = {};
  expect((await pay(await merchant(true))).metrics).toEqual([
    { Payments: 1, Captured: 1000, currency: 'USD' },
    none,
  ]);
  const declined = await pay(await merchant(true), { card: { status: 'lost' } });
  expect(declined.metrics).toEqual([{ Declines: 1, code: 'PAYMENT_CARD_LOST' }, none]);

  const shop = await merchant(false);
  const first = await pay(shop, { card: { balance: { currency: 'USD', exponent: 2, value: 1500 } } });
  expect(first.metrics).toEqual([{ Payments: 1 }, none]);
  const charge = (amount: number, capture: boolean) => {
    const body = { transactionId: first.answer.body.authorizationId, currency: 'USD', amount, capture };
    const headers = { 'idempotency-key': own.newId() };
    const request = { appId, params: { merchantId: shop.id }, body, headers };
    return counts(() => send('POST /merchants/{merchantId}/transactions', request));
  };
  expect((await charge(501, true)).metrics).toEqual([{ Declines: 1, code: '7' }, none]);
  expect((await charge(300, true)).metrics).toEqual([{ Payments: 1, Captured: 300, currency: 'USD' }, none]);
  expect((await charge(200, false)).metrics).toEqual([{ Payments: 1 }, none]);
});

test('a till’s code is for 1 to 10^12 minor units, without decimals that the currency lacks', async () => {
  const { merchant } = (await makeMerchant(await appOf(true), true)).body;
  const statusOf = async (value: number, exponent = 2, currency = 'EUR') => {
    const body = { integration: { key: merchant.key }, amount: { currency, exponent, value } };
    return (await send('POST /payments/codes', { body, headers: { 'accept-version': '1' } })).status;
  };
  expect([await statusOf(0), await statusOf(1)]).toEqual([400, 201]);
  expect([await statusOf(10 ** 12), await statusOf(10 ** 12 + 1)]).toEqual([201, 400]);
  expect([await statusOf(10 ** 10, 0), await statusOf(10 ** 10 + 1, 0)]).toEqual([201, 400]);
  expect([await statusOf(1000, 3), await statusOf(1001, 3)]).toEqual([201, 400]);
  expect([await statusOf(100, 2, 'JPY'), await statusOf(101, 2, 'JPY')]).toEqual([201, 400]);
  expect(await statusOf(100, 2, 'KPW')).toBe(400);
});

describe('a receipt', () => {
  /** Makes a merchant, and functions that make one of its payments and ask for a receipt. */
  async function scene(over: Parameters<typeof somePayment>[1] = {}) {
    const { merchant } = (await makeMerchant(await appOf(true), true)).body;
    const stored = await own.findMerchant(merchant.id);
    if (!stored) throw new Error('No merchant');
    const paid = async () => {
      const payment = somePayment(stored, over);
      await own.createTransaction(payment, {}, { merchant: stored, alongside: [] });
      return payment.id;
    };
    const ask = (transactionId: string, more: object = {}) =>
      send('POST /payments/receipts', {
        body: { integration: { key: merchant.key }, transactionId, ...more },
        headers: { 'accept-version': '1', 'accept-language': 'sv-FI,de;q=0.5' },
      });
    return { merchant, paid, ask };
  }

  test('a receipt is in the language of the page, or else of the browser', async () => {
    const { merchant, paid, ask } = await scene();
    const receipts = async (locale?: string) => {
      const id = await paid();
      const answer = await ask(id, { email: 'Ann@example.com', locale });
      expect([answer.status, answer.body]).toEqual([202, { transactionId: id }]);
      return own.getReceipts(id);
    };
    const addresses = new Set(['ann@example.com']);
    expect(await receipts('pt_BR')).toMatchObject({ addresses, language: 'pt-BR', locale: 'pt-BR' });
    expect(await receipts('de-AT')).toMatchObject({ language: 'de', locale: 'de-AT' });
    expect(await receipts()).toMatchObject({ merchantId: merchant.id, language: 'sv', locale: 'sv-FI' });
  });

  test('a receipt is of a payment to this merchant that was not declined, and goes to an address that somebody has named', async () => {
    const [{ paid, ask }, other] = [await scene(), await scene()];
    const declined = await scene({ error: 7 });
    const id = await paid();
    const email = { email: 'ann@example.com' };
    const refused: [Awaited<ReturnType<typeof send>>, string][] = [
      [await other.ask(id, email), 'transactionId'],
      [await ask(own.newId(), email), 'transactionId'],
      [await declined.ask(await declined.paid(), email), 'transactionId'],
      [await ask(id), 'email'],
    ];
    for (const [{ status, body }, field] of refused)
      expect([status, body.code, body.message]).toEqual([
        ...[400, 'REQUEST_INVALID', expect.stringMatching(`^${field}: `)],
      ]);
    expect(await own.getReceipts(id)).toBeUndefined();
  });

  test('a receipt is refused with 500 if Florin cannot store who has asked for it', async () => {
    const { paid, ask } = await scene();
    const id = await paid();
    own.proxy.instead = (_, body) =>
      body.includes('addresses') ? failure('ValidationException') : undefined;
    const answer = await ask(id, { email: 'ann@example.com' });
    own.proxy.instead = undefined;
    expect([answer.status, answer.body.code]).toEqual([500, 'INTERNAL_ERROR']);
  });

  test('a receipt goes to the address in the payment’s link if the customer names none', async () => {
    const linkId = own.newId();
    const { merchant, paid, ask } = await scene({ linkId });
    const link = { amount: 1000, currency: 'EUR', email: 'bob@example.com', uses: 2 };
    const of = { id: linkId, merchantId: merchant.id, test: true };
    const item = own.put({ ...own.openLink(link, of), ...own.linkKey(linkId) });
    await own.transact([{ item }]);
    const [named, unnamed] = [await paid(), await paid()];
    await ask(unnamed);
    await ask(named, { email: 'ann@example.com' });
    const addresses = async (id: string) => [...((await own.getReceipts(id))?.addresses ?? [])];
    expect([await addresses(unnamed), await addresses(named)]).toEqual([
      ['bob@example.com'],
      ['ann@example.com'],
    ]);
  });
});

/** Makes each list repeat its items under `count` different ids. @returns these ids */
function listAsMany(count: number): string[] {
  const ids = Array.from({ length: count }, (_, n) => own.newId(Date.now() - n));
  own.proxy.indexed = (items) =>
    items.flatMap((item) => {
      const pk = item.pk?.S?.toString() ?? '';
      return ids.map((id) => ({ ...item, pk: { S: pk.replace(/[0-9a-f]{24}$/, id) }, listSk: { S: id } }));
    });
  return ids;
}

test('a till shows 2000 payments of its day, and says whether there are more', async () => {
  const { merchant } = (await makeMerchant(await appOf(true), true)).body;
  const stored = await own.findMerchant(merchant.id);
  if (!stored) throw new Error('No merchant');
  await own.createTransaction(somePayment(stored), {}, { merchant: stored, alongside: [] });
  const day = async (count: number) => {
    listAsMany(count);
    const { payments, more } = await own.dayOfTill(stored, Date.now());
    own.proxy.indexed = undefined;
    return [payments.length, more];
  };
  expect(await day(1)).toEqual([1, false]);
  expect(await day(1999)).toEqual([1999, false]);
  expect(await day(2001)).toEqual([2000, true]);
});

test('each new address of an endpoint has a challenge, which nobody but its server learns', async () => {
  const appId = await appOf(true);
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
  const ids = listAsMany(1001);
  const query = { limit: '10', 'filter[currency]': 'USD' };
  const params = { merchantId: merchant.id };
  const { body } = await send('GET /api/merchants/{merchantId}/search', { appId, params, query });
  own.proxy.indexed = undefined;
  const at = ids[999] ?? '';
  expect(body).toEqual({ payments: [], next: at, searchedUntil: own.idDate(at) });
});
