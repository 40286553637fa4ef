import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import {
  AcquirerForbids,
  Conflict,
  Declined,
  KeyReused,
  NoAccess,
  NotFound,
  OperationOpen,
  QuotaUsedUp,
  Refused,
  StepUpMissing,
  Unavailable,
} from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { document } from '#http/body/document.ts';
import type { Validator } from '#http/body/validate.ts';
import { declineAnswers, moneyConflicts } from '#http/errors/payment-errors.ts';
import { alertFilter, alertFilterFaults } from '#http/lists/alert-filter.ts';
import { paginate } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { cookieOf } from '#http/request/cookies.ts';
import { languageOf } from '#http/request/request-language.ts';
import { originOf } from '#http/request/url.ts';
import { openConsoleApi, senderOf, tillApi } from '#http/routes/console-api.ts';
import { helloWorldApi } from '#http/routes/hello-world-api.ts';
import { htmlPages } from '#http/routes/html-pages.ts';
import { florinApi, merchantsApi } from '#http/routes/merchants-api.ts';
import { payingApi, posApi } from '#http/routes/pos-api.ts';
import { checkIdempotencyKey } from '#idempotency/key.ts';

import { countOf } from '#observability/metrics.ts';

/** Tests the parts of every route in this process: their refusals and their answers. */

const validator: Validator = {
  validate: () => true,
  schema: {
    type: 'object',
    properties: {
      amount: { type: 'integer' },
      live: { type: 'boolean' },
      note: { type: 'string', default: '' },
      custom: {},
      lines: { type: 'array', items: { type: 'object', properties: { text: { type: 'string' } } } },
    },
  },
};

beforeAll(() => {
  for (const name of ['info', 'error', 'log'] as const) jest.spyOn(console, name).mockReturnValue();
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(() => jest.restoreAllMocks());

type Sent = Partial<APIGatewayProxyEvent> & { type?: string };

function eventOf({ type = 'application/json', ...given }: Sent): APIGatewayProxyEvent {
  const headers = { 'Content-Type': type, 'accept-version': '1', ...given.headers };
  const values = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? '']]));
  return {
    ...{ httpMethod: 'POST', resource: '/x', path: '/x', body: null, isBase64Encoded: false },
    ...{ pathParameters: null, queryStringParameters: null, multiValueHeaders: values },
    requestContext: { requestId: 'r1', path: '/x', identity: {} },
    ...given,
    headers,
  } as unknown as APIGatewayProxyEvent;
}

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

const send = async (handler: unknown, sent: Sent) => {
  const answer = await (handler as Handler)(eventOf(sent), {} as Context);
  const { statusCode: status, headers = {}, body: text } = answer;
  const isJson = String(headers['Content-Type']).includes('json');
  return { status, headers, text, body: isJson ? JSON.parse(text) : text };
};

const echo = async (_: unknown, { body }: { body: unknown }) => ({ status: 200, body: { body } });
const strict = florinApi('POST /x').use(body(validator)).handler(echo);
const lenient = merchantsApi('POST /x').use(body(validator)).handler(echo);
const customers = posApi('POST /x').use(body(validator)).handler(echo);
const hello = helloWorldApi('POST /x', 'x').use(document('x', validator)).handler(echo);

const form = 'application/x-www-form-urlencoded';

describe('the size of a body', () => {
  /** A body of this size. Each letter has two bytes; one letter may have one. */
  const sized = (bytes: number) =>
    `{"custom":"${'é'.repeat(Math.floor((bytes - 13) / 2))}${bytes % 2 ? '' : 'x'}"}`;

  test.each([
    [strict, 256 * 1024, 'error', 413, 'REQUEST_TOO_LARGE'],
    [customers, 256 * 1024, 'code', 400, 'BODY_INVALID'],
    [hello, 64 * 1024, 'code', 413, 'REQUEST_TOO_LARGE'],
  ])('the size of a body is limited, in bytes', async (handler, most, field, status, code) => {
    const [right, over] = [sized(most), sized(most + 1)];
    expect(Buffer.byteLength(right)).toBe(most);
    for (const isBase64Encoded of [false, true]) {
      const encoded = (text: string) => (isBase64Encoded ? Buffer.from(text).toString('base64') : text);
      expect((await send(handler, { body: encoded(right), isBase64Encoded })).status).toBe(200);
      const refused = await send(handler, { body: encoded(over), isBase64Encoded });
      expect([refused.status, refused.body[field]]).toEqual([status, code]);
    }
  });

  test('the body of a route with files has a limit of its own', async () => {
    const files = florinApi('POST /x')
      .use(body(validator, { largest: 300_000 }))
      .handler(echo);
    expect((await send(files, { body: sized(300_000) })).status).toBe(200);
    expect((await send(files, { body: sized(300_001) })).status).toBe(413);
  });
});

describe('a form', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `custom[f${n}]=1`).join('&');
  const nested = (levels: number) => `custom${'[a]'.repeat(levels - 1)}=1`;

  test('a form has at most 1000 fields', async () => {
    expect((await send(lenient, { type: form, body: fields(1000) })).status).toBe(200);
    // Too many fields are refused before their content is read.
    for (const text of [fields(1001), `custom[f]=%E9&${fields(1000)}`]) {
      const { status, body } = await send(lenient, { type: form, body: text });
      expect([status, body]).toEqual([400, [{ field: 'body', message: expect.stringContaining('1000') }]]);
    }
  });

  test('a form nests its fields at most 100 deep', async () => {
    const message = 'Must not nest deeper than 100 levels';
    expect((await send(lenient, { type: form, body: nested(100) })).status).toBe(200);
    const { status, body } = await send(lenient, { type: form, body: nested(101) });
    expect([status, body]).toEqual([400, [{ field: 'body', message }]]);
  });

  test('a form has no two empty brackets in a row, and no brackets of another form', async () => {
    const message = 'Can have no two empty brackets in a row';
    for (const name of ['custom[][]', 'custom[a][][][b]'])
      expect((await send(lenient, { type: form, body: `${name}=1` })).body).toEqual([
        { field: name.replaceAll('[', '.').replaceAll(']', ''), message },
      ]);
    for (const name of ['custom[a][b', 'custom]a', '[custom]', 'custom[a]b'])
      expect((await send(lenient, { type: form, body: `${name}=1` })).body).toEqual({ body: {} });
    expect((await send(lenient, { type: form, body: 'custom[a][][b]=1&custom[a][][b]=2' })).body).toEqual({
      body: { custom: { a: [{ b: '1' }, { b: '2' }] } },
    });
  });

  test.each([
    ['Latin-1', 'custom[name]=Andr%E9', 'custom.name'],
    ['a name in Latin-1', 'custom[a]=1&n%F8te=x', 'n\ufffdte'],
    ['half of a character', 'custom[name]=%c3', 'custom.name'],
    ['a character with a percent sign inside', 'custom[name]=%C3%%A9', 'custom.name'],
    ['a surrogate in UTF-8', 'custom[name]=%ED%A0%80', 'custom.name'],
    ['an overlong character', 'custom[name]=%C0%AF', 'custom.name'],
    ['a name as long as the number of a card', 'custom[4242-4242]=%E9', 'a name with many digits'],
  ])('a form is UTF-8, and not %s', async (_, text, field) => {
    const { status, body } = await send(lenient, { type: `${form}; charset=iso-8859-1`, body: text });
    expect([status, body]).toEqual([400, [{ field, message: expect.stringContaining('UTF-8') }]]);
  });

  test('a form keeps a percent sign without two digits, and the character that stands for unreadable ones', async () => {
    const body = 'custom[a]=100%&custom[b]=%zz%c3%A9+%25&custom[c]=%EF%BF%BD%F0%9F%98%80';
    expect((await send(lenient, { type: form, body })).body).toEqual({
      body: { custom: { a: '100%', b: '%zzé %', c: '\ufffd😀' } },
    });
  });

  test('a form has booleans and whole numbers as text, and each value where its name says', async () => {
    const text =
      'amount=12&live=yes&lines[][text]=a&lines[][text]=b&custom[tags][]=1&custom[tags][]=2&note=x&note=y';
    expect((await send(strict, { type: form, body: text })).body).toEqual({
      body: {
        ...{ amount: 12, live: true, note: 'y' },
        lines: [{ text: 'a' }, { text: 'b' }],
        custom: { tags: ['1', '2'] },
      },
    });
    expect((await send(strict, { type: form, body: 'amount=1.5&live=2' })).body).toEqual({
      body: { amount: '1.5', live: '2' },
    });
    // Every object of JavaScript inherits these names.
    for (const live of ['constructor', '__proto__'])
      expect((await send(strict, { type: form, body: `live=${live}` })).body).toEqual({ body: { live } });
  });
});

test('the bytes of a body are UTF-8', async () => {
  const sent = (bytes: Buffer, type = 'application/json') =>
    send(customers, { type, body: bytes.toString('base64'), isBase64Encoded: true });
  for (const [text, type] of [
    ['{"custom":"André"}', 'application/json'],
    ['custom=André', form],
  ] as const) {
    expect((await sent(Buffer.from(`\ufeff${text}`), type)).body).toEqual({
      body: { custom: 'André' },
    });
    const { status, body } = await sent(Buffer.from(text, 'latin1'), type);
    expect([status, body]).toEqual([
      400,
      { code: 'BODY_INVALID', message: expect.stringContaining('UTF-8') },
    ]);
  }
});

test('JSON may nest 100 levels deep, needs whole surrogate pairs and finite numbers, and at most ten errors are named', async () => {
  const nested = (levels: number) => `{"custom":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  expect((await send(lenient, { body: nested(100) })).status).toBe(200);
  expect((await send(lenient, { body: nested(101) })).body).toEqual([
    { field: 'body', message: 'Must not nest deeper than 100 levels' },
  ]);
  const wrong = Array.from({ length: 12 }, (_, n) => `"f${n}":"\\ud800"`).join(',');
  const { status, body } = await send(lenient, { body: `{"custom":{${wrong}}}` });
  expect([status, body.length, body[9].field]).toEqual([400, 10, 'custom.f9']);
  expect((await send(lenient, { body: '{"custom":{"\\udc00":1e400}}' })).body).toEqual([
    { field: 'custom.\ufffd', message: 'Must be Unicode (UTF-8), without unpaired surrogates' },
  ]);
  for (const fault of ['"4242-4242":1e400', '"x":{"4242-4242\\ud800":1}'])
    expect((await send(lenient, { body: `{"custom":{${fault}}}` })).body).toMatchObject([
      { field: 'a name with many digits' },
    ]);
  expect((await send(lenient, { body: '{"amount":1e400}' })).body).toEqual([
    { field: 'amount', message: expect.stringContaining('finite number') },
  ]);
  expect((await send(lenient, { body: '\ufeff{"amount":1}' })).body).toEqual({ body: { amount: 1 } });
});

test('an integer that would come back changed is refused by its field, and any other one comes back as it was sent', async () => {
  for (const number of [
    '9007199254740993',
    '1234567890123456789',
    '-9223372036854775808',
    '12345678901234567168',
  ])
    expect([
      number,
      (await send(lenient, { body: `{"custom":{"ids":["${number}",[${number}]]}}` })).body,
    ]).toEqual([number, [{ field: 'custom.ids.1.0', message: expect.stringContaining('as a text') }]]);
  for (const number of [
    '9007199254740992',
    '-9007199254740991',
    '1000000000000000000',
    '0.12345678901234567',
    '1e21',
  ])
    expect(
      (await send(lenient, { body: `{"custom":${number},"note":"\\" 12345678901234567"}` })).body,
    ).toEqual({
      body: { custom: Number(number), note: '" 12345678901234567' },
    });
  const { body } = await send(lenient, { body: '{"custom":12345678901234567,"note":"\\' });
  expect(body).toMatchObject([{ field: 'body', message: expect.stringContaining('position 35') }]);
});

describe('an unknown field', () => {
  test('an unknown field is refused with the most similar known one, or with all', async () => {
    const sent = { amout: 1, lines: [{ text: 'a', txt: 'b' }], zzzzzzzz: 1, live: null, none: null };
    const refused = await send(strict, { body: JSON.stringify(sent) });
    expect([refused.status, refused.body]).toEqual([
      400,
      [
        { field: 'amout', message: 'Is not known here; did you mean amount?' },
        { field: 'lines.0.txt', message: 'Is not known here; did you mean text?' },
        {
          field: 'zzzzzzzz',
          message: 'Is not known here; known are amount, live, note, custom, lines',
        },
      ],
    ]);
    const query = { limit: '1', limits: '2' };
    const listed = florinApi('POST /x', ['limit']).use(body(validator)).handler(echo);
    expect((await send(listed, { queryStringParameters: query })).body).toEqual([
      { field: 'limits', message: 'Is not known here; did you mean limit?' },
    ]);
  });

  test('an unknown field is ignored on other routes and named in a header, without numbers as long as those of cards', async () => {
    const sent = { amount: 1, 'f 12345': 1, 'f 123456': 1, '4٣4٣4٣': 1, hasOwnProperty: 1 };
    const { status, body, headers } = await send(lenient, {
      body: JSON.stringify(sent),
      queryStringParameters: { page: '2' },
    });
    expect([status, body, headers['Florin-Ignored']]).toEqual([
      ...[200, { body: { amount: 1 } }],
      'page, f%2012345, a%20name%20with%20many%20digits, hasOwnProperty',
    ]);
  });

  test('an unknown field is named among at most 200, or in at most 1000 characters of a header', async () => {
    const names = (count: number) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: count }, (_, n) => [`zz${'z'.repeat(n % 7)}${n}`, 1])),
      );
    expect((await send(strict, { body: names(199) })).body).toHaveLength(199);
    expect((await send(strict, { body: names(201) })).body).toHaveLength(200);
    const header = String((await send(lenient, { body: names(201) })).headers['Florin-Ignored']);
    expect(header.length).toBeGreaterThan(980);
    expect(header.length).toBeLessThanOrEqual(1005);
    expect(header).toMatch(/, \.\.\.$/);
  });
});

test('an error for each of many items is named, up to a hundred', async () => {
  const errors = Array.from({ length: 150 }, (_, n) => ({
    ...{ keyword: 'type', instancePath: `/lines/${n}/text`, params: {} },
  }));
  const wrong: Validator = {
    schema: validator.schema,
    validate: Object.assign(() => false, { errors }),
    rules: () => [{ field: 'amount', message: 'Is too small' }],
  };
  const { body: faults } = await send(florinApi('POST /x').use(body(wrong)).handler(echo), {
    body: '{"amount":1}',
  });
  expect(faults).toHaveLength(100);
  expect(faults[0]).toEqual({ field: 'lines.0.text', message: 'Must be of type string' });
});

test.each(['authorization', 'Accept-Version', 'CONTENT-TYPE', 'Idempotency-Key'])(
  'a request with two headers %s is refused',
  async (name) => {
    const once = await send(strict, { multiValueHeaders: { [name]: ['a'] } });
    expect(once.status).toBe(200);
    const { status, body } = await send(strict, { multiValueHeaders: { [name]: ['a', 'a'] } });
    expect([status, body[0].field.toLowerCase(), body[0].message]).toEqual([
      ...[400, name.toLowerCase(), 'Must be sent once, and not 2 times'],
    ]);
  },
);

describe('an error', () => {
  const cause = new Error('secret cause');
  const cases: [Error, number, object, object, Record<string, string>?][] = [
    [
      new Refused([{ field: 'a', message: 'B' }]),
      400,
      [{ field: 'a', message: 'B' }],
      { code: 'REQUEST_INVALID', message: 'a: B' },
    ],
    [
      new Refused([{ field: 'body', message: 'B' }]),
      400,
      [{ field: 'body', message: 'B' }],
      { code: 'BODY_INVALID' },
    ],
    [new StepUpMissing('link'), 403, { error: 'PROOF_REQUIRED', by: 'link' }, { code: 'PROOF_REQUIRED' }],
    [
      new NoAccess(),
      403,
      { error: 'FORBIDDEN', message: 'No access to this merchant' },
      { code: 'FORBIDDEN' },
    ],
    [new NotFound(), 404, { error: 'NOT_FOUND', message: 'Not found' }, { code: 'NOT_FOUND' }],
    [new Conflict('Changed'), 409, { error: 'CONFLICT', message: 'Changed' }, { code: 'CONFLICT' }],
    [new KeyReused('app'), 422, { error: 'IDEMPOTENCY_KEY_REUSED' }, { code: 'IDEMPOTENCY_KEY_REUSED' }],
    [
      new QuotaUsedUp('Tomorrow', 77),
      429,
      { error: 'THROTTLED', message: 'Tomorrow' },
      { code: 'THROTTLED' },
      { 'Retry-After': '77' },
    ],
    [
      new Unavailable(cause),
      503,
      { error: 'UNAVAILABLE' },
      { code: 'INTERNAL_ERROR' },
      { 'Retry-After': '1' },
    ],
    [
      new AcquirerForbids('Ask us'),
      503,
      { error: 'UNAVAILABLE', message: 'Ask us' },
      { code: 'INTERNAL_ERROR' },
      { 'Retry-After': '1' },
    ],
    [
      new OperationOpen('op1'),
      504,
      { error: 'OPERATION_OPEN', operation: 'op1' },
      { code: 'OPERATION_OPEN', operation: 'op1' },
      { 'Retry-After': '1' },
    ],
    [cause, 500, { error: 'INTERNAL_ERROR' }, { code: 'INTERNAL_ERROR' }],
  ];

  test.each(cases)('%p has its own answer', async (error, status, ofMerchants, ofCustomers, headers = {}) => {
    const fail = async () => {
      throw error;
    };
    for (const [handler, expected] of [
      [florinApi('POST /x').handler(fail), ofMerchants],
      [posApi('POST /x').handler(fail), ofCustomers],
    ] as const) {
      const answer = await send(handler, {});
      expect([answer.status, answer.body]).toMatchObject([status, expected]);
      expect(answer.headers).toMatchObject({ 'X-Request-Id': 'r1', ...headers });
      if (!headers['Retry-After']) expect(answer.headers).not.toHaveProperty('Retry-After');
      expect(answer.text).not.toContain('secret');
    }
  });
});

describe('an error inside the hello-world service', () => {
  const failing = (error: Error) =>
    send(
      helloWorldApi('POST /x').handler(async () => {
        throw error;
      }),
      {},
    );
  const shown = { code: 'INTERNAL_ERROR', message: expect.any(String), requestId: 'r1' };
  afterEach(() => {
    delete process.env.STACK_TRACES;
  });

  test.each([undefined, '0', ''])(
    'an error inside the hello-world service returns 500 with the id of the request, and without a stack trace if STACK_TRACES is %j',
    async (value) => {
      if (value !== undefined) process.env.STACK_TRACES = value;
      for (const error of [new Error('secret'), new Unavailable(new Error('secret'))]) {
        const { status, body, text } = await failing(error);
        expect([status, body]).toEqual([500, shown]);
        expect(text).not.toContain('secret');
      }
    },
  );

  test('an error inside the hello-world service has the stack trace of its cause on a laptop', async () => {
    process.env.STACK_TRACES = '1';
    for (const error of [new Error('disk 7'), new Unavailable(new Error('disk 7'))])
      expect(await failing(error)).toMatchObject({
        status: 500,
        body: { ...shown, stack: expect.stringMatching(/^Error: disk 7\n\s+at /) },
      });
  });
});

describe('a page of a list', () => {
  /** The length of the page, and the number of read items, for items with texts of these lengths. */
  async function readPage(texts: readonly string[], limit: number): Promise<[number, number]> {
    let read = 0;
    async function* items() {
      for (const text of texts) {
        read++;
        yield text;
      }
    }
    const page = await paginate(items(), { limit }, (text) => ({ text }));
    expect(page).toEqual(texts.slice(0, page.length).map((text) => ({ text })));
    return [page.length, read];
  }
  const mega = 1024 * 1024;
  /** The bytes of an item in addition to its text: `{"text":""}`, a comma and a line break. */
  const rest = 13;

  test('a page of a list has as many items as are asked for, and reads no more', async () => {
    expect(await readPage(['a', 'b', 'c'], 2)).toEqual([2, 2]);
    expect(await readPage(['a', 'b'], 3)).toEqual([2, 2]);
  });

  test('a page of a list has at most 4 MB, and 5.5 MB as a text of JSON, but at least one item', async () => {
    const [half, over] = ['x'.repeat(2 * mega - rest), 'x'.repeat(2 * mega - rest + 1)];
    expect(await readPage([half, half, half], 9)).toEqual([2, 3]);
    expect(await readPage([half, over], 9)).toEqual([1, 2]);
    expect(await readPage(['x'.repeat(5 * mega), 'y'], 9)).toEqual([1, 2]);
    const letters = 'é'.repeat(mega);
    expect(await readPage([letters, letters], 9)).toEqual([1, 2]);
    // A quote is escaped twice: as a part of the item, and as a part of the body.
    const quotes = '"'.repeat(mega / 2);
    expect(await readPage([quotes, quotes, quotes], 9)).toEqual([2, 3]);
  });
});

test('a list has a line for each item, an empty answer is a text, and the last line ends with a newline', async () => {
  const answering = (answer: object) =>
    send(
      merchantsApi('POST /x').handler(async () => ({ status: 200, ...answer })),
      {},
    );
  expect((await answering({ body: [{ a: 1 }, { b: 2 }] })).text).toBe('[\n{"a":1},\n{"b":2}\n]\n');
  expect((await answering({ body: [] })).text).toBe('[\n]\n');
  expect((await answering({ body: { a: 1 } })).text).toBe('{"a":1}\n');
  const { text, headers } = await answering({});
  expect([text, headers['Content-Type']]).toEqual(['', 'text/plain; charset=utf-8']);
});

test('a handler gets no query parameter that its route does not know', async () => {
  const handler = merchantsApi('GET /x', [...listQuery, 'filter[test]'])
    .use(pagination())
    .handler(async (_, { query, pagination }) => ({ status: 200, body: { query, pagination } }));
  const known = { limit: '1', 'filter[test]': 'yes' };
  const queryStringParameters = { ...known, 'filter[successful]': '', page: '2' };
  const { status, body, headers } = await send(handler, { queryStringParameters });
  expect([status, headers['Florin-Ignored']]).toEqual([200, 'filter[successful], page']);
  expect(body).toEqual({ query: known, pagination: { limit: 1, test: true } });
  const narrowed = await send(handler, {
    queryStringParameters: { ...known, 'filter[successful]': 'maybe' },
  });
  expect([narrowed.status, narrowed.body]).toMatchObject([400, [{ field: 'filter[successful]' }]]);
});

test.each([
  [{}, ['limit']],
  [{ limit: '0' }, ['limit']],
  [{ limit: '1' }, []],
  [{ limit: '1000' }, []],
  [{ limit: '1001' }, ['limit']],
  [{ limit: '-1' }, ['limit']],
  [{ limit: '1e1' }, ['limit']],
  [{ limit: '1', before: 'null', after: '' }, []],
  [{ limit: '1', before: 'x' }, ['before']],
  [{ limit: '1', after: 'a'.repeat(23) }, ['after']],
  [{ limit: '1', 'filter[from]': '2026-11-01', 'filter[to]': '2026-11-01T12:30:00Z' }, []],
  [{ limit: '1', 'filter[from]': 'x', 'filter[to]': '' }, ['filter[from]', 'filter[to]']],
  [{ limit: '1', 'filter[test]': 'YES', 'filter[successful]': '0' }, []],
  [{ limit: '1', 'filter[test]': 'maybe', 'filter[successful]': '' }, ['filter[test]', 'filter[successful]']],
  [{ limit: '1', 'filter[test]': 'constructor' }, ['filter[test]']],
  [{ limit: '1', 'filter[successful]': '__proto__' }, ['filter[successful]']],
])('a list with the query %o has errors in %j', async (query, fields) => {
  const handler = florinApi('POST /x', [...listQuery, 'filter[test]', 'filter[successful]'])
    .use(pagination())
    .handler(async () => ({ status: 200, body: [] }));
  const { body } = await send(handler, { queryStringParameters: query });
  expect(body.map(({ field }: { field: string }) => field)).toEqual(fields);
});

describe('every response of a kind has the same headers, whatever its status and body', () => {
  const json = { 'Content-Type': 'application/json; charset=utf-8' };
  const text = { 'Content-Type': 'text/plain; charset=utf-8' };
  const private_ = { 'Cache-Control': 'no-store' };
  const xml = { ...private_, Vary: 'Accept' };
  const open = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After, Idempotency-Replayed, Florin-Ignored',
  };
  const later = { 'Retry-After': '1' };

  test.each([
    ['merchants', merchantsApi('POST /x'), {}, { ...private_, ...text }, { ...private_, ...json }],
    ['merchants', merchantsApi('POST /x'), { body: 'a' }, private_, { ...private_, ...json }],
    ['merchants', florinApi('POST /x'), { body: [] }, { ...private_, ...json }, { ...private_, ...json }],
    ['customers', posApi('POST /x'), { body: {} }, { ...open, ...json }, { ...open, ...json }],
    ['customers', payingApi('POST /x'), { body: {} }, { ...open, ...json }, { ...open, ...json }],
    ['hello', helloWorldApi('POST /x'), {}, { ...xml, ...text }, { ...xml, ...json }],
    ['hello', helloWorldApi('POST /x'), { body: {} }, { ...xml, ...json }, { ...xml, ...json }],
  ] as const)(
    'the headers are the same for every response of the kind %s',
    async (_, api, answer, expected, ofErrors) => {
      const ids = { 'X-Request-Id': 'r1' };
      const succeeding = api.handler(async () => ({ status: 201, ...answer }));
      expect((await send(succeeding, {})).headers).toEqual({ ...ids, ...expected });
      const failing = (error: Error) =>
        send(
          api.handler(async () => {
            throw error;
          }),
          {},
        );
      for (const error of [new Error('x'), new Conflict('x')])
        expect((await failing(error)).headers).toEqual({ ...ids, ...ofErrors });
      const isHello = 'Vary' in ofErrors;
      expect((await failing(new Unavailable(new Error('x')))).headers).toEqual({
        ...ids,
        ...ofErrors,
        ...(!isHello && later),
      });
    },
  );

  test('the headers are the same for every page, an error included', async () => {
    const failing = htmlPages('POST /x').handler(async () => {
      throw new NotFound();
    });
    expect(await send(failing, {})).toMatchObject({
      status: 404,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': expect.stringContaining("default-src 'none'"),
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'Strict-Transport-Security': 'max-age=31536000',
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': 'r1',
      },
    });
  });
});

test('a request with the parameter `warm` does not run the handler, and any other parameter does', async () => {
  let handled = 0;
  const paying = payingApi('POST /x').handler(async () => {
    handled++;
    return { status: 201, body: {} };
  });
  const warm = await send(paying, { queryStringParameters: { warm: '' }, headers: { 'accept-version': '' } });
  expect([warm.status, warm.text, handled]).toEqual([204, '', 0]);
  expect(warm.headers).toMatchObject({ 'X-Request-Id': 'r1', 'Access-Control-Allow-Origin': '*' });
  expect((await send(paying, { queryStringParameters: { cold: '', Warm: '1' } })).status).toBe(201);
  expect(handled).toBe(1);
});

/** API Gateway keeps the case of names, and each client has its own: `Accept-Version`, or `accept-version` with HTTP/2. */
describe.each([
  ['lower case', (name: string) => name.toLowerCase()],
  ['capitals', (name: string) => name.toUpperCase()],
  ['words', (name: string) => name.replace(/(?<=^|-)./g, (letter) => letter.toUpperCase())],
])('names of headers in %s', (_, written) => {
  const eventWith = (headers: Record<string, string>): APIGatewayProxyEvent => {
    const all = Object.entries(headers).map(([name, value]) => [written(name), value] as const);
    return {
      ...eventOf({}),
      headers: Object.fromEntries(all),
      multiValueHeaders: Object.fromEntries(all.map(([name, value]) => [name, [value]])),
    };
  };
  const ask = async (handler: unknown, headers: Record<string, string>, text: string | null = null) => {
    const answer = await (handler as Handler)({ ...eventWith(headers), body: text }, {} as Context);
    return [answer.statusCode, answer.body];
  };

  test('decide on the version, the key and the language of a request', async () => {
    let language: unknown;
    const paying = posApi('POST /x')
      .use(checkIdempotencyKey())
      .handler(async (event) => {
        language = languageOf(event, ['de']);
        return { status: 200, body: {} };
      });
    const version = { 'accept-version': '1' };
    expect(await ask(paying, { ...version, 'accept-language': 'de' })).toEqual([200, '{}\n']);
    expect(language).toEqual({ name: 'de', locale: 'de' });
    expect(await ask(paying, { ...version, 'idempotency-key': '' })).toEqual([
      400,
      expect.stringContaining('Idempotency-Key'),
    ]);
    expect(await ask(paying, { 'accept-version': '2' })).toEqual([
      400,
      expect.stringContaining('VERSION_UNSUPPORTED'),
    ]);
  });

  test('decide on the type of a body and of a response', async () => {
    expect(await ask(lenient, { 'content-type': form }, 'amount=7')).toEqual([
      200,
      '{"body":{"amount":7}}\n',
    ]);
    const xml = { accept: 'application/xml', 'content-type': 'text/xml' };
    const [status, text] = await ask(hello, xml, '<x><note>a</note></x>');
    expect([status, text]).toEqual([200, expect.stringContaining('<x><body><note>a</note></body></x>')]);
  });

  test('decide on the addresses, the cookies and the sender', () => {
    const event = eventWith({ host: 'a.example', 'x-forwarded-proto': 'http', cookie: 'a=1; b=2' });
    expect(originOf(event)).toBe('http://a.example');
    expect(cookieOf(event.multiValueHeaders, 'b')).toBe('2');
    expect(senderOf(eventWith({ 'florin-console': 'till' }).headers)).toBe('till');
  });
});

describe('the caller', () => {
  const caller = async (httpMethod: string, resource: string, authorizer: object, route = 'GET /x') => {
    let found: unknown;
    const handler = merchantsApi(route as 'GET /x').handler(async (_, { caller }) => {
      found = caller;
      return { status: 200 };
    });
    const requestContext = {
      requestId: 'r1',
      path: resource,
      identity: { sourceIp: '192.0.2.1' },
      authorizer,
    };
    const pathParameters = { transactionId: 'f'.repeat(24) };
    const { status } = await send(handler, {
      ...{ httpMethod, resource, pathParameters, requestContext: requestContext as never },
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0' },
    });
    return [status, found];
  };
  const user = { principalId: 'u1', identity: 'user', email: 'ann@example.com', proven: '5', mailed: '0' };

  test('the caller is an app or a user, with the route that the roles know, also for HEAD and below the path of the console', async () => {
    const app = { kind: 'app', address: '192.0.2.1' };
    expect(await caller('GET', '/me', { principalId: 'a1' })).toEqual([
      200,
      { ...app, id: 'a1', route: 'GET /me' },
    ]);
    expect(await caller('POST', '/apps', {})).toEqual([200, { ...app, id: '', route: 'POST /apps' }]);
    const request = {
      ...{ id: 'r1', email: 'ann@example.com', address: '192.0.2.1', device: 'Firefox, Linux' },
      ...{ stepUps: { proven: 5, mailed: 0 }, params: { transactionId: 'f'.repeat(24) } },
      body: expect.any(Function),
    };
    for (const method of ['GET', 'HEAD'])
      expect(await caller(method, '/api/transactions/{transactionId}', user)).toEqual([
        200,
        { kind: 'user', id: 'u1', route: 'GET /transactions/{transactionId}', request },
      ]);
    expect(await caller('DELETE', '/sessions', user)).toMatchObject([200, { route: 'DELETE /sessions' }]);
  });

  test.each([
    [201, undefined],
    [409, new Conflict('Taken')],
  ])(
    'the caller learns the status %i of the response, which stays the same if the status cannot be stored',
    async (right, error) => {
      const told: number[] = [];
      const handler = florinApi('POST /x').handler(async (_, { caller }) => {
        const request = caller.kind === 'app' ? undefined : caller.request;
        if (request)
          request.onAnswer = async (status) => {
            // AWS may freeze the function as soon as it has answered, so the answer must wait.
            await new Promise(setImmediate);
            told.push(status);
            throw new Error('The table is away');
          };
        if (error) throw error;
        return { status: 201 };
      });
      const context = { requestId: 'r1', path: '/x', identity: { sourceIp: '192.0.2.1' }, authorizer: user };
      const { status } = await send(handler, { requestContext: context as never });
      expect([status, told]).toEqual([right, [right]]);
    },
  );

  test('the caller is a till only on routes of tills, and refunds only with the role for it', async () => {
    const till = (role: string) => ({ principalId: 't1', identity: 'till', email: 'Counter', role });
    const refunds = ['POST', '/api/transactions/{transactionId}/refunds'] as const;
    expect(await caller('GET', '/till/day', till('till'))).toMatchObject([200, { kind: 'till', id: 't1' }]);
    expect(await caller('HEAD', '/till/day', till('till'))).toMatchObject([200, { kind: 'till', id: 't1' }]);
    expect(await caller(...refunds, till('refundingTill'))).toMatchObject([200, { kind: 'till' }]);
    for (const [method, route, role] of [
      [...refunds, 'till'],
      ['GET', '/session', 'refundingTill'],
      ['DELETE', '/sessions', 'refundingTill'],
      ['GET', '/api/transactions/{transactionId}', 'refundingTill'],
      ['GET', '/till/day', ''],
    ] as const)
      expect(await caller(method, route, till(role))).toEqual([403, undefined]);
  });
});

test('a decline before an acquirer was asked counts as one, and so does a conflict over money', async () => {
  const declining = payingApi('POST /x')
    .use(declineAnswers())
    .handler(async () => {
      throw new Declined(7);
    });
  const conflicting = florinApi('POST /x')
    .use(moneyConflicts())
    .handler(async () => {
      throw new Conflict('Taken');
    });
  const counts = [];
  for (const handler of [declining, conflicting] as unknown as Handler[]) {
    const answer = await handler(eventOf({}), {} as Context);
    counts.push([answer.statusCode, countOf(answer)]);
  }
  expect(counts).toEqual([
    [400, expect.objectContaining({ name: 'Declines', value: 1 })],
    [409, expect.objectContaining({ name: 'Conflicts', value: 1 })],
  ]);
});

test('an error inside Florin is logged with its stack and the id of the request, and any other error is not', async () => {
  const write = jest.mocked(process.stdout.write);
  const linesOf = async (error: Error) => {
    write.mockClear();
    const handler = florinApi('POST /x').handler(async () => {
      throw error;
    });
    await send(handler, {});
    return write.mock.calls.map(([line]) => JSON.parse(String(line)));
  };
  const broken = new Error('Broken inside');
  for (const error of [broken, new Unavailable(broken)])
    expect(await linesOf(error)).toMatchObject([
      { level: 'error', requestId: 'r1', error: broken.stack },
      { level: 'info', requestId: 'r1', route: 'POST /x' },
    ]);
  for (const error of [new Refused([]), new Conflict('Taken'), new NotFound()])
    expect(await linesOf(error)).toMatchObject([{ level: 'info', route: 'POST /x' }]);
});

const [anId, noId] = ['a'.repeat(24), 'a'.repeat(23)];

test.each<[Record<string, string>, string[]]>([
  [{}, ['filter[merchantId]']],
  [
    { 'filter[merchantId]': noId, 'filter[transactionId]': noId },
    ['filter[merchantId]', 'filter[transactionId]'],
  ],
  [{ 'filter[merchantId]': anId, 'filter[transactionId]': '' }, ['filter[transactionId]']],
  [{ 'filter[merchantId]': anId, 'filter[transactionId]': anId }, []],
  [{ 'filter[merchantId]': anId }, []],
])('the list of disputes or fraud alerts with %j has errors in %j', (query, fields) => {
  expect(alertFilterFaults(query).map(({ field }) => field)).toEqual(fields);
  if (fields.length === 0)
    expect(alertFilter(query)).toEqual({ merchantId: anId, transactionId: query['filter[transactionId]'] });
});

test('an id in the path has 24 hex digits, or else nothing has it; the name of a customer may be any text', async () => {
  const route = 'GET /merchants/{merchantId}/customers/{customer}/cards';
  const handler = florinApi(route).handler(async (_, { params }) => ({ status: 200, body: params }));
  const ask = (pathParameters: Record<string, string>) => send(handler, { pathParameters });
  const params = { merchantId: anId, customer: 'ann@example.com/7' };
  expect(await ask(params)).toMatchObject({ status: 200, body: params });
  for (const merchantId of [noId, `${anId}a`, 'g'.repeat(24), ''])
    expect([merchantId, (await ask({ ...params, merchantId })).status]).toEqual([merchantId, 404]);
});

test('an open route of the console needs the console’s header, and a route of tills the session of a till', async () => {
  const open = openConsoleApi('POST /sign-in').handler(async () => ({ status: 202 }));
  const ask = async (headers: Record<string, string>) => (await send(open, { headers })).status;
  expect([await ask({ 'Florin-Console': '1' }), await ask({ 'florin-console': 'till' })]).toEqual([202, 202]);
  for (const headers of [{}, { 'Florin-Console': '' }, { 'Florin-Console': 'yes' }])
    expect([headers, await ask(headers as Record<string, string>)]).toEqual([headers, 403]);

  const ofTills = tillApi('GET /till/day').handler(async (_, { till }) => ({ status: 200, body: till }));
  const authorizer = { principalId: 't1', merchantId: anId, email: 'Counter', role: 'till' };
  const askAs = (more: object) =>
    send(ofTills, {
      ...{ httpMethod: 'GET', resource: '/till/day' },
      requestContext: {
        ...{ requestId: 'r1', path: '/till/day', identity: {} },
        authorizer: { ...authorizer, ...more },
      } as never,
    });
  expect(await askAs({ identity: 'till' })).toMatchObject({
    status: 200,
    body: { id: 't1', merchantId: anId, name: 'Counter', role: 'till' },
  });
  for (const identity of ['user', undefined]) expect((await askAs({ identity })).status).toBe(403);
});
