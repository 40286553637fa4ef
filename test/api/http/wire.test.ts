import { requests } from '../../../schemas/index.ts';
import { basic } from '../support/http.ts';
import { look, type Post, posts, type Scene, sendPost, setScene } from '../support/posts.ts';
import { merchantInput, world } from '../support/world.ts';

/**
 * Client libraries of other authors rely on these details of the API (wire contract, sections 1 and 2).
 */
const here = world();
const { api, createApp, createMerchant, shop, authorized, transaction } = here;

const made = posts.filter(({ side, status }) => side === 'base' && status === 201);
const json = 'application/json';

/** Returns the fields that the route knows and the body of the post omits. */
const leftOut = (post: Post, scene: Scene): string[] => {
  const { apps, merchants, users, cards, transactions } = {
    apps: post.name === 'POST /apps' ? requests.appCreate : requests.appAdd,
    merchants: requests.merchantCreate,
    users: requests.userInvite,
    cards: requests.cardCreate,
    transactions: requests.transactionCreate,
  };
  const schemas: Record<string, { properties: object }> = {
    ...{ apps, merchants, users, cards, transactions },
    captures: requests.capture,
    refunds: requests.refund,
    voids: requests.void,
  };
  const schema = schemas[post.path(scene).split('/').at(-1) ?? ''];
  return Object.keys(schema?.properties ?? {}).filter((name) => !(name in post.body(scene)));
};

describe('every POST of the merchants’ API', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(here);
  });
  /** Returns the body. Movements have the smallest amount, because the tests make many. */
  const bodyOf = (post: Post) => ({
    ...post.body(scene),
    ...(post.name.startsWith('POST /transactions') && { amount: 1 }),
  });
  const send = (post: Post, body: unknown, headers: Record<string, string> = {}, path = post.path(scene)) =>
    api('POST', path, { key: scene.key, body, headers });
  const text = (post: Post) => JSON.stringify(bodyOf(post));

  test.each(made)(
    '$name accepts JSON under each of its media types, with any Accept header',
    async (post) => {
      for (const [type, accept] of [
        ['application/vnd.api+json', 'application/vnd.api+json'],
        [`${json};charset=utf-8`, 'text/html'],
        [`${json}; charset="UTF-8"`, 'image/png;q=0.1'],
        ['Application/JSON ; Charset=iso-8859-1', '*/*;q=0'],
        ['application/problem+json', 'x'],
      ] as const) {
        const answer = await send(post, text(post), { 'content-type': type, accept });
        expect([type, accept, answer.status, answer.text]).toEqual([type, accept, 201, answer.text]);
        if (answer.text) expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      }
    },
  );

  test.each(made)(
    '$name treats null, and false for a field that is not a boolean, as absent',
    async (post) => {
      const absent = (value: unknown, names = leftOut(post, scene)) =>
        Object.fromEntries(names.map((name) => [name, value]));
      const isFree = (name: string) => ['test', 'custom'].includes(name);
      const noBooleans = leftOut(post, scene).filter((name) => !isFree(name));
      for (const more of [absent(null), absent(false, noBooleans), { nonsense: { deep: [null] }, '': 1 }]) {
        const answer = await send(post, { ...more, ...bodyOf(post) });
        expect([more, answer.status, answer.text]).toEqual([more, 201, answer.text]);
      }
    },
  );

  test.each(made)('$name ignores a slash at the end and unknown query parameters', async (post) => {
    for (const end of ['/', '?nonsense=1', '/?limit=&filter[test]=maybe'])
      expect((await send(post, bodyOf(post), {}, post.path(scene) + end)).status).toBe(201);
  });

  test.each(made)('$name treats an empty body as an empty object, with every media type', async (post) => {
    for (const type of [json, 'application/x-www-form-urlencoded', ''])
      for (const body of [undefined, ' \n']) {
        const headers: Record<string, string> = type ? { 'content-type': type } : {};
        const answer = await send(post, body, headers);
        if (post.name === 'POST /apps') expect(answer.status).toBe(201);
        else {
          expect([type, body, answer.status]).toEqual([type, body, 400]);
          const fields = answer.body.map(({ field }: { field: string }) => field);
          expect(fields).toContain(
            Object.keys(post.body(scene)).find((name) => name !== 'name' && name !== 'test'),
          );
          expect(fields).not.toContain('body');
        }
      }
  });

  test.each(made)('$name accepts JSON after a byte order mark', async (post) => {
    expect((await send(post, `\ufeff${text(post)}`, { 'content-type': json })).status).toBe(201);
  });
});

test('GET and DELETE ignore a content type and a body', async () => {
  const { key, merchant } = await shop();
  const { id } = await createApp();
  const path = `/merchants/${merchant.id}`;
  for (const body of [undefined, '{'])
    for (const type of [json, 'text/plain']) {
      const headers = { 'content-type': type };
      expect((await api('GET', path, { key, body, headers })).status).toBe(200);
      await api('POST', `${path}/apps`, { key, body: { appId: id } });
      const gone = await api('DELETE', `${path}/apps/${id}`, { key, body, headers });
      expect([gone.status, gone.text]).toEqual([204, '']);
    }
});

test('the last of a repeated name counts, in JSON, in a form and in a query', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 1000);
  for (const [type, body, amount] of [
    [json, '{"amount":1,"descriptor":"First","amount":2,"descriptor":"Last"}', 2],
    ['application/x-www-form-urlencoded', 'amount=1&descriptor=First&amount=3&descriptor=Last', 3],
  ] as const) {
    const headers = { 'content-type': type };
    const { body: made } = await api('POST', `/transactions/${id}/captures`, { key, body, headers });
    expect(made.transaction.trail.at(-1)).toMatchObject({ amount, descriptor: 'Last' });
  }
  const path = `/merchants/${merchant.id}/lines`;
  for (const [query, count] of [
    ['limit=1&limit=2', 2],
    ['limit=2&limit=1', 1],
    ['limit=2&before=x&before=', 2],
  ] as const)
    expect([query, (await api('GET', `${path}?${query}`, { key })).body.length]).toEqual([query, count]);
});

test('an app is made whatever credentials a client sends, as clients send their key with every request', async () => {
  for (const authorization of [
    basic('', '00000000-0000-4000-8000-000000000000'),
    basic('', ''),
    basic('user', 'password'),
    'Basic',
    'Bearer x',
    '',
  ])
    expect((await api('POST', '/apps', { body: {}, headers: { authorization } })).status).toBe(201);
});

describe('an empty descriptor counts as absent', () => {
  const trail = async (key: string, id: string): Promise<string[]> =>
    (await transaction(key, id)).trail.map(({ descriptor }: { descriptor: string }) => descriptor);

  test('so a capture and a refund get the descriptor of the transaction, in JSON and in a form', async () => {
    const { key, merchant } = await shop({ descriptor: 'Shop & Co' });
    const id = await authorized(merchant, 1000);
    for (const kind of ['captures', 'refunds'])
      for (const as of ['body', 'form'])
        for (const descriptor of ['', '!', 'x'.repeat(22)]) {
          const answer = await api('POST', `/transactions/${id}/${kind}`, {
            key,
            [as]: { amount: as === 'form' ? '10' : 10, descriptor },
          });
          expect([answer.status, answer.body.transaction?.trail.at(-1).descriptor]).toEqual([
            201,
            descriptor || 'Shop & Co',
          ]);
        }
    const all = ['Shop & Co', '!', 'x'.repeat(22)];
    expect(await trail(key, id)).toEqual([...all, ...all, ...all, ...all]);
  });

  test('so a charge by the merchant’s server gets the current descriptor of the merchant', async () => {
    const { key, merchant } = await shop({ descriptor: 'Before' });
    const transactionId = await authorized(merchant, 1000);
    await api('PUT', `/merchants/${merchant.id}`, { key, body: { descriptor: 'After' } });
    const again = async (descriptor?: string) => {
      const body = { transactionId, currency: 'EUR', amount: 10, descriptor };
      const answer = await api('POST', `/merchants/${merchant.id}/transactions`, { key, body });
      return (await transaction(key, answer.body.transaction.id)).descriptor;
    };
    expect([await again(), await again(''), await again('Own')]).toEqual(['After', 'After', 'Own']);
  });

  test('so a repeat with an empty descriptor counts as the same request for its idempotency key', async () => {
    const { key, merchant } = await shop();
    const id = await authorized(merchant, 1000);
    const headers = { 'idempotency-key': 'empty or none' };
    const capture = (body: object) => api('POST', `/transactions/${id}/captures`, { key, body, headers });
    const first = await capture({ amount: 10 });
    const repeat = await capture({ amount: 10, descriptor: '', currency: null });
    expect([repeat.headers['idempotency-replayed'], repeat.body]).toEqual(['true', first.body]);
  });

  test('a long or non-ASCII descriptor is refused, and so is an empty descriptor of a merchant', async () => {
    const { key, merchant } = await shop();
    const id = await authorized(merchant, 1000);
    for (const descriptor of ['x'.repeat(23), 'Ørsted', 'tab\there', '\n', 5, ['x']])
      for (const kind of ['captures', 'refunds']) {
        const answer = await api('POST', `/transactions/${id}/${kind}`, {
          key,
          body: { amount: 1, descriptor },
        });
        expect([answer.status, answer.body]).toEqual([
          400,
          [{ field: 'descriptor', message: expect.stringContaining('22') }],
        ]);
      }
    for (const descriptor of ['', 'x']) {
      const fault = [{ field: 'descriptor', message: 'Must be 2 to 22 printable ASCII characters' }];
      expect((await api('POST', '/merchants', { key, body: { ...merchantInput, descriptor } })).body).toEqual(
        fault,
      );
      expect((await api('PUT', `/merchants/${merchant.id}`, { key, body: { descriptor } })).body).toEqual(
        fault,
      );
    }
  });
});

describe('the website of a merchant', () => {
  test.each([
    'test.com',
    'Test.com',
    'www.test.com',
    'shop.test.co.uk:8080/path?a=b#c',
    'bücher.example',
    'https://test.com',
    'HTTP://test.com/',
    'http://localhost:8080',
  ])('the website of a merchant can be %s, and is stored unchanged', async (website) => {
    const { key } = await createApp();
    const merchant = await createMerchant(key, { website });
    expect(merchant.website).toBe(website);
    expect((await api('GET', `/merchants/${merchant.id}`, { key })).body.merchant.website).toBe(website);
  });

  test.each([
    '',
    'test',
    '1.5',
    'test..com',
    '.com',
    '//test.com',
    'ftp://test.com',
    'mailto:ann@test.com',
    'ann@test.com',
    'javascript:alert(1)//.com',
    'https://',
    'https://a b.com',
    'test.com:port',
    'te st.com',
  ])('the website of a merchant cannot be %j', async (website) => {
    const { key } = await createApp();
    const answer = await api('POST', '/merchants', { key, body: { ...merchantInput, website } });
    expect([answer.status, answer.body]).toEqual([
      400,
      [{ field: 'website', message: 'Must be an http or https URL, or a host like test.com' }],
    ]);
  });
});

test('adding an app answers without a body, also to a repeat', async () => {
  const { key, merchant } = await shop();
  const { id } = await createApp();
  const headers = { 'idempotency-key': 'one app' };
  const add = (over: object = {}) =>
    api('POST', `/merchants/${merchant.id}/apps`, { key, body: { appId: id }, ...over });
  for (const answer of [await add({ headers }), await add({ headers }), await add()])
    expect([answer.status, answer.text]).toEqual([201, '']);
  expect((await add({ headers })).headers['idempotency-replayed']).toBe('true');
});

describe('one response reports all errors of a request', () => {
  const fieldsOf = (answer: { status: number; body: { field: string }[] }) => [
    answer.status,
    answer.body.map(({ field }) => field).sort(),
  ];

  test('one response reports missing fields, also those inside a missing object', async () => {
    const { key } = await createApp();
    for (const request of [
      { body: {} },
      { body: { company: null } },
      { body: { company: false } },
      { form: { name: 'x' } },
    ])
      expect(fieldsOf(await api('POST', '/merchants', { key, ...request }))).toEqual([
        400,
        ['company', 'company.country', 'currency', 'descriptor', 'email', 'website'],
      ]);
  });

  test('one response reports errors that only the code finds together with those of the schema', async () => {
    const { key, merchant } = await shop();
    const wrong = {
      ...merchantInput,
      website: 'https://',
      bank: { iban: 'DK5000400440116244' },
      currency: 'JPY',
    };
    expect(
      fieldsOf(await api('POST', '/merchants', { key, body: { ...wrong, company: { number: 7 } } })),
    ).toEqual([400, ['bank.iban', 'company.country', 'company.number', 'currency', 'website']]);
    expect(
      fieldsOf(
        await api('POST', `/merchants/${merchant.id}/transactions`, {
          key,
          body: { amount: -1, currency: 'EUX', custom: 'x'.repeat(60_000) },
        }),
      ),
    ).toEqual([400, ['amount', 'currency', 'custom', 'transactionId']]);
    // The request names a card, although an invalid one, so the API does not report transactionId as missing.
    expect(
      fieldsOf(
        await api('POST', `/merchants/${merchant.id}/transactions`, {
          key,
          body: { amount: 1, currency: 'EUR', cardId: 'x' },
        }),
      ),
    ).toEqual([400, ['cardId']]);
  });

  test('one response reports both errors of a capture', async () => {
    const { key, merchant } = await shop();
    const id = await authorized(merchant, 1000);
    const body = { amount: 1001, currency: 'USD' };
    expect((await api('POST', `/transactions/${id}/captures`, { key, body })).body).toEqual([
      { field: 'currency', message: expect.stringContaining('EUR') },
      { field: 'amount', message: expect.stringContaining('EUR 10.00') },
    ]);
  });
});

describe('errors', () => {
  const isError = (error: string) => ({
    error,
    message: expect.stringMatching(/\w/),
    text: expect.stringMatching(/\w/),
  });

  test('errors with status 401 say which credentials to send', async () => {
    const { status, headers, body } = await api('GET', '/me');
    const sendKey = 'Send HTTP Basic: empty user name, the API key as password';
    expect([status, body, headers['www-authenticate']]).toEqual([
      401,
      { error: 'UNAUTHORIZED', message: sendKey, text: sendKey },
      'Basic realm="florin"',
    ]);
  });

  test('errors that concern no field and no decline are an object with `error`, and change nothing', async () => {
    const { key, merchant } = await shop();
    const stranger = await createApp();
    const post = posts.find(({ name }) => name === 'POST /merchants') as Post;
    const scene = await setScene(here);
    const headers = { 'idempotency-key': 'two requests' };
    await sendPost(here, post, scene, headers);
    const before = await look(here, scene);
    const xml = { 'content-type': 'application/xml' };
    const answers = [
      [403, 'FORBIDDEN', await api('GET', `/merchants/${merchant.id}`, { key: stranger.key })],
      [404, 'NOT_FOUND', await api('GET', '/transactions/1', { key })],
      [404, 'ENDPOINT_NOT_FOUND', await api('GET', '/nowhere', { key })],
      [405, 'METHOD_NOT_ALLOWED', await api('PATCH', '/me', { key })],
      [404, 'ENDPOINT_NOT_FOUND', await api('GET', '/')],
      [
        413,
        'REQUEST_TOO_LARGE',
        await api('POST', '/merchants', { key, body: { name: 'x'.repeat(300_000) } }),
      ],
      [415, 'UNSUPPORTED_MEDIA_TYPE', await api('POST', '/merchants', { key, body: '<x/>', headers: xml })],
      [422, 'IDEMPOTENCY_KEY_REUSED', await sendPost(here, post, scene, headers, true)],
    ] as const;
    for (const [status, error, answer] of answers)
      expect([answer.status, answer.body]).toEqual([status, isError(error)]);
    expect(await look(here, scene)).toEqual(before);
  });

  test('errors never repeat a sent value, which could be a card number', async () => {
    const { key, merchant } = await shop();
    const id = await authorized(merchant, 1000);
    const number = '4111111111111111';
    const answers = [
      await api('POST', '/merchants', {
        key,
        body: {
          ...merchantInput,
          website: number,
          descriptor: `${number} ${number}`,
          company: { country: number },
        },
      }),
      await api('POST', `/transactions/${id}/captures`, { key, body: { amount: number, currency: number } }),
      await api('POST', `/transactions/${id}/captures`, {
        key,
        body: { amount: Number(number), [number]: 1 },
      }),
      await api('POST', `/transactions/${number}/captures`, { key, body: { amount: 1 } }),
      await api('POST', `/${number}`, { key, body: number }),
      await api('GET', '/disputes', {
        key,
        query: { limit: number, before: number, 'filter[merchantId]': number },
      }),
      await here.pos('/vault', { type: number, value: `${number}x` }),
      await here.pos('/vault', { type: 'pcsc', value: number }),
      await here.pos('/payments', { card: number, integration: { key: number }, amount: number }),
    ];
    for (const { status, text } of answers) {
      expect([400, 404]).toContain(status);
      expect(text).not.toContain(number);
    }
  });
});

test('a body that is an empty list counts as an empty object', async () => {
  for (const body of ['[]', ' [ ] ']) {
    const headers = { 'content-type': json };
    expect((await api('POST', '/apps', { body, headers })).status).toBe(201);
    const faulty = await api('POST', '/merchants', { key: (await createApp()).key, body, headers });
    expect([faulty.status, faulty.body]).toMatchObject([
      400,
      expect.arrayContaining([{ field: 'currency', message: 'Is required' }]),
    ]);
  }
  const full = await api('POST', '/apps', { body: '[{}]', headers: { 'content-type': json } });
  expect([full.status, full.body]).toMatchObject([400, [{ field: 'body' }]]);
});

test('an empty list inside a body counts as the empty object that the field asks for', async () => {
  const { key, merchant } = await shop({ bank: [] });
  expect(merchant.bank).toEqual({ iban: null });
  const faults = async (over: object) =>
    (await api('POST', '/merchants', { key, body: { ...merchantInput, ...over } })).body;
  expect(await faults({ company: [] })).toEqual([{ field: 'company.country', message: 'Is required' }]);
  expect(await faults({ bank: [[]] })).toEqual([{ field: 'bank', message: 'Must be an object' }]);

  // `custom` can be any JSON, so that it stays a list.
  const id = await authorized(merchant, 100, {
    test: { tds: { challenge: false }, card: [] },
    unplanned: [],
    custom: [],
  });
  expect((await transaction(key, id)).custom).toEqual([]);
});

test('a response without a body does not claim to be JSON', async () => {
  const { app, key, merchant } = await shop();
  const path = `/merchants/${merchant.id}`;
  const other = await createApp();
  const { body: webhook } = await api('POST', `${path}/webhooks`, { key, body: {} });
  for (const [method, at, body, status] of [
    ['PUT', path, { name: 'New' }, 204],
    ['POST', `${path}/apps`, { appId: other.id }, 201],
    ['DELETE', `${path}/apps/${other.id}`, undefined, 204],
    ['DELETE', `${path}/webhooks/${webhook.webhook.id}`, undefined, 204],
    ['DELETE', `${path}/apps/${app.id}`, undefined, 204],
  ] as const) {
    const answer = await api(method, at, { key, body });
    expect([at, answer.status, answer.text, answer.headers['content-type']]).toEqual([
      at,
      status,
      '',
      'text/plain; charset=utf-8',
    ]);
  }
});

test('routes that need credentials answer HEAD with the status and headers of GET, and without a body', async () => {
  const { app, key, merchant } = await shop();
  const id = await authorized(merchant, 100);
  const path = `/merchants/${merchant.id}`;
  const { body: made } = await api('POST', `${path}/links`, { key, body: { amount: 1, currency: 'EUR' } });
  const { key: stranger } = await createApp();
  for (const at of [
    '/me',
    path,
    `/identities/${app.id}/merchants?limit=1`,
    `/transactions/${id}`,
    `${path}/transactions?limit=1`,
    `${path}/transactions`,
    `${path}/webhooks?limit=1`,
    `/transactions/${'0'.repeat(24)}`,
    `/links/${made.link.id}`,
    `/links/${made.link.id}/qr`,
    `/disputes?limit=1&filter[merchantId]=${merchant.id}`,
  ])
    for (const with_ of [{ key }, { key: stranger }, {}]) {
      const [get, head] = [await api('GET', at, with_), await api('HEAD', at, with_)];
      expect([at, head.status, head.text]).toEqual([at, get.status, '']);
      for (const name of ['content-type', 'www-authenticate'])
        expect([at, name, head.headers[name]]).toEqual([at, name, get.headers[name]]);
    }
});
