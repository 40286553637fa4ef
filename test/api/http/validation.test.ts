import { changeable } from '../../../functions/core/domain/merchants/merchant.ts';
import { type Request, send } from '../support/http.ts';
import { merchantInput, world } from '../support/world.ts';

const { api, pos, shop, authorized, transaction } = world();

let key: string;
// biome-ignore lint/suspicious/noExplicitAny: a merchant as the API shows it
let merchant: any;
let id: string;

beforeAll(async () => {
  ({ key, merchant } = await shop());
  id = await authorized(merchant, 1000);
});

const create = (body: unknown) => api('POST', '/merchants', { key, body });
const capture = (request: Request) => api('POST', `/transactions/${id}/captures`, { key, ...request });

test('the error for an invalid merchant names one error for each invalid field', async () => {
  const answer = await create({
    currency: 'JPY',
    email: 'nobody',
    website: 'ftp://x',
    descriptor: 'x',
    company: { country: 'XX' },
  });
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual([
    { field: 'currency', message: 'Must be one of CHF, CZK, DKK, EUR, GBP, HUF, NOK, PLN, RON, SEK, USD' },
    { field: 'email', message: expect.stringMatching(/^Must be an e-mail address/) },
    { field: 'website', message: 'Must be an http or https URL, or a host like test.com' },
    { field: 'descriptor', message: 'Must be 2 to 22 printable ASCII characters' },
    { field: 'company.country', message: 'Must be an ISO 3166-1 alpha-2 country code' },
  ]);
});

const long = (length: number) => 'x'.repeat(length);

test.each([
  'nobody',
  'a@b',
  '@example.com',
  'a@',
  'a@@example.com',
  'a@b@example.com',
  'a b@example.com',
  ' a@example.com',
  'a@example.com ',
  'a@example.com\n',
  'a@exa\tmple.com',
  'a@example.com,b@example.com',
  'a@example.com;b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'Ann <a@example.com>',
  '<a@example.com>',
  '"a b"@example.com',
  '"a"@example.com',
  'a(comment)@example.com',
  'a@(comment)example.com',
  '.a@example.com',
  'a.@example.com',
  'a..b@example.com',
  'a@.example.com',
  'a@example..com',
  'a@example.com.',
  'a@-example.com',
  'a@example-.com',
  'a@exam_ple.com',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a@[IPv6:::1]',
  'b%evil.test@example.com',
  'evil.test!b@example.com',
  '=?utf-8?q?b=40evil.test=3e?=@example.com',
  'a\\b@example.com',
  'å@example.com',
  'a@exämple.com',
  'a\u202eb@example.com',
  'а@example.com', // begins with a Cyrillic letter
  'a\u0000@example.com',
  `${long(65)}@example.com`,
  `a@${long(64)}.com`,
  `a@${`${long(60)}.`.repeat(4)}example.com`,
])('the API refuses %j as the e-mail address of a merchant and of a user', async (email) => {
  const fault = [400, [{ field: 'email', message: expect.any(String) }]];
  const opened = await create({ ...merchantInput, email });
  expect([opened.status, opened.body]).toEqual(fault);
  const invited = await api('POST', `/merchants/${merchant.id}/users`, { key, body: { email } });
  expect([invited.status, invited.body]).toEqual(fault);
});

test.each([
  'a@example.com',
  'Ann.Lee+shop@Example.co.uk',
  "o'neill@example.com",
  'info@1-2-3.example',
  'info@3m.com',
  'a_b-c@sub.sub.example.museum',
  'joerg@xn--exmple-cua.com',
  'a@example.xn--p1ai',
  `${long(64)}@example.com`,
])('the API accepts %s as an e-mail address', async (email) => {
  const made = await create({ ...merchantInput, email });
  expect([made.status, made.body.merchant?.email]).toEqual([201, email]);
});

test.each([
  [{ descriptor: 'Kaffe & Jørgen' }, 'descriptor'],
  [{ descriptor: 'x'.repeat(23) }, 'descriptor'],
  [{ bank: { iban: 'DK5000400440116244' } }, 'bank.iban'],
  [{ bank: 'DK50' }, 'bank'],
  [{ company: undefined }, 'company', 'company.country'],
  [{ company: {} }, 'company.country'],
  [{ company: { country: 'dk' } }, 'company.country'],
  [{ test: 'yes' }, 'test'],
  [{ name: 5 }, 'name'],
  [{ name: 'x'.repeat(256) }, 'name'],
  [{ email: 'a@b' }, 'email'],
  [{ website: 'https://' }, 'website'],
  [{ website: 'javascript:alert(1)' }, 'website'],
])('a merchant with %j is refused with an error that names %s', async (over, ...fields) => {
  const answer = await create({ ...merchantInput, ...over });
  expect([answer.status, answer.body]).toMatchObject([400, fields.map((field) => ({ field }))]);
});

test.each([true, false])(
  'an update with a field of a merchant (test: %p) that cannot change is refused, and the error names the field',
  async (isTest) => {
    const { key, merchant } = await shop({ test: isTest });
    const path = `/merchants/${merchant.id}`;
    const immutable = Object.keys(merchant).filter(
      (name) => !(changeable as readonly string[]).includes(name),
    );
    expect(immutable).toEqual(
      expect.arrayContaining(['id', 'currency', 'test', 'website', 'company', 'tds']),
    );
    for (const name of immutable) {
      const { status, body } = await api('PUT', path, { key, body: { name: 'X', [name]: merchant[name] } });
      expect([name, status, body]).toEqual([name, 400, [{ field: name, message: 'Cannot be changed' }]]);
    }
    expect((await api('GET', path, { key })).body).toEqual({ merchant });
  },
);

test('forms can send nested fields in brackets, booleans in eight spellings, and numbers as text', async () => {
  const { company, test: _, ...rest } = merchantInput;
  for (const [spelling, test] of [
    ['yes', true],
    ['no', false],
    ['y', true],
    ['n', false],
    ['true', true],
    ['false', false],
    ['1', true],
    ['0', false],
  ] as const) {
    const form = {
      ...rest,
      test: spelling,
      'company[country]': company.country,
      'bank[iban]': 'DK5000400440116243',
    };
    const answer = await api('POST', '/merchants', { key, form });
    expect([answer.status, answer.body.merchant]).toMatchObject([
      201,
      { test, name: 'Coffee & John', company: { country: 'DK' }, bank: { iban: 'DK5000400440116243' } },
    ]);
  }
  const odd = await api('POST', '/merchants', {
    key,
    form: { ...rest, test: 'maybe', 'company[country]': 'DK' },
  });
  expect(odd.body).toEqual([{ field: 'test', message: 'Must be true or false' }]);
  expect((await capture({ form: { amount: '10', currency: 'EUR', descriptor: 'Form' } })).status).toBe(201);
  // `10.00` may mean EUR 10.00, which is 1000.
  for (const amount of ['10.5', '10.00', '1e1', '0x10', '+10', ' 10', '10,', ''])
    expect((await capture({ form: { amount } })).body).toMatchObject([{ field: 'amount' }]);
  const recurring = await api('POST', `/merchants/${merchant.id}/transactions`, {
    key,
    form: {
      transactionId: id,
      currency: 'EUR',
      amount: '25',
      'custom[source]': 'a form',
      'custom[deep][er]': '1',
    },
  });
  expect((await transaction(key, recurring.body.transaction.id)).custom).toEqual({
    source: 'a form',
    deep: { er: '1' },
  });
});

test('fields that are null or unknown count as absent', async () => {
  const answer = await create({ ...merchantInput, name: null, bank: null, test: null, nonsense: 1 });
  expect(answer.body.merchant).toMatchObject({ name: null, test: false, bank: { iban: null } });
  expect(
    (await capture({ body: { amount: 1, currency: null, descriptor: null, nonsense: {} } })).status,
  ).toBe(201);
  expect((await capture({ body: { amount: null } })).body).toEqual([
    { field: 'amount', message: 'Is required' },
  ]);
});

test.each(['10.00', '1e1', '+10', ' 10', '-1', '0', '', 1.5, 0, -1, 10 ** 12 + 1, 2 ** 60, true, [], {}])(
  'the amount %j is refused',
  async (amount) => {
    const before = await transaction(key, id);
    for (const kind of ['captures', 'refunds', 'voids']) {
      const answer = await api('POST', `/transactions/${id}/${kind}`, { key, body: { amount } });
      expect([answer.status, answer.body]).toMatchObject([400, [{ field: 'amount' }]]);
    }
    expect(await transaction(key, id)).toEqual(before);
  },
);

/** Shop plugins in PHP multiply a price by 100, and send the product without rounding it. */
test('an amount that a shop computed as 19.99 × 100 counts as 1999, in captures and payments', async () => {
  const product = 19.99 * 100;
  expect(product).not.toBe(1999);
  const { key, merchant } = await shop();
  const amount = { currency: 'EUR', exponent: 2, value: product };
  const id = await authorized(merchant, 1, { amount });
  expect((await transaction(key, id)).amount).toBe(1999);
  const captured = await api('POST', `/transactions/${id}/captures`, { key, body: { amount: product } });
  expect([captured.status, captured.body]).toMatchObject([201, { transaction: { capturedAmount: 1999 } }]);
  const other = await api('POST', `/transactions/${id}/refunds`, { key, body: { amount: 1998.999999999 } });
  expect([other.status, other.body]).toMatchObject([400, [{ field: 'amount' }]]);
});

/** Plugins for Drupal send amounts as their database or `number_format` returns them. */
test('an amount that JSON carries as a text of digits counts as the number', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 1000);
  for (const [kind, amount] of [
    ['captures', '500'],
    ['refunds', '200'],
    ['voids', '0300'],
  ] as const)
    expect((await api('POST', `/transactions/${id}/${kind}`, { key, body: { amount } })).status).toBe(201);
  expect(await transaction(key, id)).toMatchObject({
    ...{ capturedAmount: 500, refundedAmount: 200, voidedAmount: 300, pendingAmount: 200 },
    trail: [{ amount: 500 }, { amount: 200 }, { amount: 300 }],
  });
  const again = { transactionId: id, currency: 'EUR', amount: '700' };
  const made = await api('POST', `/merchants/${merchant.id}/transactions`, { key, body: again });
  expect((await transaction(key, made.body.transaction.id)).amount).toBe(700);
  const headers = { 'idempotency-key': 'text or number' };
  const repeat = (amount: unknown) =>
    api('POST', `/transactions/${id}/captures`, { key, body: { amount }, headers });
  expect([(await repeat('10')).status, (await repeat(10)).headers['idempotency-replayed']]).toEqual([
    201,
    'true',
  ]);
});

test('a capture in another currency is refused with the currency of the transaction', async () => {
  expect((await capture({ body: { amount: 1, currency: 'USD' } })).body).toEqual([
    { field: 'currency', message: 'Must be EUR, the currency of the transaction' },
  ]);
});

test('a capture accepts JSON and form media types, refuses others with 415, and GET ignores the media type', async () => {
  const body = JSON.stringify({ amount: 1 });
  const as = (type: string, text = body) => capture({ body: text, headers: { 'content-type': type } });
  expect((await as('application/json; charset=UTF-8')).status).toBe(201);
  expect((await as('application/vnd.api+json')).status).toBe(201);
  expect((await as('APPLICATION/JSON')).status).toBe(201);
  expect((await as('application/x-www-form-urlencoded; charset=utf-8', 'amount=1')).status).toBe(201);
  for (const type of ['text/plain', 'application/xml', 'multipart/form-data', 'application/jsonp']) {
    const answer = await as(type);
    expect([type, answer.status, answer.body.error]).toEqual([type, 415, 'UNSUPPORTED_MEDIA_TYPE']);
  }
  expect(
    (await api('GET', '/me', { key, headers: { 'content-type': 'text/plain', accept: 'text/html' } })).status,
  ).toBe(200);
});

test('a missing body counts as an empty object', async () => {
  const empty = await capture({ headers: { 'content-type': 'application/json' } });
  expect([empty.status, empty.body]).toEqual([400, [{ field: 'amount', message: 'Is required' }]]);
  expect((await api('POST', '/apps', { headers: { 'content-type': 'application/json' } })).status).toBe(201);
  expect((await api('POST', '/apps')).status).toBe(201);
});

test.each(['{', '[1]', '"x"', '1', 'null', '\u0000', '{"amount":1'])(
  'a capture with the body %j gets 400',
  async (body) => {
    const answer = await capture({ body, headers: { 'content-type': 'application/json' } });
    expect([answer.status, answer.body]).toMatchObject([400, [{ field: 'body' }]]);
  },
);

test('captures refuse bodies with prototype names, huge numbers or deep nesting, and change nothing', async () => {
  const before = await transaction(key, id);
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  for (const body of [
    '{"__proto__":{"amount":1}}',
    '{"constructor":{"prototype":{"amount":1}}}',
    `{"amount":${'9'.repeat(400)}}`,
    `{"amount":1e400}`,
    `{"amount":{"$gt":0}}`,
  ]) {
    const answer = await capture({ body, headers: { 'content-type': 'application/json' } });
    expect([body.slice(0, 30), answer.status]).toEqual([body.slice(0, 30), 400]);
  }
  const form = await capture({
    body: '__proto__[amount]=1&constructor[prototype][amount]=1&amount[x]=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(form.status).toBe(400);
  const nested = await capture({
    body: `{"amount":1,"custom":${deep}}`,
    headers: { 'content-type': 'application/json' },
  });
  expect([nested.status, nested.body]).toMatchObject([400, [{ field: 'body' }]]);
  const brackets = await capture({ form: { [`amount${'[a]'.repeat(5000)}`]: '1' } });
  expect([brackets.status, brackets.body]).toMatchObject([400, [{ field: 'body' }]]);
  expect(await transaction(key, id)).toEqual(before);
});

test('free-form data of any shape up to 50 KB is returned unchanged', async () => {
  const post = (custom: unknown) =>
    api('POST', `/merchants/${merchant.id}/transactions`, {
      key,
      body: { transactionId: id, currency: 'EUR', amount: 1, custom },
    });
  for (const custom of [
    { ключ: '💳 "quoted" <b>', n: [1.5, null, true, -0.1e-300] },
    'a reference',
    7,
    [],
    { '': '' },
  ]) {
    const made = await post(custom);
    expect((await transaction(key, made.body.transaction.id)).custom).toEqual(custom);
  }
  expect((await post('x'.repeat(50 * 1024 - 2))).status).toBe(201);
  const large = await post('x'.repeat(50 * 1024 - 1));
  expect([large.status, large.body]).toMatchObject([400, [{ field: 'custom' }]]);
});

test('a body of 11 MB gets 413 in the error format of the API', async () => {
  const answer = await capture({ body: { amount: 1, custom: 'x'.repeat(11 * 1024 * 1024) } }).catch(
    (error) => error,
  );
  expect([answer.status, typeof answer.body?.error]).toEqual([413, 'string']);
});

test('both sides refuse a body of more than 256 KB, which is below the limit of API Gateway', async () => {
  const body = { amount: 1, custom: 'x'.repeat(256 * 1024) };
  const answer = await capture({ body });
  expect([answer.status, answer.body.error]).toEqual([413, 'REQUEST_TOO_LARGE']);
  const vault = await pos('/vault', body);
  expect([vault.status, vault.body.code]).toEqual([400, 'BODY_INVALID']);
  const frame = await send(`${process.env.FLORIN_POS_URL}/payments/frames/tds-challenge`, 'POST', {
    form: { state: body.custom },
  });
  expect(frame.status).toBe(413);
});

test('every response has a request id, and shows no file names or internal services', async () => {
  const url = process.env.FLORIN_BASE_URL ?? '';
  for (const [method, path] of [
    ['GET', '/me'],
    ['GET', '/nothing'],
    ['POST', '/apps'],
    ['GET', '/lines/x'],
  ] as const) {
    const answer = await send(url + path, method, { key });
    expect(answer.headers['x-request-id']).toBeTruthy();
    expect(answer.text).not.toMatch(/at .*\.m?[jt]s|node_modules|dynamo|lambda/i);
  }
});

test('the error for a list with too many items and with invalid items names both errors', async () => {
  const many = Array.from({ length: 60_000 }, () => 1);
  for (const hints of [Array.from({ length: 11 }, (_, n) => (n === 10 ? 1 : 'x')), many]) {
    const { status, body } = await pos('/payments', { integration: { key: merchant.key }, hints });
    expect([status, body.code]).toEqual([400, 'REQUEST_INVALID']);
    expect(body.message).toMatch(/hints: .*10 hints.*hints\.\d+: /);
  }
  const lines = Array.from({ length: 51 }, () => ({ text: 1, amount: 1 }));
  const link = await api('POST', `/merchants/${merchant.id}/links`, {
    key,
    body: { amount: 51, currency: 'EUR', lines },
  });
  expect([link.status, link.body[0]]).toEqual([
    400,
    { field: 'lines', message: expect.stringContaining('50 lines') },
  ]);
  expect(link.body).toContainEqual({
    field: 'lines.50.text',
    message: 'Must be text of 1 to 255 characters',
  });
});
