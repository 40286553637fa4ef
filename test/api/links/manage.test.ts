import { randomUUID } from 'node:crypto';
import { waitUntil } from '../support/wait-until.ts';
import { world } from '../support/world.ts';

const { api, createMerchant, shop, pay, payment } = world();
const posUrl = process.env.FLORIN_POS_URL;

// biome-ignore lint/suspicious/noExplicitAny: a link as the API shows it
type Json = any;

let key: string;
let merchant: Json;
let path: string;

beforeEach(async () => {
  ({ key, merchant } = await shop());
  path = `/merchants/${merchant.id}/links`;
});

const euros = { amount: 4999, currency: 'EUR' };
const create = (body: object = euros, headers = {}) => api('POST', path, { key, body, headers });
const made = async (body: object = {}): Promise<Json> => (await create({ ...euros, ...body })).body.link;
const read = async (id: string): Promise<Json> => (await api('GET', `/links/${id}`, { key })).body.link;
const list = async (query: object = {}) =>
  (await api('GET', path, { key, query: { limit: 100, ...query } })).body;

const later = '2090-01-02T03:04:05Z';

test('a link is created and read with all requested fields and the address of its page', async () => {
  const asked = {
    ...euros,
    text: 'Two bags of Java',
    statement: 'Java order 1234',
    lines: [
      { text: 'Java, 1 kg', quantity: 2, amount: 5400 },
      { text: 'Regular’s discount', amount: -401 },
    ],
    reference: 'Order 1234',
    redirect: 'http://shop.example/thanks?order=1234',
    cancel: 'https://shop.example/basket',
    expires: later,
    uses: 3,
    email: 'ann@example.com',
    locale: 'da_DK',
    recurring: true,
    capture: true,
    customer: 'customer 7',
    ask: ['name'],
    methods: null,
  };
  const { status, body } = await create(asked);
  const { link } = body;
  expect([status, link]).toEqual([
    201,
    {
      ...asked,
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      merchantId: merchant.id,
      test: true,
      created: expect.any(String),
      url: `${posUrl}/l/${link.id}`,
      status: 'open',
      lines: [asked.lines[0], { text: 'Regular’s discount', quantity: 1, amount: -401 }],
      expires: '2090-01-02T03:04:05.000Z',
      paid: 0,
    },
  ]);
  expect(await read(link.id)).toEqual({ ...link, payments: [] });
});

test('fields that the request omits are null or false, and the link can be paid once', async () => {
  const { url, created, id, ...link } = await made();
  expect(link).toEqual({
    merchantId: merchant.id,
    test: true,
    status: 'open',
    ...euros,
    text: null,
    statement: null,
    lines: null,
    reference: null,
    redirect: null,
    cancel: null,
    expires: null,
    uses: 1,
    paid: 0,
    email: null,
    locale: null,
    recurring: false,
    capture: null,
    customer: null,
    ask: null,
    methods: null,
  });
});

test('a link can be created with a form', async () => {
  const form = { amount: '4999', currency: 'EUR', recurring: 'yes', uses: '2' };
  const { status, body } = await api('POST', path, { key, form });
  expect([status, body.link]).toMatchObject([201, { amount: 4999, recurring: true, uses: 2 }]);
});

test('a repeated request with the same idempotency key creates one link', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const [first, again] = [await create(euros, headers), await create(euros, headers)];
  expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([
    201,
    first.body,
    'true',
  ]);
  expect((await create({ ...euros, amount: 1 }, headers)).status).toBe(422);
  expect(await waitUntil(list, ({ length }) => length > 0)).toHaveLength(1);
});

test('the list of links shows the newest first, in pages', async () => {
  const ids: string[] = [];
  for (let n = 1; n <= 5; n++) ids.unshift((await made({ amount: n })).id);
  const all = await waitUntil(list, ({ length }) => length === 5);
  expect(all.map(({ id }: Json) => id)).toEqual(ids);
  expect(all[0]).not.toHaveProperty('payments');
  const page = async (query: object) => (await list(query)).map(({ amount }: Json) => amount);
  expect(await page({ limit: 2 })).toEqual([5, 4]);
  expect(await page({ limit: 2, before: ids[1] })).toEqual([3, 2]);
  expect(await page({ limit: 2, after: ids[4] })).toEqual([2, 3]);
  expect((await api('GET', path, { key })).status).toBe(400);
});

test('a deleted link stays readable as disabled, and a second deletion also returns 204', async () => {
  const { id } = await made();
  for (let n = 0; n < 2; n++) expect((await api('DELETE', `/links/${id}`, { key })).status).toBe(204);
  expect(await read(id)).toMatchObject({ id, status: 'disabled', paid: 0 });
});

test('the deletion of a paid link returns 409 and says that it is paid', async () => {
  const { id } = await made({ uses: 1 });
  const amount = { currency: 'EUR', exponent: 2, value: euros.amount };
  expect((await pay(await payment(merchant, { linkId: id, amount }))).status).toBe(201);
  const { status, body } = await api('DELETE', `/links/${id}`, { key });
  expect([status, body]).toMatchObject([
    409,
    { error: 'CONFLICT', message: expect.stringContaining('is paid') },
  ]);
  expect(await read(id)).toMatchObject({ status: 'used', paid: 1 });
});

test('members can read the QR code of a link as an image, also after the link is disabled', async () => {
  const { id } = await made();
  const qr = () => api('GET', `/links/${id}/qr`, { key });
  const code = await qr();
  expect([code.status, code.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  expect(code.text).toMatch(/^<svg [^>]*>.*<\/svg>$/s);
  expect(code.text.length).toBeLessThan(20_000);
  await api('DELETE', `/links/${id}`, { key });
  expect((await qr()).text).toBe(code.text);
  expect((await api('GET', `/links/${'f'.repeat(24)}/qr`, { key })).status).toBe(404);
});

const line = { text: 'Java', quantity: 1, amount: 4999 };

test.each<[what: string, body: object, ...fields: string[]]>([
  ['an empty body', {}, 'amount', 'currency'],
  ['an amount of zero', { amount: 0, currency: 'EUR' }, 'amount'],
  ['half a cent', { amount: 0.5, currency: 'EUR' }, 'amount'],
  ['an amount above the maximum', { amount: 10 ** 12 + 1, currency: 'EUR' }, 'amount'],
  ['an unknown currency', { amount: 1, currency: 'XXQ' }, 'currency'],
  ['lines whose sum is less than the amount', { ...euros, lines: [{ ...line, amount: 4998 }] }, 'lines'],
  ['an empty list of lines', { ...euros, lines: [] }, 'lines'],
  ['a line without a text', { ...euros, lines: [{ amount: 4999 }] }, 'lines.0.text'],
  ['a line with the quantity zero', { ...euros, lines: [{ ...line, quantity: 0 }] }, 'lines.0.quantity'],
  ['lines that are not objects', { ...euros, lines: [1, 'x'] }, 'lines.0', 'lines.1'],
  ['too many lines', { ...euros, lines: Array.from({ length: 51 }, () => line) }, 'lines'],
  ['a text of more than 1024 characters', { ...euros, text: 'x'.repeat(1025) }, 'text'],
  ['an expiry in the past', { ...euros, expires: '2020-01-01T00:00:00Z' }, 'expires'],
  ['an expiry on a day that does not exist', { ...euros, expires: '2090-02-30T00:00:00Z' }, 'expires'],
  ['an expiry at an hour that does not exist', { ...euros, expires: '2090-02-03T99:00:00Z' }, 'expires'],
  ['an expiry that is not in ISO 8601', { ...euros, expires: '3 May 2090' }, 'expires'],
  ['zero uses', { ...euros, uses: 0 }, 'uses'],
  ['1001 uses', { ...euros, uses: 1001 }, 'uses'],
  ['a script as the redirect', { ...euros, redirect: 'javascript:alert(1)' }, 'redirect'],
  ['a path as the cancel URL', { ...euros, cancel: '/basket' }, 'cancel'],
  ['a URL that is too long', { ...euros, cancel: `https://shop.example/${'x'.repeat(2048)}` }, 'cancel'],
  ['an invalid e-mail address', { ...euros, email: 'ann' }, 'email'],
  ['an invalid locale', { ...euros, locale: 'Danish' }, 'locale'],
  [
    'several invalid fields, all named immediately,',
    { amount: 1, currency: 'XXQ', lines: [line], expires: 'x', uses: 0, redirect: 'x', email: 'x' },
    ...['currency', 'email', 'expires', 'lines', 'redirect', 'uses'],
  ],
])('a request for a link with %s is refused', async (_, body, ...fields) => {
  const refused = await create(body);
  const named = (refused.body as Json[]).map(({ field }) => field).sort();
  expect([refused.status, named]).toEqual([400, fields.sort()]);
  expect(await list()).toEqual([]);
});

test('a live link refuses redirect and cancel URLs without TLS', async () => {
  const live = await createMerchant(key, { test: false });
  const ask = (body: object) =>
    api('POST', `/merchants/${live.id}/links`, { key, body: { ...euros, ...body } });
  const refused = await ask({ redirect: 'http://shop.example/', cancel: 'HTTP://shop.example/' });
  expect([refused.status, refused.body.map(({ field }: Json) => field)]).toEqual([
    400,
    ['redirect', 'cancel'],
  ]);
  const { status, body } = await ask({ redirect: 'https://shop.example/' });
  expect([status, body.link.test]).toEqual([201, false]);
});
