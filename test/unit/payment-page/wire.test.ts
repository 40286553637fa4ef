import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Open,
  post,
  Refused,
  Trouble,
  Unreachable,
} from '../../../functions/payment-page/client/basics/wire.ts';

type Planned = [status: number, body: string];

let server: Server;
let url: string;
let planned: Planned[] = [];
let got: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    got.push({ headers: request.headers, body });
    const [status, text] = planned.shift() ?? [500, ''];
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => server?.close());

beforeAll(() => {
  Object.assign(globalThis, { document: { documentElement: { lang: 'fr' } } });
});
afterAll(() => Reflect.deleteProperty(globalThis, 'document'));

// Shortens the pauses between attempts to a fiftieth.
beforeEach(() => {
  const { setTimeout } = globalThis;
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((done, pause = 0, ...rest) => setTimeout(done, pause / 50, ...rest));
});
afterEach(() => jest.restoreAllMocks());

function answer(...answers: Planned[]): void {
  planned = answers;
  got = [];
}

const json = (value: unknown) => JSON.stringify(value);

test('post sends JSON with the API version, the page’s language and the caller’s headers', async () => {
  answer([201, json({ id: 1 })]);
  expect(await post(url, { a: 1 }, { 'Idempotency-Key': 'k' })).toEqual({ id: 1 });
  expect(got).toMatchObject([
    {
      body: json({ a: 1 }),
      headers: {
        'accept-version': '1',
        'content-type': 'application/json',
        'idempotency-key': 'k',
        'accept-language': 'fr',
      },
    },
  ]);
});

test.each([500, 503, 429, 409])(
  'post repeats the same request with the same key after a %i response',
  async (status) => {
    answer([status, json({ code: 'BUSY' })], [status, ''], [200, json({ id: 2 })]);
    expect(await post(url, { a: 1 }, { 'Idempotency-Key': 'k' })).toEqual({ id: 2 });
    expect(got.map(({ body, headers }) => body + headers['idempotency-key'])).toEqual(
      Array(3).fill(`${json({ a: 1 })}k`),
    );
  },
);

test('post reports trouble instead of a refusal after three failed attempts', async () => {
  answer([503, ''], [503, ''], [503, ''], [200, json({ id: 3 })]);
  await expect(post(url, {})).rejects.toBeInstanceOf(Trouble);
  expect(got).toHaveLength(3);
});

test('post takes no response but a success for the outcome of a payment, and does not repeat the request', async () => {
  for (const status of [300, 304, 399]) {
    answer([status, status === 304 ? '' : json({ authorizationId: 'x' })]);
    await expect(post(url, {})).rejects.toBeInstanceOf(Trouble);
    expect(got).toHaveLength(1);
  }
});

test('post reports an open operation with an error of its own', async () => {
  answer(...Array<Planned>(3).fill([504, json({ code: 'OPERATION_OPEN' })]));
  await expect(post(url, {})).rejects.toBeInstanceOf(Open);
  answer(...Array<Planned>(3).fill([504, json({ code: 'OTHER' })]));
  await expect(post(url, {})).rejects.not.toBeInstanceOf(Open);
});

test.each([400, 403, 404, 422])(
  'a %i response with an error of the API is a refusal immediately, with code and reason',
  async (status) => {
    answer([status, json({ code: 'TOKEN_INVALID', message: 'card.code: x' })]);
    await expect(post(url, {})).rejects.toMatchObject({
      constructor: Refused,
      code: 'TOKEN_INVALID',
      reason: 'card.code: x',
    });
    expect(got).toHaveLength(1);
  },
);

test.each<Planned>([
  [200, '<html>Log in to this network</html>'],
  [200, ''],
  [400, '<html>Bad request</html>'],
  [400, json({ message: 'of somebody else' })],
  [302, ''],
])(
  'the response %i %s is not by the API, and counts as trouble with an unknown outcome',
  async (status, body) => {
    answer([status, body]);
    const error = await post(url, {}).catch((thrown) => thrown);
    expect([error instanceof Trouble, error instanceof Refused]).toEqual([true, false]);
    expect(got).toHaveLength(1);
  },
);

test('a request without a response counts as unreachable', async () => {
  await expect(post('http://127.0.0.1:1/', {})).rejects.toBeInstanceOf(Unreachable);
});

test('a response that is cut off counts as unreachable', async () => {
  const cut = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(new ReadableStream({ pull: (body) => body.error('lost') })));
  await expect(post(url, {})).rejects.toBeInstanceOf(Unreachable);
  cut.mockRestore();
});

test('a request without a response is given up after 30 seconds, and one with a response leaves no timer', async () => {
  jest.restoreAllMocks();
  jest.useFakeTimers();
  const fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  try {
    const ended = jest.fn();
    const given = post(url, {}).catch(ended);
    await jest.advanceTimersByTimeAsync(29_000);
    expect(ended).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1000);
    await given;
    expect(ended).toHaveBeenCalledWith(expect.any(Unreachable));
    fetched.mockImplementation(async () => Response.json({ id: 5 }));
    expect(await post(url, {})).toEqual({ id: 5 });
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test('an exception of the check before each attempt ends the attempts', async () => {
  answer([503, ''], [200, json({ id: 4 })]);
  let asked = 0;
  const before = () => {
    if (++asked === 2) throw new RangeError('gone');
  };
  await expect(post(url, {}, {}, before)).rejects.toBeInstanceOf(RangeError);
  expect(got).toHaveLength(1);
});
