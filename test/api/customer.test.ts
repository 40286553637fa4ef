import { customer } from './support/customer.ts';
import { send } from './support/http.ts';
import { world } from './support/world.ts';

const here = world();
const { api, pos, shop, tokens, payment, pay, transaction } = here;
const { payInBrowser, frictionless } = customer(here);

const posUrl = process.env.FLORIN_POS_URL ?? '';

let key: string;
// biome-ignore lint/suspicious/noExplicitAny: a merchant as the API shows it
let merchant: any;

beforeAll(async () => {
  ({ key, merchant } = await shop());
});

test('every JSON response ends in a newline, and any origin may read it', async () => {
  const answers = [
    await pos('/vault', { type: 'pcn', value: '4100000000000000' }),
    await pos('/payments', {}),
    await pos('/payments', await payment(merchant)),
    await pay(await payment(merchant)),
    await send(`${posUrl}/nothing`, 'GET'),
  ];
  for (const { text, headers } of answers) {
    expect(text).toMatch(/^\{.*\}\n$/);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['x-request-id']).toBeTruthy();
  }
  expect([answers[4]?.status, answers[4]?.body.code]).toEqual([404, 'ENDPOINT_NOT_FOUND']);
  const preflight = await send(`${posUrl}/payments`, 'OPTIONS', {
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'accept-version,content-type,x-client',
    },
  });
  expect(preflight.status).toBeLessThan(300);
  expect(preflight.headers['x-request-id']).toBeTruthy();
  const listed = (name: string) => String(preflight.headers[name]).toLowerCase().split(/, */);
  expect(listed('access-control-allow-origin')).toEqual(['*']);
  expect(listed('access-control-allow-methods')).toEqual(expect.arrayContaining(['get', 'post']));
  // The browser clients of other authors send the last two with every request.
  expect(listed('access-control-allow-headers')).toEqual(
    expect.arrayContaining(['accept', 'content-type', 'idempotency-key', 'accept-version', 'x-client']),
  );
});

test('a request with ?warm makes no payment, encrypts nothing and reads no item, whatever its body', async () => {
  const own = await shop();
  const body = await payment(own.merchant);
  const payments = ['/payments', '/payments/challenges/begin', '/payments/challenges/nothing', '/vault'];
  for (const path of payments)
    for (const given of [body, undefined, '{'])
      for (const query of ['warm', 'warm=no', 'a=1&warm=']) {
        const { status, text, headers } = await send(`${posUrl}${path}?${query}`, 'POST', { body: given });
        expect([status, text, headers['access-control-allow-origin']]).toEqual([204, '', '*']);
      }
  const list = `/merchants/${own.merchant.id}/transactions`;
  expect((await api('GET', list, { key: own.key, query: { limit: 10 } })).body).toEqual([]);
});

test('the checkout API requires Accept-Version 1', async () => {
  const body = { type: 'pcn', value: '4100000000000000' };
  const version = (headers: Record<string, string>) => send(`${posUrl}/vault`, 'POST', { body, headers });
  expect(await version({})).toMatchObject({ status: 400, body: { code: 'VERSION_MISSING' } });
  expect(await version({ 'accept-version': '2' })).toMatchObject({
    status: 400,
    body: { code: 'VERSION_UNSUPPORTED' },
  });
  expect(await version({ 'Accept-Version': '1', 'X-Client': 'js-c-1' })).toMatchObject({ status: 201 });
});

test.each([
  ['pcn', '123456789', '10 to 19 digits'],
  ['pcn', '4'.repeat(20), '10 to 19 digits'],
  ['pcn', '4100 0000 0000 0000', '10 to 19 digits'],
  ['pcn', '', '10 to 19 digits'],
  ['pcn', 4100000000000000, '10 to 19 digits'],
  ['pcsc', '12', '3 or 4 digits'],
  ['pcsc', '12345', '3 or 4 digits'],
  ['pcsc', 'abc', '3 or 4 digits'],
])('the vault explains the format of a %s when it gets %j', async (type, value, says) => {
  const { status, body } = await pos('/vault', { type, value });
  expect([status, body.code]).toEqual([400, 'REQUEST_INVALID']);
  expect(body.message).toMatch(/^value: Must be /);
  expect(body.message).toContain(says);
});

test.each([
  [{ type: 'pcn', value: '123456789' }, 'REQUEST_INVALID'],
  [{ type: 'pcn', value: '1'.repeat(20) }, 'REQUEST_INVALID'],
  [{ type: 'pcn', value: 4100000000000000 }, 'REQUEST_INVALID'],
  [{ type: 'pcsc', value: '12' }, 'REQUEST_INVALID'],
  [{ type: 'pcsc', value: '12345' }, 'REQUEST_INVALID'],
  [{ type: 'other', value: '123' }, 'REQUEST_INVALID'],
  [{}, 'REQUEST_INVALID'],
  ['{', 'BODY_INVALID'],
  // The API reads an empty list as an empty object, because PHP encodes both as [].
  ['[]', 'REQUEST_INVALID'],
  ['[1]', 'BODY_INVALID'],
])('the vault refuses %j with %s', async (body, code) => {
  const answer = await pos(
    '/vault',
    body,
    typeof body === 'string' ? { 'content-type': 'application/json' } : {},
  );
  expect([answer.status, answer.body]).toEqual([400, { code, message: expect.any(String) }]);
});

test('a payment refuses card tokens of the wrong type, tokens that are not the vault’s, and a bad expiry', async () => {
  const { number, code } = await tokens();
  const order = await payment(merchant);
  const card = (over: object) => pos('/payments', { ...order, card: { ...order.card, ...over } });
  expect((await card({ number: code })).body.code).toBe('TOKEN_TYPE_UNEXPECTED');
  expect((await card({ code: number })).body.code).toBe('TOKEN_TYPE_UNEXPECTED');
  for (const bad of [{ token: '' }, { token: 'pcn.zzzzzz.AAAA' }, { token: `pcsc${number.token.slice(3)}` }])
    expect((await card({ number: bad })).body.code).toBe('TOKEN_INVALID');
  expect((await card({ number: 'text' })).body.code).toBe('REQUEST_INVALID');
  const [, , sealed] = number.token.split('.');
  expect((await card({ number: { token: `pcn.0.${sealed}` } })).body.code).toBe('TOKEN_INVALID');
  expect((await card({ expiry: { month: 1, year: 2020 } })).body.code).toBe('PAYMENT_CARD_EXPIRED');
  expect((await card({ expiry: { month: 13, year: 2090 } })).body.code).toBe('REQUEST_INVALID');
});

test('a payment refuses a token whose last character was changed', async () => {
  const { number } = await tokens();
  const order = await payment(merchant);
  const changed = { token: number.token.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')) };
  const answer = await pos('/payments', { ...order, card: { ...order.card, number: changed } });
  expect(answer.body.code).toBe('TOKEN_INVALID');
});

test('a payment is refused for an unknown merchant key, the wrong mode, or a merchant without an acquirer', async () => {
  const order = await payment(merchant);
  expect((await pos('/payments', { ...order, integration: { key: 'nobody' } })).body.code).toBe(
    'PAYMENT_INTEGRATION_KEY_UNKNOWN',
  );
  expect((await pos('/payments', { ...order, test: undefined })).body.code).toBe('TEST_MODE_MIXED');
  expect((await pos('/payments', { ...order, test: 'yes' })).body.code).toBe('REQUEST_INVALID');
  const live = await shop({ test: false });
  expect((await pos('/payments', await payment(live.merchant))).body.code).toBe('TEST_MODE_MIXED');
  const card = { ...(await tokens('4111111111111111')), expiry: { month: 1, year: 2090 } };
  const answer = await pos('/payments', await payment(live.merchant, { test: undefined, card }));
  expect([answer.status, answer.body.code]).toEqual([400, 'PAYMENT_INTEGRATION_DISABLED']);
});

const money = (value: number) => ({ currency: 'EUR', exponent: 2, value });

test.each([
  [{ card: { scheme: 'unsupported' } }, 'PAYMENT_CARD_SCHEME_UNSUPPORTED', 29],
  [{ card: { scheme: 'unknown' } }, 'PAYMENT_CARD_SCHEME_UNKNOWN', 29],
  [{ card: { code: 'invalid' } }, 'PAYMENT_CARD_SECURITY_CODE_INVALID', 4],
  [{ card: { status: 'invalid' } }, 'PAYMENT_CARD_NUMBER_INVALID', 3],
  [{ card: { status: 'expired' } }, 'PAYMENT_CARD_EXPIRED', 6],
  [{ card: { status: 'disabled' } }, 'PAYMENT_CARD_DISABLED', 9],
  [{ card: { status: 'lost' } }, 'PAYMENT_CARD_LOST', 10],
  [{ card: { limit: money(9999) } }, 'PAYMENT_AMOUNT_LIMIT', 25],
  [{ card: { balance: money(9999) } }, 'PAYMENT_INSUFFICIENT_FUNDS', 7],
  [{ tds: { status: 'rejected' } }, 'TDSECURE_FAILED', 31],
])('the test option %j declines with %s, and the transaction keeps error %d', async (test, code, error) => {
  const { tds = {} } = test as { tds?: object };
  const answer = await pay(await payment(merchant, { test: { ...test, tds: { ...tds, challenge: false } } }));
  expect([answer.status, answer.body]).toEqual([400, { code, message: expect.any(String) }]);
  const [failed] = (await api('GET', `/merchants/${merchant.id}/transactions`, { key, query: { limit: 1 } }))
    .body;
  expect(failed).toMatchObject({ successful: false, pendingAmount: 0, error: { code: error } });
});

test.each([
  [{}, 'full'],
  [{ status: 'authenticated' }, 'full'],
  [{ status: 'attempted' }, 'attempt'],
  [{ status: 'unavailable' }, null],
])('3-D Secure with %j leaves tds %j', async (tds, level) => {
  const scheme = {
    scheme: 'supported',
    code: 'valid',
    status: 'valid',
    limit: money(10000),
    balance: money(10000),
  };
  const answer = await pay(
    await payment(merchant, { test: { card: scheme, tds: { ...tds, challenge: false } } }),
  );
  expect((await transaction(key, answer.body.authorizationId)).tds).toBe(level);
});

test.each([
  '4100000000000000',
  '1000100010001000',
  '1000000000000000',
  '5555555555554444',
  '4111111111',
  '1'.repeat(19),
])('the card number %s pays in test mode', async (number) => {
  const card = { ...(await tokens(number)), expiry: { month: 1, year: 2099 } };
  const answer = await pay(await payment(merchant, { card }));
  expect(answer.status).toBe(201);
  const { card: kept } = await transaction(key, answer.body.authorizationId);
  expect(kept.scheme).toBe(number.startsWith('5') ? 'mastercard' : 'visa');
  expect([kept.bin, kept.last4]).toEqual([number.slice(0, 6), number.slice(-4)]);
});

test.each([
  ['378282246310005', '1234', 201],
  ['378282246310005', '123', 201],
  ['4100000000000000', '1234', 400],
])(
  'a test merchant answers a payment with card %s and security code %s with %d, and shows a paid card as visa',
  async (number, code, status) => {
    const card = { ...(await tokens(number, code)), expiry: { month: 1, year: 2099 } };
    const answer = await pay(await payment(merchant, { card }));
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.code).toBe('PAYMENT_CARD_SECURITY_CODE_INVALID');
    else expect((await transaction(key, answer.body.authorizationId)).card.scheme).toBe('visa');
  },
);

test('a browser meets two background fingerprints, then the page of the bank', async () => {
  const order = await payment(merchant, { test: {} });
  const confirmed = await payInBrowser(order, 'confirm');
  expect(confirmed.names).toEqual(['fingerprint', 'tds-fingerprint', 'tds-challenge']);
  expect((await transaction(key, confirmed.answer.body.authorizationId)).tds).toBe('full');
  const rejected = await payInBrowser(await payment(merchant, { test: {} }), 'reject');
  expect(rejected.answer.body.code).toBe('TDSECURE_FAILED');
});

/** The original acquirer's engines for Android, iOS and Flutter make this choice, as they show at most two iframes. */
test('a client can meet the fingerprint of 3-D Secure in place of both fingerprints, then the page of the bank', async () => {
  const order = await payment(merchant, { test: {} });
  expect((await pos('/payments', order)).body.challenges).toEqual(
    ['fingerprint', 'tds-fingerprint'].map((name) => ({
      name,
      type: 'background-iframe',
      path: `/payments/challenges/${name}`,
    })),
  );
  const { names, answer } = await payInBrowser(
    order,
    'confirm',
    (challenges) => challenges.find(({ name }) => name === 'tds-fingerprint') ?? challenges[0],
  );
  expect([names, answer.status]).toEqual([['tds-fingerprint', 'tds-challenge'], 201]);
});

test('a payment succeeds although its fingerprints time out or are unavailable', async () => {
  const test = { fingerprint: 'timeout', tds: { fingerprint: 'timeout' } };
  const { names, answer } = await payInBrowser(await payment(merchant, { test }), 'confirm');
  expect([names.length, answer.status]).toEqual([3, 201]);
  const unavailable = { tds: { fingerprint: 'unavailable', status: 'attempted' } };
  const other = await payInBrowser(await payment(merchant, { test: unavailable }), 'confirm');
  expect(other.names).toEqual(['fingerprint', 'tds-challenge']);
});

test('a payment refuses hints of another payment, tampered hints, and hints that are not the server’s', async () => {
  const order = await payment(merchant);
  const hints = await frictionless(order);
  const others = [
    { ...order, amount: money(10001) },
    { ...order, amount: { currency: 'USD', exponent: 2, value: 10000 } },
    { ...order, card: { ...order.card, ...(await tokens()) } },
    { ...order, integration: { key: (await shop()).merchant.key } },
    { ...order, test: { tds: { challenge: false, status: 'attempted' } } },
    { ...order, test: { ...order.test, card: {} } },
    { ...order, test: {} },
  ];
  for (const other of others)
    expect((await pos('/payments', { ...other, hints })).body.code).toBe('TOKEN_INVALID');
  expect((await pos('/payments', { ...order, hints: ['x'] })).body.code).toBe('TOKEN_INVALID');
  expect((await pos('/payments', { ...order, hints: [order.card.number.token] })).body.code).toBe(
    'TOKEN_INVALID',
  );
  expect((await pos('/payments', { ...order, hints: [1] })).body.code).toBe('REQUEST_INVALID');
  const [proof = ''] = hints;
  for (const at of [4, proof.length - 40, proof.length - 1]) {
    const other = proof[at] === 'A' ? 'B' : 'A';
    const tampered = proof.slice(0, at) + other + proof.slice(at + 1);
    expect((await pos('/payments', { ...order, hints: [tampered] })).body.code).toBe('TOKEN_INVALID');
  }
  expect((await pos('/payments', { ...order, hints })).status).toBe(201);
});

test('hints stay valid if the fields of the payment are sent in another order', async () => {
  const money = { currency: 'EUR', exponent: 2, value: 20000 };
  const test = { tds: { challenge: false, status: 'attempted' }, card: { limit: money, code: 'valid' } };
  const order = await payment(merchant, { test });
  const hints = await frictionless(order);
  const { currency, exponent, value } = money;
  const turned = {
    card: { code: 'valid', limit: { value, exponent, currency } },
    tds: { status: 'attempted', challenge: false },
  };
  expect((await pos('/payments', { ...order, test: turned, hints })).status).toBe(201);
});

test('Florin performs only one of the next challenges, and names these if a client asks for another one', async () => {
  const challenge = (name: string, order: object) => pos(`/payments/challenges/${name}`, order);
  const names = ['fingerprint', 'tds-fingerprint', 'tds-challenge', 'tds-frictionless'];
  const quick = await payment(merchant);
  const slow = { ...quick, test: {} };
  const unavailable = { ...quick, test: { tds: { fingerprint: 'unavailable' } } };
  const begun = async (name: string, order: object) => (await challenge(name, order)).body.hints;
  const first = await begun('fingerprint', slow);
  const second = [...first, ...(await begun('tds-fingerprint', { ...slow, hints: first }))];
  const states: [string[], object][] = [
    [['tds-frictionless'], quick],
    [[], { ...quick, hints: await frictionless(quick) }],
    [['fingerprint', 'tds-fingerprint'], slow],
    [['tds-fingerprint'], { ...slow, hints: first }],
    [['tds-challenge'], { ...slow, hints: second }],
    [['tds-challenge'], { ...slow, hints: await begun('tds-fingerprint', slow) }],
    [['fingerprint'], unavailable],
    [['tds-challenge'], { ...unavailable, hints: await begun('fingerprint', unavailable) }],
  ];
  for (const [next, order] of states)
    for (const name of names) {
      const { status, body } = await challenge(name, order);
      if (next.includes(name)) expect([name, status]).toEqual([name, 200]);
      else
        expect([name, status, body]).toEqual([
          name,
          400,
          {
            code: 'PAYMENT_CHALLENGE_UNAVAILABLE',
            message: expect.stringContaining(next.join(' or ') || 'All'),
          },
        ]);
    }
});

test('a live merchant without an acquirer gets no simulated challenge or payment', async () => {
  const { merchant } = await shop({ test: false });
  const card = { ...(await tokens('4111111111111111')), expiry: { month: 1, year: 2090 } };
  const order = await payment(merchant, { test: undefined, card });
  const paths = ['fingerprint', 'tds-fingerprint', 'tds-challenge', 'tds-frictionless'].map(
    (name) => `/payments/challenges/${name}`,
  );
  for (const path of ['/payments', ...paths]) {
    const { status, body } = await pos(path, order);
    expect([path, status, body.code]).toEqual([path, 400, 'PAYMENT_INTEGRATION_DISABLED']);
    expect((await pos(path, { ...order, test: {} })).body.code).toBe('TEST_MODE_MIXED');
  }
});

test('an unknown challenge and a challenge frame without a valid state return 404', async () => {
  expect(await pos('/payments/challenges/none', await payment(merchant))).toMatchObject({
    status: 404,
    body: { code: 'ENDPOINT_NOT_FOUND' },
  });
  for (const state of ['', 'x', '<script>evil(1)</script>']) {
    const page = await send(`${posUrl}/payments/frames/tds-challenge`, 'POST', { form: { state } });
    expect(page.status).toBe(404);
    expect(page.text).not.toMatch(/evil/);
  }
});

test.each([
  [{ amount: { currency: 'ZZZ', exponent: 2, value: 1 } }],
  [{ amount: { currency: 'EUR', exponent: 2, value: 0 } }],
  [{ amount: { currency: 'EUR', exponent: 2, value: 1.5 } }],
  [{ amount: { currency: 'EUR', exponent: -1, value: 1 } }],
  [{ amount: { currency: 'BHD', exponent: 0, value: 10 ** 15 } }],
  [{ amount: 100 }],
  [{ custom: 'x'.repeat(51_200) }],
  [{ text: 'x'.repeat(1025) }],
  [{ test: { card: { limit: { currency: 'ZZZ', exponent: 2, value: 1 } } } }],
  [{ card: {} }],
  [{ hints: {} }],
  [{ hints: Array(11).fill('x') }],
])('a payment with %j is refused as REQUEST_INVALID', async (over) => {
  const answer = await pos('/payments', await payment(merchant, over));
  expect([answer.status, answer.body.code]).toEqual([400, 'REQUEST_INVALID']);
});
