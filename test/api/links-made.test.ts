import { randomUUID } from 'node:crypto';
import { until } from './support/until.ts';
import { world } from './support/world.ts';

const { api, createMerchant, shop } = world();
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

test('a link has all that was asked for, and the address of its page', async () => {
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

test('what is not asked for is null, and a link is good for one payment', async () => {
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
  });
});

test('a form makes one too', async () => {
  const form = { amount: '4999', currency: 'EUR', recurring: 'yes', uses: '2' };
  const { status, body } = await api('POST', path, { key, form });
  expect([status, body.link]).toMatchObject([201, { amount: 4999, recurring: true, uses: 2 }]);
});

test('a repeat with the same key makes no second one', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const [first, again] = [await create(euros, headers), await create(euros, headers)];
  expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([
    201,
    first.body,
    'true',
  ]);
  expect((await create({ ...euros, amount: 1 }, headers)).status).toBe(422);
  expect(await until(list, ({ length }) => length > 0)).toHaveLength(1);
});

test('the list is newest first, in pages', async () => {
  const ids: string[] = [];
  for (let n = 1; n <= 5; n++) ids.unshift((await made({ amount: n })).id);
  const all = await until(list, ({ length }) => length === 5);
  expect(all.map(({ id }: Json) => id)).toEqual(ids);
  expect(all[0]).not.toHaveProperty('payments');
  const page = async (query: object) => (await list(query)).map(({ amount }: Json) => amount);
  expect(await page({ limit: 2 })).toEqual([5, 4]);
  expect(await page({ limit: 2, before: ids[1] })).toEqual([3, 2]);
  expect(await page({ limit: 2, after: ids[4] })).toEqual([2, 3]);
  expect((await api('GET', path, { key })).status).toBe(400);
});

test('a link that is switched off stays, switched off; again is no error', async () => {
  const { id } = await made();
  for (let n = 0; n < 2; n++) expect((await api('DELETE', `/links/${id}`, { key })).status).toBe(204);
  expect(await read(id)).toMatchObject({ id, status: 'disabled', paid: 0 });
});

test('its code is an image for members; of a link that is off too', async () => {
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
  ['nothing', {}, 'amount', 'currency'],
  ['no amount', { amount: 0, currency: 'EUR' }, 'amount'],
  ['half a cent', { amount: 0.5, currency: 'EUR' }, 'amount'],
  ['too much', { amount: 10 ** 12 + 1, currency: 'EUR' }, 'amount'],
  ['no currency of this world', { amount: 1, currency: 'XXQ' }, 'currency'],
  ['lines that are less', { ...euros, lines: [{ ...line, amount: 4998 }] }, 'lines'],
  ['no lines at all', { ...euros, lines: [] }, 'lines'],
  ['a line without a text', { ...euros, lines: [{ amount: 4999 }] }, 'lines.0.text'],
  ['none of a thing', { ...euros, lines: [{ ...line, quantity: 0 }] }, 'lines.0.quantity'],
  ['lines that are none', { ...euros, lines: [1, 'x'] }, 'lines.0', 'lines.1'],
  ['too many lines', { ...euros, lines: Array.from({ length: 51 }, () => line) }, 'lines'],
  ['a long text', { ...euros, text: 'x'.repeat(1025) }, 'text'],
  ['yesterday', { ...euros, expires: '2020-01-01T00:00:00Z' }, 'expires'],
  ['no day', { ...euros, expires: '2090-02-30T00:00:00Z' }, 'expires'],
  ['no time', { ...euros, expires: '2090-02-03T99:00:00Z' }, 'expires'],
  ['another way to write a date', { ...euros, expires: '3 May 2090' }, 'expires'],
  ['never', { ...euros, uses: 0 }, 'uses'],
  ['too often', { ...euros, uses: 1001 }, 'uses'],
  ['a script for a redirect', { ...euros, redirect: 'javascript:alert(1)' }, 'redirect'],
  ['no URL', { ...euros, cancel: '/basket' }, 'cancel'],
  ['a URL that is too long', { ...euros, cancel: `https://shop.example/${'x'.repeat(2048)}` }, 'cancel'],
  ['no e-mail address', { ...euros, email: 'ann' }, 'email'],
  ['no language', { ...euros, locale: 'Danish' }, 'locale'],
  [
    'all at once',
    { amount: 1, currency: 'XXQ', lines: [line], expires: 'x', uses: 0, redirect: 'x', email: 'x' },
    ...['currency', 'email', 'expires', 'lines', 'redirect', 'uses'],
  ],
])('%s is refused', async (_, body, ...fields) => {
  const refused = await create(body);
  const named = (refused.body as Json[]).map(({ field }) => field).sort();
  expect([refused.status, named]).toEqual([400, fields.sort()]);
  expect(await list()).toEqual([]);
});

test('the customers of a live merchant are sent nowhere without encryption', async () => {
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
