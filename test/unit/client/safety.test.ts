import { inspect } from 'node:util';
import { cleanUrl } from '../../../packages/cli/src/account.ts';
import { createClient, createHelloClient } from '../../../packages/florin/src/index.ts';
import { json, type Script, type Server, startServer } from './server.ts';

const key = '7e57ab1e-0000-4000-8000-00000000c0de';
const id = '6b02020f386512fe66966561';
const servers: Server[] = [];

const start = async (script: Script) => {
  const server = await startServer(script);
  servers.push(server);
  return { server, florin: createClient({ baseUrl: server.url, key, retries: 0 }) };
};
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => new Error('It succeeded'),
    (error) => error,
  );

test.each([301, 302, 303, 307, 308])(
  'a redirect is neither followed nor asked for again: %i',
  async (status) => {
    const stranger = await start((response) => json(response, 200, { identity: {} }));
    const { florin, server } = await start((response) =>
      response.writeHead(status, { location: `${stranger.server.url}/me` }).end(),
    );
    const retries = { retries: 1 };
    const redirected = { name: 'ConnectionError', code: 'REDIRECTED' };
    expect(await errorOf(florin.apps.me(retries))).toMatchObject(redirected);
    expect(await errorOf(florin.transactions.capture(id, { amount: 1 }, retries))).toMatchObject(redirected);
    expect([server.seen.length, stranger.server.seen.length]).toEqual([2, 0]);
  },
);

test('a response of more than 8 MB is not read to its end', async () => {
  let sent = 0;
  const { florin } = await start((response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && sent < 2 ** 26) {
        sent += 2 ** 16;
        if (!response.write('a'.repeat(2 ** 16))) return response.once('drain', more);
      }
      return response.end();
    };
    more();
  });
  expect(await errorOf(florin.apps.me())).toMatchObject({ code: 'TOO_LARGE' });
  expect(sent).toBeLessThan(2 ** 25);
});

test.each([
  [
    'an echo of the key',
    (response) => json(response, 400, [{ field: 'x', message: `The key ${key} is bad` }]),
  ],
  [
    'an echo of the header',
    (response, { headers }) => json(response, 401, { error: 'UNAUTHORIZED', message: headers.authorization }),
  ],
  ['no JSON', (response) => response.writeHead(200).end(key)],
  ['a lost connection', (response) => response.destroy()],
  ['a redirect', (response) => response.writeHead(302, { location: `http://x/?${key}` }).end()],
] satisfies [string, Script][])('no error shows the API key: %s', async (_, script) => {
  const { florin } = await start(script);
  const error = await errorOf(florin.transactions.get(id));
  const token = Buffer.from(`:${key}`).toString('base64');
  expect(error.name).toMatch(/Error$/);
  for (const text of [
    inspect(error, { depth: 20, showHidden: true }),
    JSON.stringify(error),
    String(error.stack),
  ]) {
    expect(text).not.toContain(key);
    expect(text).not.toContain(token);
  }
});

test('a request has the API key as the password of HTTP Basic, and the type of its body', async () => {
  const { florin, server } = await start((response) => json(response, 201, { transaction: {} }));
  await florin.transactions.capture(id, { amount: 1 });
  await florin.transactions.get(id);
  const authorization = `Basic ${Buffer.from(`:${key}`).toString('base64')}`;
  expect(server.seen.map(({ headers }) => [headers.authorization, headers['content-type']])).toEqual([
    [authorization, 'application/json'],
    [authorization, undefined],
  ]);
});

test('a letter whose bytes come in two pieces stays whole, and a text is returned as it is', async () => {
  const bytes = new TextEncoder().encode('<svg>Zoë</svg>');
  const body = () =>
    new ReadableStream({
      start(controller) {
        // The letter has two bytes, of which the first is the ninth one.
        for (const piece of [bytes.subarray(0, 8), bytes.subarray(8)]) controller.enqueue(piece);
        controller.close();
      },
    });
  const fetch = async () => new Response(body());
  const { links } = createClient({ baseUrl: 'http://florin.example', key, fetch });
  expect(await links.qr(id)).toBe('<svg>Zoë</svg>');
});

test('neither the client nor a list of it shows the API key or the password', async () => {
  const { florin, server } = await start((response) => json(response, 200, []));
  const hello = createHelloClient({ baseUrl: server.url, username: 'ann', password: key });
  for (const one of [florin, florin.lines.list(id), hello])
    expect(inspect(one, { depth: 20, showHidden: true }) + JSON.stringify(one)).not.toContain(key);
});

test.each([
  'ftp://florin.example',
  'florin.example',
  '',
  'https://ann:secret@florin.example',
  'https://florin.example/?secret',
])('an address that is not an API is refused, without the address in the message: %s', (baseUrl) => {
  const make = () => createClient({ baseUrl, key });
  expect(make).toThrow(/^baseUrl must be/);
  expect(make).not.toThrow(/secret/);
});

test.each(['/prod/', '/prod/?', '/prod#'])('an address that ends with %s is accepted', async (path) => {
  const { server } = await start((response) => json(response, 200, { identity: { id } }));
  const baseUrl = `${server.url}${path}`;
  expect(await createClient({ baseUrl, key }).apps.me()).toEqual({ id });
  expect(server.seen[0]?.url).toBe('/prod/me');
  expect(cleanUrl(baseUrl)).toBe(`${server.url}/prod`);
});

test.each(['', '.', '..', undefined, null, {}, true])(
  'an id that would change the path is refused before any request: %p',
  async (bad) => {
    const { florin, server } = await start((response) => json(response, 200, {}));
    expect(await errorOf(florin.transactions.get(bad as string))).toBeInstanceOf(TypeError);
    expect(server.seen).toEqual([]);
  },
);

test('an id is one segment of the path', async () => {
  const { florin, server } = await start((response) =>
    json(response, 404, { error: 'NOT_FOUND', message: 'Not found' }),
  );
  for (const bad of ['../merchants/x', 'a?limit=1', 'a#b', 'a/captures', 'Zoë %2e'])
    await errorOf(florin.transactions.get(bad));
  expect(server.seen.map(({ url }) => url)).toEqual([
    '/transactions/..%2Fmerchants%2Fx',
    '/transactions/a%3Flimit%3D1',
    '/transactions/a%23b',
    '/transactions/a%2Fcaptures',
    '/transactions/Zo%C3%AB%20%252e',
  ]);
});

test('errors name the field, the call and the request', async () => {
  const { florin } = await start((response) =>
    json(response, 400, [
      { field: 'amount', message: 'Exceeds EUR 12.00' },
      { field: 'currency', message: 'Must be EUR' },
    ]),
  );
  const error = await errorOf(florin.transactions.capture(id, { amount: 1 }));
  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    code: 'INVALID',
    field: 'amount',
    status: 400,
    requestId: 'r1',
    message: 'transactions.capture: amount: Exceeds EUR 12.00; currency: Must be EUR (request r1)',
  });
});

test('the error of a decline has its code, and whether the customer or the merchant can act on it', async () => {
  const decline = {
    code: 7,
    text: 'Insufficient funds',
    message: 'Insufficient funds',
    client: true,
    merchant: false,
  };
  const { florin } = await start((response) => json(response, 400, [decline]));
  const error = await errorOf(
    florin.transactions.create(id, { transactionId: id, amount: 1, currency: 'EUR' }),
  );
  expect(error).toMatchObject({ name: 'DeclinedError', code: 'DECLINED', decline });
});

test('an amount that JSON would make null is refused before any request', async () => {
  const { florin, server } = await start((response) => json(response, 201, { transaction: {} }));
  for (const amount of [Number.NaN, Number.POSITIVE_INFINITY])
    expect(String(await errorOf(florin.transactions.capture(id, { amount })))).toMatch(
      /amount is not a finite number/,
    );
  expect(await errorOf(florin.transactions.capture(id, { amount: 1n as never }))).toBeInstanceOf(TypeError);
  expect(server.seen).toEqual([]);
});

test.each(['9007199254740993', '1e20'])(
  'the integer %s, which JavaScript cannot hold, is an error',
  async (number) => {
    const { florin } = await start((response) =>
      response.writeHead(200).end(`{"merchant":{"balance":${number}}}`),
    );
    expect(await errorOf(florin.merchants.get(id))).toMatchObject({
      code: 'UNSAFE_INTEGER',
      message: expect.stringContaining('merchant.balance'),
    });
  },
);

test('a customer cannot make a transaction unreadable by the numbers in custom', async () => {
  const { florin } = await start((response) =>
    response.writeHead(200).end('{"transaction":{"amount":5,"custom":{"n":12345678901234567890,"e":1e300}}}'),
  );
  expect(await florin.transactions.get(id)).toEqual({
    amount: 5,
    custom: { n: 12345678901234567000, e: 1e300 },
  });
});

test('the largest exact integer, and floats, are read as they are', async () => {
  const { florin } = await start((response) =>
    response.writeHead(200).end('{"merchant":{"balance":-9007199254740991,"pricing":{"rate":0.0135}}}'),
  );
  expect(await florin.merchants.get(id)).toEqual({ balance: -9007199254740991, pricing: { rate: 0.0135 } });
});

test.each([undefined, ''])(
  'a client whose `key` is %p, like that of a missing variable, is refused',
  (missing) => {
    expect(() => createClient({ baseUrl: 'http://florin.example', key: missing })).toThrow('key is missing');
    createClient({ baseUrl: 'http://florin.example' });
  },
);
