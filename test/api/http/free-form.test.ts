import { password, username } from '../support/hello.ts';
import { basic, send } from '../support/http.ts';
import { merchantInput, world } from '../support/world.ts';

const here = world();
const { api, pos, shop, payment, pay, authorized, transaction } = here;
const [baseUrl, posUrl] = [process.env.FLORIN_BASE_URL ?? '', process.env.FLORIN_POS_URL ?? ''];

// biome-ignore lint/suspicious/noExplicitAny: bodies have every shape
type Json = any;

let key: string;
let merchant: Json;
let paid: string;

beforeAll(async () => {
  ({ key, merchant } = await shop());
  paid = await authorized(merchant);
});

const lone = ['\ud800', '\udc00', 'x\udfff', '\ud800\ud800', '\udc00\ud800'];

/** Values with the text at different depths, each with the name of its field: `{a: {b: [x]}}` is `a.b.0`. */
const places = (text: string): [field: string, value: Json][] => [
  ['custom', text],
  ['custom.a', { a: text }],
  ['custom.list.1.deep', { list: [1, { deep: text }] }],
];

describe('the API returns 400 and names the field for half of a surrogate pair', () => {
  test.each(lone)('%j in requests of merchants', async (text) => {
    const m = `/merchants/${merchant.id}`;
    const again = { transactionId: paid, currency: 'EUR', amount: 1 };
    const requests: [method: string, path: string, body: Json, field: string][] = [
      ['POST', '/apps', { name: text }, 'name'],
      ['POST', '/merchants', { ...merchantInput, name: text }, 'name'],
      [
        'POST',
        '/merchants',
        { ...merchantInput, company: { country: 'DK', number: text } },
        'company.number',
      ],
      ['PUT', m, { name: text }, 'name'],
      ['POST', `${m}/users`, { email: `${text}@example.com` }, 'email'],
      ['POST', `${m}/cards`, { transactionId: paid, notes: text }, 'notes'],
      ['POST', '/apps', { unknown: { field: text } }, 'unknown.field'],
      ...places(text).map(
        ([field, custom]) =>
          ['POST', `${m}/transactions`, { ...again, custom }, field] as [string, string, Json, string],
      ),
    ];
    for (const [method, path, body, field] of requests) {
      const answer = await api(method, path, { key, body });
      expect([path, answer.status, answer.body]).toEqual([
        path,
        400,
        [{ field, message: expect.stringContaining('Unicode') }],
      ]);
    }
  });

  test.each(lone)('%j in requests of customers', async (text) => {
    const order = await payment(merchant);
    const bodies: [field: string, body: Json][] = [
      ['text', { ...order, text }],
      ['plan.0.note', { ...order, plan: [{ note: text }] }],
      ['unplanned.note', { ...order, unplanned: { note: text } }],
      ...places(text).map(([field, custom]) => [field, { ...order, custom }] as [string, Json]),
    ];
    for (const path of ['/payments', '/payments/challenges/tds-frictionless'])
      for (const [field, body] of bodies) {
        const answer = await pos(path, body);
        expect([answer.status, answer.body]).toEqual([
          400,
          { code: 'REQUEST_INVALID', message: expect.stringMatching(new RegExp(`^${field}: .*Unicode`)) },
        ]);
      }
    expect((await pos('/vault', { type: 'pcn', value: text })).body.message).toMatch(/^value: .*Unicode/);
  });

  test('half of a surrogate pair in the name of a field is refused: the error names the field with U+FFFD in its place', async () => {
    const body = '{"transactionId": "x", "custom": {"a\\ud800": 1, "b": {"\\udc00": 1}}}';
    const headers = { 'content-type': 'application/json' };
    const answer = await api('POST', `/merchants/${merchant.id}/transactions`, { key, body, headers });
    expect([answer.status, answer.body.map(({ field }: Json) => field)]).toEqual([
      400,
      ['custom.a\ufffd', 'custom.b.\ufffd'],
    ]);
  });

  test('half of a surrogate pair is refused in names and values of forms', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const [body, field] of [
      ['name=%ED%A0%80', 'name'],
      ['name=ok&company[number]=a%ed%bf%bfb', 'company.number'],
      ['%ED%A0%80=1', '\ufffd\ufffd\ufffd'],
      ['name=Caf%E9+Andr%E9', 'name'],
    ] as const) {
      const answer = await api('POST', '/apps', { body, headers });
      expect([answer.status, answer.body]).toEqual([
        400,
        [{ field, message: expect.stringContaining('Unicode') }],
      ]);
    }
    const fine = { name: '\u{1f600} \ud7ff \ufffd \ue000' };
    const app = (await api('POST', '/apps', { form: fine })).body.app;
    expect(app.name).toBe(fine.name);
  });

  test('the hello-world service refuses half of a surrogate pair in names and values', async () => {
    const headers = {
      'content-type': 'application/json',
      authorization: basic(username, password),
    };
    for (const body of ['{"name": "\\ud800"}', '{"name": "Ann", "\\udc00": 1}']) {
      const answer = await send(`${baseUrl}/api/helloWorld`, 'POST', { body, headers });
      expect([answer.status, answer.body.code]).toEqual([400, 'REQUEST_INVALID']);
    }
  });

  test('the API keeps whole surrogate pairs and other unusual characters unchanged', async () => {
    const custom = { '\u{1f600}': ['\u{10ffff}', '\ufffd', '\u0000', '\ud7ff\ue000'] };
    const { body } = await pay(await payment(merchant, { custom, text: '\u{1f600}' }));
    expect((await transaction(key, body.authorizationId)).custom).toEqual(custom);
  });
});

describe('free-form data', () => {
  /** Each number takes 5 bytes as it is sent, and 22 bytes as it is stored. */
  const grown = (count: number) => `[${Array(count).fill('1e20').join(',')}]`;
  const raw = (order: Json, fields: string) => `${JSON.stringify(order).slice(0, -1)},${fields}}`;
  const json = { 'content-type': 'application/json' };
  const hints = async (order: Json) => (await pos('/payments/challenges/tds-frictionless', order)).body.hints;

  test.each([
    ['custom', grown(2400), grown(2300)],
    ['plan', `[{"a":${grown(2400)}}]`, `[{"a":${grown(2300)}}]`],
    ['custom', `"${'é'.repeat(25_600)}"`, `"${'é'.repeat(25_500)}"`],
    ['plan', `[{"a":"${'é'.repeat(25_600)}"}]`, `[{"a":"${'é'.repeat(25_500)}"}]`],
  ])('free-form data in %s is refused if its stored form exceeds 50 KB', async (field, over, within) => {
    const order = await payment(merchant);
    order.hints = await hints(order);
    const refused = await pos('/payments', raw(order, `"${field}":${over}`), json);
    expect([refused.status, refused.body]).toEqual([
      400,
      { code: 'REQUEST_INVALID', message: expect.stringMatching(`^${field}: .*50 KB`) },
    ]);
    expect((await pos('/payments', raw(order, `"${field}":${within}`), json)).status).toBe(201);
  });

  test('free-form data of the largest size in every field can be stored', async () => {
    const big = `[{"a":${grown(2300)}}]`;
    const junk = `"${'x'.repeat(60_000)}"`;
    const order = await payment(merchant, {
      text: 'x'.repeat(1024),
      unplanned: { merchant: true, note: 'x'.repeat(1000) },
    });
    order.hints = await hints(order);
    const body = raw(order, `"custom":${big},"plan":${big},"junk":${junk}`);
    expect((await pos('/payments', body, json)).status).toBe(201);
  });

  test('free-form data in the test options is ignored: its size does not hinder the payment', async () => {
    const { hints: _, test: __, ...order } = await payment(merchant);
    const test = `"test":{"tds":{"challenge":false,"junk":1},"card":{"junk":${grown(40_000)}}}`;
    const met = (await pos('/payments/challenges/tds-frictionless', raw(order, test), json)).body.hints;
    const paid = await pos('/payments', raw(order, `${test},"hints":${JSON.stringify(met)}`), json);
    expect(paid.status).toBe(201);
  });

  test.each(['1e400', '-1e999', '[{"a":1e309}]'])(
    'free-form data cannot contain %s, which exceeds the largest number',
    async (number) => {
      const order = raw(await payment(merchant), `"custom":{"n":${number}}`);
      const answer = await pos('/payments', order, json);
      expect([answer.status, answer.body.message]).toEqual([
        400,
        expect.stringMatching(/^custom\.n.*finite/),
      ]);
    },
  );

  test('free-form data can be nested 100 levels deep, and no deeper', async () => {
    const nested = (levels: number) => '{"a":'.repeat(levels) + 1 + '}'.repeat(levels);
    const order = await payment(merchant);
    order.hints = await hints(order);
    for (const levels of [101, 5_000, 40_000]) {
      const answer = await pos('/payments', raw(order, `"custom":${nested(levels)}`), json);
      expect([answer.status, answer.body.code]).toEqual([400, 'BODY_INVALID']);
    }
    expect((await pos('/payments', raw(order, `"custom":${nested(99)}`), json)).status).toBe(201);
  });

  test('free-form data keeps unusual names, reads numbers as JSON.parse does, and refuses integers that would change', async () => {
    const order = await payment(merchant);
    order.hints = await hints(order);
    const custom = '{"__proto__":{"a":1},"constructor":2,"n":-0,"big":1234567890123456800,"n":3}';
    const long = custom.replace('6800', '6789');
    const refused = await pos('/payments', raw(order, `"custom":${long}`), json);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('custom.big')]);
    const { body } = await pos('/payments', raw(order, `"custom":${custom}`), json);
    const text = (await send(`${baseUrl}/transactions/${body.authorizationId}`, 'GET', { key })).text;
    expect(text).toContain('"custom":{"__proto__":{"a":1},"constructor":2,"n":3,"big":1234567890123456800}');
  });
});

test('the payment page does not fail for half of a surrogate pair in the text of its address', async () => {
  const url = `${posUrl}/?key=${merchant.key}&test=1&value=1&text=%ED%A0%80`;
  expect((await fetch(url)).status).toBeLessThan(500);
});
