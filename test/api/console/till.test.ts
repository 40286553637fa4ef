import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { routesOf } from '../../../lib/routes.ts';
import { type Browser, browser } from '../support/console.ts';
import { send } from '../support/http.ts';
import { setNumbers } from '../support/set-numbers.ts';
import { scan } from '../support/stored-items.ts';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const { api, pos, pay, payment, shop, authorized, move, transaction } = world();

type Shop = Pick<Awaited<ReturnType<typeof shop>>, 'key' | 'merchant'>;

const device = () => browser(undefined, 'till');
const cookie = '__Host-florin-till';

/** Signs a new user of the merchant in. */
async function member({ key, merchant }: Shop, role = 'owner') {
  const email = `${randomBytes(6).toString('hex')}@console.example.com`;
  const path = `/merchants/${merchant.id}/users`;
  expect((await api('POST', path, { key, body: { email, role } })).status).toBe(201);
  const me = browser();
  await me.signIn(email);
  const { user } = (await me.ask('GET', '/session')).body;
  return { me, email, id: user.id as string };
}

const tillsOf = ({ merchant }: Shop) => `/api/merchants/${merchant.id}/tills`;

async function codeFor(me: Browser, own: Shop, body: object = { name: 'Counter' }): Promise<string> {
  const made = await me.ask('POST', tillsOf(own), { body });
  expect([made.status, made.text]).toEqual([201, made.text]);
  const { code, url, svg, expires } = made.body;
  expect([url, svg]).toEqual([
    `${process.env.FLORIN_CONSOLE_URL}/till#${code}`,
    expect.stringMatching(/^<svg .*<\/svg>$/s),
  ]);
  expect(Math.abs(Date.parse(expires) - Date.now() - 10 * 60_000)).toBeLessThan(60_000);
  return code;
}

const pair = (till: Browser, code: string) => till.ask('POST', '/till/session', { body: { code } });

/** A shop with an owner and a paired till. */
async function pairTill(body: object = { name: 'Counter' }) {
  const own = await shop();
  const owner = await member(own);
  const till = device();
  const { status, headers } = await pair(till, await codeFor(owner.me, own, body));
  // The cookie lasts for 360 days, as browsers keep no cookie for longer than 400. The till itself ends after 30 days
  // without use.
  const cookie = /^__Host-florin-till=[^;]+; Max-Age=31104000; Path=\/; HttpOnly; Secure; SameSite=Strict$/;
  expect([status, headers['set-cookie']]).toEqual([204, [expect.stringMatching(cookie)]]);
  return { ...own, owner, till };
}

const invalid = [{ field: 'code', message: 'This code is not known, or it was used, or it is too old' }];

test('a device is paired with a code, sees its day and closes it, and is listed with its last use', async () => {
  const { key, merchant, owner, till } = await pairTill({ name: ' \u202eCounter ', mayRefund: true });
  expect((await till.ask('GET', '/till/session')).body).toEqual({
    name: 'Counter',
    mayRefund: true,
    merchant: {
      id: merchant.id,
      name: merchant.name ?? merchant.descriptor,
      test: true,
      currency: 'EUR',
      timeZone: 'Europe/Copenhagen',
      refundLimit: 0,
      captures: true,
    },
  });
  const [first, second] = [await authorized(merchant, 5000), await authorized(merchant, 700)];
  await move(key, first, 'captures', 5000);
  await move(key, first, 'refunds', 1000);
  await move(key, second, 'voids', 500);
  const { body } = await waitUntil(
    () => till.ask('GET', '/till/day'),
    ({ body }) => body.payments?.length === 2 && body.sums[0]?.refunds === 1,
  );
  expect(body.sums).toEqual([
    {
      ...{ scheme: 'visa', name: 'Visa', currency: 'EUR', payments: 1, amount: 5000 },
      ...{ holds: 1, held: 200, refunds: 1, refunded: 1000 },
    },
  ]);
  expect(body.payments.map(({ id }: { id: string }) => id)).toEqual([second, first]);
  expect(Object.keys(body.payments[0]).sort()).toEqual(shownFields);
  const listed = (await owner.me.ask('GET', tillsOf({ key, merchant }))).body;
  expect(listed).toEqual([
    {
      id: expect.any(String),
      name: 'Counter',
      mayRefund: true,
      pairedBy: { id: owner.id, email: owner.email },
      created: expect.any(String),
      seen: expect.any(String),
      device: 'Chrome, Windows',
      address: expect.any(String),
    },
  ]);
  const stored = JSON.stringify(await scan(process.env.FLORIN_DYNAMODB ?? ''));
  expect(stored).not.toContain(till.cookies.get(cookie)?.split('.').at(-1));

  await pair(device(), await codeFor(owner.me, { key, merchant }, { name: 'Bar' }));
  const both = (await owner.me.ask('GET', tillsOf({ key, merchant }))).body;
  expect(both.map(({ name }: { name: string }) => name)).toEqual(['Bar', 'Counter']);
});

/** The fields of a payment that a till shows. */
const shownFields = [
  'amount',
  'capturedAmount',
  'card',
  'created',
  'currency',
  'disputedAmount',
  'id',
  'method',
  'pendingAmount',
  'refundedAmount',
  'trail',
  'voidedAmount',
];

test('a code works once, also for two devices at the same moment, and is not stored', async () => {
  const own = await shop();
  const { me } = await member(own);
  const code = await codeFor(me, own);
  const answers = await Promise.all([device(), device(), device()].map((one) => pair(one, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
  expect((await pair(device(), code)).body).toEqual(invalid);
  expect((await me.ask('GET', tillsOf(own))).body).toHaveLength(1);
});

test('an expired, a mistyped and an invented code get the same response; small letters and spaces are accepted', async () => {
  const own = await shop();
  const { me } = await member(own);
  const [old, good] = [await codeFor(me, own), await codeFor(me, own)];
  expect(good).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
  await setNumbers(`pairing#${createHash('sha256').update(old).digest('hex')}`, {
    expires: Math.floor(Date.now() / 1000) - 1,
  });
  for (const code of [old, 'AAAAAAAAAA', 'short', '!!!!!!!!!!', own.merchant.id]) {
    const { status, body } = await pair(device(), code);
    expect([code, status, body]).toEqual([code, 400, invalid]);
  }
  expect((await pair(device(), ` ${good.slice(0, 5)}-${good.slice(5)} `.toLowerCase())).status).toBe(204);
});

test('a cookie from before the pairing gives no access afterwards, and a forged one never does', async () => {
  const own = await shop();
  const { me } = await member(own);
  const till = device();
  const fixed = `${own.merchant.id}.${'f'.repeat(24)}.${'A'.repeat(43)}`;
  till.cookies.set(cookie, fixed);
  expect((await pair(till, await codeFor(me, own))).status).toBe(204);
  expect(till.cookies.get(cookie)).not.toBe(fixed);
  const [, id] = till.cookies.get(cookie)?.split('.') ?? [];
  const thief = device();
  for (const value of [
    fixed,
    `${own.merchant.id}.${id}.${'A'.repeat(43)}`,
    'x',
    '',
    `${till.cookies.get(cookie)}.x`,
  ]) {
    thief.cookies.set(cookie, value);
    expect((await thief.ask('GET', '/till/session')).status).toBe(401);
  }
  // A till cannot act as a user with its cookie, nor a user as a till.
  const value = till.cookies.get(cookie) ?? '';
  const user = browser();
  user.cookies.set('__Host-florin', value);
  user.cookies.set(cookie, value);
  expect((await user.ask('GET', '/session')).status).toBe(401);
  expect((await me.ask('GET', '/till/session')).status).toBe(403);
});

test.each([
  ['till', { name: 'Counter' }],
  ['refunding till', { name: 'Counter', mayRefund: true }],
])('a %s gets 403 from each other route behind a session', async (_, terms) => {
  const { merchant, till, key } = await pairTill(terms);
  const id = await authorized(merchant, 1000);
  const allowed = ['/till/session', '/till/day', '/till/codes'];
  const isRefund = (path: string) => 'mayRefund' in terms && /\/(refunds|voids)$/.test(path);
  const others = routesOf('console').filter(
    ({ authorization, path }) => authorization === 'session' && !allowed.includes(path) && !isRefund(path),
  );
  expect(others.length).toBeGreaterThan(50);
  for (const { method, path } of others) {
    const filled = path
      .replace('{merchantId}', merchant.id)
      .replace('{transactionId}', id)
      .replace(/\{\w+\}/g, 'f'.repeat(24));
    const { status, body } = await till.ask(method, filled);
    expect([method, path, status, body.error]).toEqual([method, path, 403, 'FORBIDDEN']);
  }
  expect((await transaction(key, id)).pendingAmount).toBe(1000);
});

test('the response to a refund of a till has no more of the payment than the till shows, also when it is repeated', async () => {
  const { key, merchant, till } = await pairTill({ name: 'Van', mayRefund: true });
  const payer = { name: 'Ann Lee', email: 'ann@example.com' };
  const id = await authorized(merchant, 5000, { custom: { reference: 'Order 17' }, payer });
  await move(key, id, 'captures', 5000);
  const headers = { 'idempotency-key': randomUUID() };
  const refund = () =>
    till.ask('POST', `/api/transactions/${id}/refunds`, { body: { amount: 700 }, headers });
  for (const { status, body, text } of [await refund(), await refund()]) {
    expect([status, body.transaction.id, body.transaction.refundedAmount]).toEqual([201, id, 700]);
    expect(Object.keys(body.transaction).sort()).toEqual(shownFields);
    expect(Object.keys(body.transaction.card).sort()).toEqual(['last4', 'scheme']);
    expect(text).not.toMatch(/Ann|ann@|Order 17/);
  }
});

test('a till can only refund payments of its merchant, up to the limit for all parts together', async () => {
  const { key, merchant, till, owner } = await pairTill({ name: 'Van', mayRefund: true });
  await api('PUT', `/merchants/${merchant.id}`, { key, body: { refundLimit: 1500 } });
  const captured = async ({ key, merchant }: Shop) => {
    const id = await authorized(merchant, 5000);
    await move(key, id, 'captures', 5000);
    return id;
  };
  const [id, foreign] = [await captured({ key, merchant }), await captured(await shop())];
  expect((await till.ask('GET', '/till/session')).body.merchant.refundLimit).toBe(1500);
  const refund = async (of: string, amount: number, headers = {}) =>
    till.ask('POST', `/api/transactions/${of}/refunds`, { body: { amount }, headers });
  expect((await refund(foreign, 1)).status).toBe(403);
  const tooMuch = [{ field: 'amount', message: 'A till refunds and voids up to the limit in the settings' }];
  expect(await refund(id, 1501)).toMatchObject({ status: 400, body: tooMuch });
  const headers = { 'idempotency-key': randomUUID() };
  const [first, again] = [await refund(id, 1000, headers), await refund(id, 1000, headers)];
  expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true']);
  expect(await refund(id, 501)).toMatchObject({ status: 400, body: tooMuch });
  expect((await refund(id, 500)).status).toBe(201);
  expect((await transaction(key, id)).refundedAmount).toBe(1500);

  const log = (await owner.me.ask('GET', `/api/merchants/${merchant.id}/audit?limit=9`)).body;
  const shown = log.map(({ user, action, status }: { user: object; action: string; status: number }) => ({
    user,
    action,
    status,
  }));
  const van = { id: expect.any(String), till: 'Van' };
  const action = 'POST /transactions/{transactionId}/refunds';
  expect(shown).toEqual([
    { user: van, action, status: 201 },
    { user: van, action, status: 400 },
    { user: van, action, status: 201 },
    { user: van, action, status: 201 },
    { user: van, action, status: 400 },
    expect.objectContaining({ action: 'POST /merchants/{merchantId}/tills', status: 201 }),
  ]);
});

test('a till voids what is only held, up to the limit together with its refunds, and nothing of another merchant', async () => {
  const { key, merchant, till } = await pairTill({ name: 'Van', mayRefund: true });
  const [id, foreign] = [await authorized(merchant, 5000), await authorized((await shop()).merchant, 5000)];
  const move = async (route: 'voids' | 'refunds', amount: number, of = id, headers = {}) =>
    till.ask('POST', `/api/transactions/${of}/${route}`, { body: { amount }, headers });
  await api('PUT', `/merchants/${merchant.id}`, { key, body: { refundLimit: 1500 } });
  expect((await move('voids', 1, foreign)).status).toBe(403);
  expect((await move('voids', 1, 'f'.repeat(24))).status).toBe(404);
  const tooMuch = [{ field: 'amount', message: 'A till refunds and voids up to the limit in the settings' }];
  expect(await move('voids', 1501)).toMatchObject({ status: 400, body: tooMuch });
  const headers = { 'idempotency-key': randomUUID() };
  const first = await move('voids', 1000, id, headers);
  expect([first.status, Object.keys(first.body.transaction).sort()]).toEqual([201, shownFields]);
  const again = await move('voids', 1000, id, headers);
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
  expect((await transaction(key, id)).voidedAmount).toBe(1000);
  expect(await move('voids', 501)).toMatchObject({ status: 400, body: tooMuch });
  await api('POST', `/transactions/${id}/captures`, { key, body: { amount: 4000, currency: 'EUR' } });
  expect(await move('refunds', 501)).toMatchObject({ status: 400, body: tooMuch });
  expect((await move('refunds', 500)).status).toBe(201);
});

test('a till without the right to refund voids nothing', async () => {
  const { key, merchant, till } = await pairTill();
  const id = await authorized(merchant, 100);
  const { status } = await till.ask('POST', `/api/transactions/${id}/voids`, { body: { amount: 100 } });
  expect([status, (await transaction(key, id)).voidedAmount]).toEqual([403, 0]);
});

describe('the money of a sale', () => {
  const sell = async (till: Browser) =>
    (await till.ask('POST', '/till/codes', { body: { amount: 700 } })).body;
  const codeState = async (watch: string) => {
    const url = `${process.env.FLORIN_POS_URL}/payments/codes/${watch}`;
    return (await send(url, 'GET', { headers: { 'accept-version': '1' } })).body;
  };
  const paidBy = async ({ key, merchant }: Shop, url: string) => {
    const amount = { currency: 'EUR', exponent: 2, value: 700 };
    const { status, body } = await pay(await payment(merchant, { amount, linkId: url.split('/l/')[1] }));
    expect([status, body]).toEqual([201, body]);
    return transaction(key, body.authorizationId);
  };

  test.each([
    ['captures', {}, { captures: true, capturedAmount: 700, pendingAmount: 0 }],
    ['only holds', { consoleCapture: false }, { captures: false, capturedAmount: 0, pendingAmount: 700 }],
    // The setting of the API is another one.
    [
      'only holds, with capture by the API,',
      { consoleCapture: false, capture: true },
      { captures: false, capturedAmount: 0, pendingAmount: 700 },
    ],
  ])(
    'a till %s by the setting for the console, and says so',
    async (_, settings, { captures, ...amounts }) => {
      const { till, key, merchant } = await pairTill();
      await api('PUT', `/merchants/${merchant.id}`, { key, body: settings });
      expect((await till.ask('GET', '/till/session')).body.merchant.captures).toBe(captures);
      const { url, watch } = await sell(till);
      expect(await paidBy({ key, merchant }, url)).toMatchObject(amounts);
      expect(await codeState(watch)).toMatchObject({
        state: 'paid',
        payment: { capturedAmount: amounts.capturedAmount },
      });
    },
  );

  test('a code of the public key, which anybody can make, follows the setting of the API', async () => {
    const { key, merchant } = await shop();
    const amount = { currency: 'EUR', exponent: 2, value: 700 };
    const body = { integration: { key: merchant.key }, amount };
    const { url } = (await pos('/payments/codes', body)).body;
    expect((await paidBy({ key, merchant }, url)).capturedAmount).toBe(0);
    const forged = await pos('/payments/codes', { ...body, capture: true });
    expect(forged.status).toBe(400);
  });

  test('a sale needs an amount in minor units, and the session of a till', async () => {
    const { till, owner } = await pairTill();
    for (const amount of [0, -1, 1.5, 10 ** 13]) {
      const { status, body } = await till.ask('POST', '/till/codes', { body: { amount } });
      expect([amount, status, body[0].field]).toEqual([amount, 400, 'amount']);
    }
    expect((await owner.me.ask('POST', '/till/codes', { body: { amount: 700 } })).status).toBe(403);
  });

  test('a link that a person makes captures, a link of a program follows the setting of the API, and each can say', async () => {
    const { key, merchant, owner } = await pairTill();
    const path = `/merchants/${merchant.id}/links`;
    const link = { amount: 100, currency: 'EUR' };
    const byPerson = async (body: object) =>
      (await owner.me.ask('POST', `/api${path}`, { body: { ...link, ...body } })).body.link.capture;
    expect([await byPerson({}), await byPerson({ capture: false })]).toEqual([true, false]);
    expect((await api('POST', path, { key, body: link })).body.link.capture).toBeNull();
    await api('PUT', `/merchants/${merchant.id}`, { key, body: { consoleCapture: false } });
    expect([await byPerson({}), await byPerson({ capture: true })]).toEqual([false, true]);
  });
});

test('a removed till has no access from its next request on, and a device can remove itself', async () => {
  const { till, owner, ...own } = await pairTill();
  const [{ id }] = (await owner.me.ask('GET', tillsOf(own))).body;
  const other = await pairTill();
  expect((await other.owner.me.ask('DELETE', `${tillsOf(own)}/${id}`)).status).toBe(403);
  expect((await other.owner.me.ask('DELETE', `${tillsOf(other)}/${id}`)).status).toBe(404);
  expect((await till.ask('GET', '/till/session')).body.mayRefund).toBe(false);
  expect((await owner.me.ask('DELETE', `${tillsOf(own)}/${id}`)).status).toBe(204);
  const refused = await till.ask('GET', '/till/day');
  expect([refused.status, refused.body]).toEqual([
    401,
    expect.objectContaining({ error: 'SESSION_MISSING', message: 'Pair this device' }),
  ]);
  expect((await other.till.ask('DELETE', '/till/session')).status).toBe(204);
  expect(other.till.cookies.has(cookie)).toBe(false);
  expect((await other.owner.me.ask('GET', tillsOf(other))).body).toEqual([]);
});

test('tills and codes end when the person who made them loses the right to pair tills', async () => {
  const own = await shop();
  const [owner, helper] = [await member(own), await member(own, 'member')];
  const till = device();
  await pair(till, await codeFor(helper.me, own));
  const code = await codeFor(helper.me, own);
  const path = `/api/merchants/${own.merchant.id}/users/${helper.id}`;
  expect((await owner.me.ask('PUT', path, { body: { role: 'support' } })).status).toBe(204);
  expect((await till.ask('GET', '/till/day')).status).toBe(401);
  expect((await owner.me.ask('GET', tillsOf(own))).body).toEqual([]);
  expect((await owner.me.ask('DELETE', path)).status).toBe(204);
  expect((await pair(device(), code)).body).toEqual(invalid);
  const support = await member(own, 'support');
  expect((await support.me.ask('POST', tillsOf(own), { body: { name: 'x' } })).status).toBe(403);
});

test('a till ends after 30 days without use', async () => {
  const { till, owner, ...own } = await pairTill();
  const day = 24 * 60 * 60_000;
  await setNumbers(`merchant#${own.merchant.id}`, { seen: Date.now() - 29 * day }, 'till#');
  expect((await till.ask('GET', '/till/day')).status).toBe(200);
  await setNumbers(`merchant#${own.merchant.id}`, { seen: Date.now() - 30 * day }, 'till#');
  expect((await till.ask('GET', '/till/day')).status).toBe(401);
  expect((await owner.me.ask('GET', tillsOf(own))).body).toEqual([]);
});

test('names and codes are validated, and a request without the console’s header pairs nothing', async () => {
  const own = await shop();
  const { me } = await member(own);
  for (const body of [
    {},
    { name: '' },
    { name: '  ' },
    { name: '\u202e\u200b' },
    { name: 'x'.repeat(61) },
    { name: 'a', mayRefund: 'x' },
    { name: 'a', role: 'owner' },
  ])
    expect([body, (await me.ask('POST', tillsOf(own), { body })).status]).toEqual([body, 400]);
  for (const body of [{}, { code: '' }, { code: 1 }, { code: 'x'.repeat(41) }])
    expect([body, (await device().ask('POST', '/till/session', { body })).status]).toEqual([body, 400]);
  const code = await codeFor(me, own);
  const headers = { 'florin-console': '' };
  expect((await device().ask('POST', '/till/session', { body: { code }, headers })).status).toBe(403);
});
