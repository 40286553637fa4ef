import { readFileSync } from 'node:fs';
import { routes } from '../../../lib/routes.ts';
import { world } from '../support/world.ts';

const posUrl = process.env.FLORIN_POS_URL;
const { api, pos, shop, authorized, payment, createApp } = world();

let key: string;
// biome-ignore lint/suspicious/noExplicitAny: a merchant as the API shows it
let merchant: any;
let id: string;

beforeAll(async () => {
  ({ key, merchant } = await shop());
  id = await authorized(merchant, 1000);
});

const ignored = ({ headers }: { headers: Record<string, unknown> }) => headers['florin-ignored'];
const at = (path: string) => `/merchants/${merchant.id}${path}`;

describe('a route of the specification ignores unknown fields, and names them in Florin-Ignored', () => {
  test('a route of the specification names unknown fields in dotted form, in successful responses and in errors', async () => {
    const made = await api('POST', '/apps', { body: { name: 'x', refrence: 1, x: { y: 1 }, gone: null } });
    expect([made.status, ignored(made)]).toEqual([201, 'refrence, x']);
    const form = await api('POST', '/apps', { form: { nmae: 'x', 'a[b]': 'c' } });
    expect([form.status, ignored(form)]).toEqual([201, 'nmae, a']);
    const faulty = await api('POST', '/merchants', { key, body: { company: { cuntry: 'DK' }, mail: 'x' } });
    expect([faulty.status, ignored(faulty)]).toEqual([400, 'company.cuntry, mail']);
    const captured = await api('POST', `/transactions/${id}/captures`, {
      key,
      body: { amount: 1, descripter: 'x' },
    });
    expect([captured.status, ignored(captured)]).toEqual([201, 'descripter']);
    expect(ignored(await api('GET', `/transactions/${id}`, { key }))).toBeUndefined();
  });

  test('a route of the specification names unknown filters and other query parameters', async () => {
    const list = await api('GET', at('/transactions?limit=1&filter[other]=&filter[test]=yes&page=2'), {
      key,
    });
    expect([list.status, ignored(list)]).toEqual([200, 'filter[other], page']);
    for (const path of [`/transactions/${id}`, at(''), '/me']) {
      const url = `${path}?filter[test2]=1`;
      expect([url, ignored(await api('GET', url, { key }))]).toEqual([url, 'filter[test2]']);
    }
  });

  test('a route of the specification refuses by name each filter that a list does not have because the list would be longer than what was asked for', async () => {
    const alerts = `limit=1&filter[merchantId]=${merchant.id}`;
    for (const list of [
      at('/transactions?limit=1'),
      at('/lines?limit=1'),
      at('/users?limit=1'),
      at('/apps?limit=1'),
      `/disputes?${alerts}`,
      `/frauds?${alerts}`,
    ])
      for (const filter of ['filter[reference]', 'filter[custom][orderId]', 'filter']) {
        const { status, body } = await api('GET', `${list}&${filter}=a&page=2`, { key });
        expect([list, status, body]).toEqual([list, 400, [{ field: filter, message: expect.any(String) }]]);
      }
    const lines = await api('GET', at('/lines?limit=1&filter[successful]=yes'), { key });
    expect([lines.status, lines.body[0].field]).toEqual([400, 'filter[successful]']);
    const own = await api('GET', at('/transactions?limit=1&filter[test]=maybe'), { key });
    expect([own.status, own.body[0].field]).toEqual([400, 'filter[test]']);
  });

  test('a route of the specification names the unknown fields again when a request is repeated with its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'told-again' };
    const send = () =>
      api('POST', `/transactions/${id}/captures`, { key, headers, body: { amount: 1, refrence: 'x' } });
    expect((await send()).headers['idempotency-replayed']).toBeUndefined();
    const again = await send();
    expect([again.headers['idempotency-replayed'], ignored(again)]).toEqual(['true', 'refrence']);
  });

  test('a route of the specification does not name fields inside free-form data', async () => {
    const body = { transactionId: id, currency: 'EUR', amount: 1, custom: { a: { b: [{ c: 1 }] } } };
    const made = await api('POST', at('/transactions'), { key, body });
    expect([made.status, ignored(made)]).toEqual([201, undefined]);
    const order = { ...(await payment(merchant)), custom: { a: 1 }, plan: [{ b: 2 }] };
    const paid = await pos('/payments', order);
    expect([paid.status, ignored(paid)]).toEqual([200, undefined]);
    const other = await pos('/payments', {
      ...order,
      unknown: 1,
      test: { crad: {} },
      card: { ...order.card, cvc: 1 },
    });
    expect(String(ignored(other)).split(', ').sort()).toEqual(['card.cvc', 'test.crad', 'unknown']);
    expect(other.headers['access-control-expose-headers']).toContain('Florin-Ignored');
  });

  test.each([
    ['a line break', 'a\r\nX-Evil: 1', 'a%0D%0AX-Evil%3A%201'],
    ['characters outside ASCII', 'näme💳', 'n%C3%A4me%F0%9F%92%B3'],
    ['a comma and a quote', 'a, b"', 'a%2C%20b%22'],
    ['only __proto__', '__proto__', '__proto__'],
    ['only constructor', 'constructor', 'constructor'],
    ['100 emojis', '💳'.repeat(100), '%F0%9F%92%B3'.repeat(64)],
    ['50000 letters', 'x'.repeat(50_000), 'x'.repeat(64)],
    ['no characters', '', undefined],
  ])('encodes, cuts or omits a name with %s in the header', async (_, name, shown) => {
    const body = `{${JSON.stringify(name)}:1}`;
    const answer = await api('POST', '/apps', { body, headers: { 'content-type': 'application/json' } });
    expect([answer.status, ignored(answer)]).toEqual([201, shown]);
    expect(answer.headers['x-evil']).toBeUndefined();
  });

  test('a route of the specification cuts the header when a request has thousands of unknown fields', async () => {
    const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field-${n}`, n]));
    const answer = await api('POST', '/apps', { body });
    const text = String(ignored(answer));
    expect([answer.status, text.length < 1010, text.endsWith(', ...')]).toEqual([201, true, true]);
  });

  test('a route of the specification names unknown query parameters of the checkout API, beside unknown fields', async () => {
    const order = await payment(merchant);
    const requests: [path: string, body: object, status: number][] = [
      ['/vault', { type: 'pcsc', value: '123' }, 201],
      ['/vault', {}, 400],
      ['/payments', order, 200],
      ['/payments/challenges/tds-frictionless', order, 200],
    ];
    for (const [path, body, status] of requests) {
      const answer = await pos(`${path}?version=1`, { ...body, colour: 'red' });
      expect([path, answer.status, ignored(answer)]).toEqual([path, status, 'version, colour']);
    }
  });

  test('a route of the specification names unknown parameters of the payment page, as messengers add some to every link', async () => {
    const page = await fetch(`${posUrl}/?key=${merchant.key}&test=1&value=1&utm_source=x&keyword=y&amount=2`);
    expect([page.status, page.headers.get('florin-ignored')]).toEqual([200, 'utm_source, keyword, amount']);
  });

  test.each([
    ['refrence=1', 'refrence: is not known here; did you mean reference?'],
    ['Value=2', 'Value: is not known here; did you mean value?'],
    ['capture=1', 'capture: is no parameter of the payment link'],
    ['linkId=1', 'linkId: is no parameter of the payment link'],
    ['custom=1', 'custom: is no parameter of the payment link'],
  ])('the payment page refuses %s, which would have no effect', async (parameter, message) => {
    const page = await fetch(`${posUrl}/?key=${merchant.key}&test=1&value=1&${parameter}`);
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('a route that only Florin has refuses unknown fields, and suggests the nearest name', () => {
  const link = { amount: 100, currency: 'EUR' };

  test.each([
    ['/links', { ...link, refrence: 'x' }, 'refrence', 'did you mean reference?'],
    ['/links', { ...link, Reference: 'x' }, 'Reference', 'did you mean reference?'],
    [
      '/links',
      { ...link, lines: [{ text: 'a', amount: 100, quantty: 1 }] },
      'lines.0.quantty',
      'did you mean quantity?',
    ],
    ['/links', { ...link, ammount: 5 }, 'ammount', 'did you mean amount?'],
    [
      '/links',
      { ...link, zzzzzz: 5 },
      'zzzzzz',
      expect.stringContaining('known are amount, currency, text,'),
    ],
    ['/links', { ...link, __proto__x: 5 }, '__proto__x', expect.stringContaining('known are')],
    ['/webhooks', { uri: 'https://shop.example' }, 'uri', 'did you mean url?'],
    ['/webhooks', { event: ['transaction.created'] }, 'event', 'did you mean events?'],
  ])('a route of Florin’s own refuses POST %s with %p', async (path, body, field, advice) => {
    const answer = await api('POST', at(path), { key, body });
    const message = typeof advice === 'string' ? `Is not known here; ${advice}` : advice;
    expect([answer.status, answer.body]).toEqual([400, [{ field, message }]]);
    expect(ignored(answer)).toBeUndefined();
  });

  test('a route of Florin’s own ignores an unknown field that is null', async () => {
    expect((await api('POST', at('/links'), { key, body: { ...link, refrence: null } })).status).toBe(201);
  });

  test('a route of Florin’s own reports unknown fields together with other errors, and creates nothing', async () => {
    const before = (await api('GET', at('/links?limit=1000'), { key })).body.length;
    const answer = await api('POST', at('/links'), { key, body: { curency: 'EUR', amount: 1 } });
    expect(answer.body).toEqual([
      { field: 'curency', message: 'Is not known here; did you mean currency?' },
      { field: 'currency', message: 'Is required' },
    ]);
    expect((await api('GET', at('/links?limit=1000'), { key })).body).toHaveLength(before);
  });

  test('a route of Florin’s own refuses any field on routes without fields, and unknown fields on the checkout API', async () => {
    const { webhook } = (await api('POST', at('/webhooks'), { key, body: {} })).body;
    for (const path of ['tests', 'secrets', `deliveries/${id}/retries`]) {
      const answer = await api('POST', at(`/webhooks/${webhook.id}/${path}`), { key, body: { x: 1 } });
      expect([path, answer.status, answer.body]).toEqual([
        path,
        400,
        [{ field: 'x', message: 'Is not known here; leave it out' }],
      ]);
    }
    const receipt = await pos('/payments/receipts', {
      integration: { key: merchant.key },
      transactionId: id,
      mail: 'a@b.example',
    });
    expect([receipt.status, receipt.body.code]).toEqual([400, 'REQUEST_INVALID']);
    expect(receipt.body.message).toContain('mail: Is not known here; did you mean email?');
    for (const path of ['/payments/receipts', '/payments/codes']) {
      const { status, body } = await pos(`${path}?lang=da`, {});
      expect([path, status, body]).toEqual([
        path,
        400,
        { code: 'REQUEST_INVALID', message: 'lang: Is not known here; leave it out' },
      ]);
    }
  });

  test.each([
    [
      'links?limit=1&filter[referense]=a',
      'filter[referense]',
      expect.stringContaining('known are limit, before, after, filter[from], filter[to]'),
    ],
    [
      'links?limit=1&filter[form]=2026-11-01',
      'filter[form]',
      'Is not known here; did you mean filter[from]?',
    ],
    ['webhooks?limit=1&befor=x', 'befor', 'Is not known here; did you mean before?'],
    ['customers/c/cards?limit=1&filter[test]=yes', 'filter[test]', expect.any(String)],
  ])('a route of Florin’s own refuses GET %s, and names the parameter', async (path, field, message) => {
    const answer = await api('GET', at(`/${path}`), { key });
    expect([answer.status, answer.body]).toEqual([400, [{ field, message }]]);
  });

  test('a route of Florin’s own applies to exactly the routes that the route table marks as own', async () => {
    const own = routes.filter(({ own }) => own);
    expect(own.length).toBeGreaterThan(20);
    for (const { entry, api: side } of routes.filter(({ authorization }) => authorization === 'key')) {
      const source = readFileSync(`functions/${entry}.ts`, 'utf8');
      const isOwn = own.some((route) => route.entry === entry);
      expect([entry, source.includes('florinApi('), source.includes('merchantsApi(')]).toEqual([
        entry,
        isOwn,
        side === 'base' && !isOwn,
      ]);
    }
    for (const { path, method, api: side } of own.filter(
      ({ method, api }) => method === 'GET' && api === 'base',
    )) {
      const url = path
        .replace('{merchantId}', merchant.id)
        .replace('{customer}', 'c')
        .replace(/\{\w+\}/g, id);
      const answer = await api(method, `${url}?limit=1&refrence=1`, { key });
      expect([side, url, answer.status, answer.body]).toMatchObject([
        side,
        url,
        400,
        expect.arrayContaining([expect.objectContaining({ field: 'refrence' })]),
      ]);
    }
  });

  test('a route of Florin’s own returns 403 to an app without access', async () => {
    const stranger = await createApp();
    expect((await api('GET', at('/links?limit=1'), { key: stranger.key })).status).toBe(403);
  });
});
