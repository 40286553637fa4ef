import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createClient, createCustomerClient, createHelloClient } from '../../../packages/florin/src/index.ts';
import { cutOff, json, type Script, type Server, startServer } from './server.ts';

const key = '7e57ab1e-0000-4000-8000-00000000c0de';
const id = '6b02020f386512fe66966561';
const transaction = { id, capturedAmount: 1 };

let server: Server;
const start = async (script: Script) => {
  server = await startServer(script);
  return createClient({ baseUrl: server.url, key });
};
afterEach(() => server?.stop());

const keysSeen = () => server.seen.map(({ headers }) => headers['idempotency-key']);
const failed = (response: ServerResponse) =>
  json(response, 500, { error: 'INTERNAL_ERROR', message: 'Something went wrong on our side' });
const done = (response: ServerResponse) => json(response, 201, { transaction });
const open = (response: ServerResponse) =>
  json(response, 504, { error: 'OPERATION_OPEN', message: 'Not yet', operation: id }, { 'retry-after': '1' });

test.each([
  ['has the status 500 after the effect', failed],
  ['is a page of a server before Florin', (response) => response.writeHead(502).end('<h1>Bad gateway</h1>')],
  ['is cut off', cutOff],
  ['is half of a JSON', (response) => response.writeHead(201).end('{"transaction":{"id":')],
  ['never arrives because the connection ends', (response) => response.destroy()],
  ['has no transaction', (response) => json(response, 201, {})],
  ['is null', (response) => json(response, 201, null)],
] satisfies [string, Script][])(
  'a capture whose first response %s is repeated with the same key',
  async (_, first) => {
    const effects = new Set<unknown>();
    const florin = await start((response, { headers }, nth) => {
      effects.add(headers['idempotency-key']);
      if (nth === 1) first(response);
      else done(response);
    });
    expect(await florin.transactions.capture(id, { amount: 1 })).toEqual(transaction);
    expect(server.seen).toHaveLength(2);
    expect(effects.size).toBe(1);
    expect(keysSeen()[0]).toMatch(/^[0-9a-f]{32}$/);
  },
);

test('a server that hangs is given up after the time-out, and the error has the key for a later repeat', async () => {
  const florin = await start(() => {});
  const call = florin.transactions.capture(id, { amount: 1 }, { timeout: 50, retries: 1 });
  await expect(call).rejects.toMatchObject({
    name: 'ConnectionError',
    code: 'TIMEOUT',
    idempotencyKey: expect.any(String),
  });
  const [first, second] = keysSeen();
  expect(first).toBe(second);
  await expect(call).rejects.toMatchObject({ idempotencyKey: first });
});

test('a body that never ends is given up after the time-out', async () => {
  const florin = await start((response) => response.writeHead(200).write('{"transaction":'));
  await expect(florin.transactions.get(id, { timeout: 50, retries: 0 })).rejects.toMatchObject({
    code: 'TIMEOUT',
  });
});

test('a time-out beyond the longest timer does not end the call immediately', async () => {
  const florin = await start((response) => void setTimeout(done, 50, response));
  for (const timeout of [Number.POSITIVE_INFINITY, 2 ** 31])
    expect(await florin.transactions.capture(id, { amount: 1 }, { timeout, retries: 0 })).toEqual(
      transaction,
    );
});

test.each([
  ['timeout', 0],
  ['timeout', Number.NaN],
  ['retries', Number.NaN],
  ['retries', -1],
  ['waitForOperation', Number.NaN],
  ['waitForOperation', '60000'],
])(
  '%s %p, with which a call would never end or end immediately, is refused before any request',
  async (name, value) => {
    const florin = await start(failed);
    const call = florin.transactions.capture(id, { amount: 1 }, { [name]: value });
    await expect(call).rejects.toThrow(
      new TypeError(`${name} must be a number from ${name === 'timeout' ? 1 : 0} on; got ${value}`),
    );
    expect(server.seen).toEqual([]);
    if (name !== 'waitForOperation')
      expect(() => createClient({ baseUrl: server.url, [name]: value })).toThrow(TypeError);
  },
);

test('each call has a key of its own, unless it is given one', async () => {
  const florin = await start(done);
  await florin.transactions.capture(id, { amount: 1 });
  await florin.transactions.capture(id, { amount: 1 });
  await florin.transactions.capture(id, { amount: 1 }, { idempotencyKey: 'order-1' });
  expect(new Set(keysSeen()).size).toBe(3);
  expect(keysSeen()[2]).toBe('order-1');
  for (const idempotencyKey of ['', 'a\nb', 'ä', 'a'.repeat(256)])
    await expect(florin.transactions.capture(id, { amount: 1 }, { idempotencyKey })).rejects.toThrow(
      TypeError,
    );
  expect(server.seen).toHaveLength(3);
});

test('a request without a key that may have had its effect is not repeated', async () => {
  await start((response, _, nth) => (nth === 1 ? failed(response) : cutOff(response)));
  const hello = createHelloClient({ baseUrl: server.url, username: 'a', password: 'b', scheme: 'basic' });
  await expect(hello.create({ name: 'Ann' })).rejects.toMatchObject({ name: 'ServerError' });
  await expect(hello.create({ name: 'Ann' })).rejects.toMatchObject({ code: 'CUT_OFF' });
  expect(server.seen).toHaveLength(2);
  expect(keysSeen()).toStrictEqual([undefined, undefined]);
});

test('a throttled request is repeated in any case, and no sooner than Florin asks', async () => {
  const times: number[] = [];
  await start((response, _, nth) => {
    times.push(Date.now());
    if (nth === 1) json(response, 429, { code: 'THROTTLED', message: 'Too many' }, { 'retry-after': '1' });
    else json(response, 201, { token: 't' });
  });
  const customer = createCustomerClient({ posUrl: server.url });
  const challenge = await customer.payments
    .challenge('tds-frictionless', {} as never)
    .catch((error) => error);
  expect(challenge).toEqual({ token: 't' });
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(950);
});

test('a request for a longer pause than a minute is passed on to the caller', async () => {
  const florin = await start((response) =>
    json(response, 429, { error: 'THROTTLED', message: 'Too many' }, { 'retry-after': '61' }),
  );
  await expect(florin.transactions.get(id)).rejects.toMatchObject({
    name: 'ThrottledError',
    retryAfter: 61_000,
  });
  expect(server.seen).toHaveLength(1);
});

test.each([
  [400, 'FlorinError'],
  [401, 'AuthenticationError'],
  [403, 'ForbiddenError'],
  [404, 'NotFoundError'],
  [409, 'ConflictError'],
  [413, 'FlorinError'],
  [415, 'FlorinError'],
  [422, 'KeyReusedError'],
  [501, 'ServerError'],
])('a %i is not repeated, and is the error %s', async (status, name) => {
  const florin = await start((response) => json(response, status, { error: 'X', message: 'No' }));
  const call = florin.transactions.capture(id, { amount: 1 });
  await expect(call).rejects.toMatchObject({ status, code: 'X', name });
  expect(server.seen).toHaveLength(1);
});

test.each(['', 'Wed, 25 Nov 2026 10:00:00 GMT'])(
  'the header Retry-After %j names no seconds',
  async (header) => {
    const florin = await start((response) =>
      json(response, 503, { error: 'BUSY', message: 'No' }, { 'retry-after': header }),
    );
    const error = await florin.transactions.get(id, { retries: 0 }).catch((error) => error);
    expect([error.code, error.retryAfter]).toEqual(['BUSY', undefined]);
  },
);

test('by default a request is repeated twice, after pauses that grow, also if the server names a date for the repeat', async () => {
  const date = { 'retry-after': 'Wed, 25 Nov 2026 10:00:00 GMT' };
  const florin = await start((response) => json(response, 503, { error: 'BUSY', message: 'No' }, date));
  const begin = Date.now();
  await expect(florin.transactions.get(id)).rejects.toMatchObject({ code: 'BUSY' });
  expect(server.seen).toHaveLength(3);
  expect(Date.now() - begin).toBeGreaterThanOrEqual(700);
});

test.each([401, 403, 422, 429])(
  'a %i in answer to a repeat does not hide that the outcome of the first attempt is unknown',
  async (status) => {
    const refused = (response: ServerResponse) => json(response, status, { error: 'X', message: 'No' });
    const florin = await start((response, _, nth) => (nth === 1 ? failed(response) : refused(response)));
    const call = florin.transactions.capture(id, { amount: 1 }, { retries: 1 });
    await expect(call).rejects.toMatchObject({ name: 'ServerError', idempotencyKey: expect.any(String) });
    expect(new Set(keysSeen()).size).toBe(1);
    await server.stop();
    const waiting = await start((response, _, nth) => (nth === 1 ? open(response) : refused(response)));
    const options = { waitForOperation: 10_000, retries: 0 };
    await expect(waiting.transactions.capture(id, { amount: 1 }, options)).rejects.toMatchObject({
      name: 'OperationOpenError',
      operation: id,
    });
  },
);

test('a request without an effect ends with the error of its last attempt', async () => {
  const florin = await start((response, _, nth) =>
    nth === 1 ? failed(response) : json(response, 401, { error: 'X', message: 'No' }),
  );
  await expect(florin.transactions.get(id)).rejects.toMatchObject({ name: 'AuthenticationError' });
});

test('a throttled attempt had no effect, so its repeat is answered as if it were the first', async () => {
  const florin = await start((response, { method }, nth) => {
    const [status, error] =
      nth % 2 ? [429, 'THROTTLED'] : method === 'DELETE' ? [404, 'GONE'] : [422, 'REUSED'];
    json(response, Number(status), { error, message: 'No' });
  });
  await expect(florin.transactions.capture(id, { amount: 1 })).rejects.toMatchObject({
    name: 'KeyReusedError',
  });
  await expect(florin.links.delete(id)).rejects.toMatchObject({ name: 'NotFoundError' });
});

test('a response that is not an array does not end a list, and is an error', async () => {
  const florin = await start((response) => json(response, 200, { length: 0 }));
  await expect(florin.apps.list(id, {}, { retries: 0 }).page()).rejects.toMatchObject({ code: 'MALFORMED' });
});

test('a removal whose answer was lost succeeds if its repeat finds nothing to remove', async () => {
  const gone: Script = (response, _, nth) =>
    nth === 1 ? response.destroy() : json(response, 404, { error: 'NOT_FOUND', message: 'Not found' });
  const florin = await start(gone);
  await florin.links.delete(id);
  expect(server.seen).toHaveLength(2);
  await expect(florin.links.delete(id)).rejects.toMatchObject({ name: 'NotFoundError' });
});

test('a change whose answer was lost fails if its repeat finds nothing to change', async () => {
  const florin = await start((response, _, nth) =>
    nth === 1 ? response.destroy() : json(response, 404, { error: 'NOT_FOUND', message: 'Not found' }),
  );
  await expect(florin.merchants.update(id, { name: 'Shop' })).rejects.toMatchObject({
    name: 'NotFoundError',
  });
});

test('an open operation is reported, with its id and the key for a repeat', async () => {
  const florin = await start(open);
  const error = await florin.transactions.capture(id, { amount: 1 }).catch((error) => error);
  expect(error).toMatchObject({ name: 'OperationOpenError', operation: id, retryAfter: 1000 });
  expect(error.idempotencyKey).toBe(keysSeen()[0]);
  expect(server.seen).toHaveLength(1);
});

test('on request the client waits for an open operation: it repeats the same key when Florin says', async () => {
  const florin = await start((response, _, nth) => (nth < 3 ? open(response) : done(response)));
  const begin = Date.now();
  const options = { waitForOperation: 10_000, retries: 0 };
  expect(await florin.transactions.capture(id, { amount: 1 }, options)).toEqual(transaction);
  expect(Date.now() - begin).toBeGreaterThanOrEqual(1900);
  expect(new Set(keysSeen()).size).toBe(1);
});

test('the wait for an open operation ends after `waitForOperation`', async () => {
  const florin = await start(open);
  const call = florin.transactions.capture(id, { amount: 1 }, { waitForOperation: 1500 });
  await expect(call).rejects.toMatchObject({ code: 'OPERATION_OPEN' });
  expect(server.seen).toHaveLength(2);
});

test('a signal cancels a request that is under way, immediately', async () => {
  const controller = new AbortController();
  const florin = await start(() => controller.abort(new Error('Enough')));
  const begin = Date.now();
  const call = florin.transactions.get(id, { signal: controller.signal });
  await expect(call).rejects.toThrow('Enough');
  expect(Date.now() - begin).toBeLessThan(20_000);
  expect(server.seen).toHaveLength(1);
  const before = AbortSignal.abort(new Error('Before'));
  await expect(florin.transactions.get(id, { signal: before })).rejects.toThrow('Before');
  expect(server.seen).toHaveLength(1);
});

test('a signal cancels the pause before the next attempt, immediately', async () => {
  const florin = await start((response) =>
    json(response, 503, { error: 'UNAVAILABLE', message: 'Busy' }, { 'retry-after': '50' }),
  );
  const controller = new AbortController();
  const begin = Date.now();
  const cleared = jest.spyOn(globalThis, 'clearTimeout');
  const pause = new Promise((resolve) => {
    const { setTimeout } = globalThis;
    jest.spyOn(globalThis, 'setTimeout').mockImplementation((work, milliseconds) => {
      const timer = setTimeout(work, milliseconds);
      if (milliseconds === 50_000) resolve(timer);
      return timer;
    });
  });
  try {
    const call = florin.transactions.get(id, { signal: controller.signal });
    void pause.then(() => controller.abort(new Error('Enough')));
    await expect(call).rejects.toThrow('Enough');
    expect(cleared).toHaveBeenCalledWith(await pause);
  } finally {
    jest.restoreAllMocks();
  }
  expect(Date.now() - begin).toBeLessThan(20_000);
  expect(server.seen).toHaveLength(1);
});

test('a call that has ended leaves no timer, which would keep the process alive, and no listener of its signal', async () => {
  const florin = await start((response, _, nth) => (nth < 3 ? failed(response) : done(response)));
  const [made, cleared] = [jest.spyOn(globalThis, 'setTimeout'), jest.spyOn(globalThis, 'clearTimeout')];
  try {
    const { signal } = new AbortController();
    await florin.transactions.capture(id, { amount: 1 }, { signal, timeout: 54_321 });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const timers = made.mock.results.filter((_, call) => made.mock.calls[call]?.[1] === 54_321);
    expect(timers).toHaveLength(3);
    for (const { value } of timers) expect(cleared).toHaveBeenCalledWith(value);
  } finally {
    jest.restoreAllMocks();
  }
});

test('the settings of a client hold for each of its calls, unless a call has its own', async () => {
  let status = 503;
  const sent: [url: string, accept: string | null][] = [];
  const settings = {
    timeout: 50,
    retries: 0,
    fetch: (async (url, init) => {
      sent.push([String(url), new Headers(init?.headers).get('accept')]);
      if (status > 0) return Response.json({ error: 'X', message: 'No' }, { status });
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    }) as typeof fetch,
  };
  server = await startServer(() => {});
  const florin = createClient({ baseUrl: server.url, key, ...settings });
  await expect(florin.transactions.get(id)).rejects.toMatchObject({ name: 'ServerError' });
  expect(sent).toEqual([[`${server.url}/transactions/${id}`, 'application/json']]);
  await expect(florin.transactions.get(id, { retries: 1 })).rejects.toMatchObject({ name: 'ServerError' });
  expect(sent).toHaveLength(3);
  status = 0;
  await expect(florin.transactions.get(id)).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: 'transactions.get: No answer within 50 ms',
  });
  expect(server.seen).toEqual([]);
});

test('requests to the checkout API name its version, and those without a further effect are repeated', async () => {
  await start((response, _, nth) => (nth === 1 ? failed(response) : json(response, 201, { token: 't' })));
  await createCustomerClient({ posUrl: server.url }).vault.seal({ type: 'pcsc', value: '123' });
  expect(server.seen).toHaveLength(2);
  for (const { headers } of server.seen)
    expect(headers).toMatchObject({ 'accept-version': '1', accept: 'application/json' });
});

test('the hooks learn of each attempt and of the id of its request, and of neither the key nor the body', async () => {
  server = await startServer((response, _, nth) =>
    json(response, nth === 1 ? 500 : 201, nth === 1 ? { error: 'X' } : { transaction }, {
      'x-request-id': `r${nth}`,
    }),
  );
  const heard: unknown[] = [];
  const hook = (told: object) => heard.push(told);
  const florin = createClient({ baseUrl: server.url, key, onRequest: hook, onResponse: hook });
  await florin.transactions.capture(id, { amount: 1 });
  const sent = { name: 'transactions.capture', method: 'POST', path: `/transactions/${id}/captures` };
  const milliseconds = expect.any(Number);
  expect(heard).toEqual([
    sent,
    { ...sent, status: 500, requestId: 'r1', milliseconds },
    sent,
    { ...sent, status: 201, requestId: 'r2', milliseconds },
  ]);
});
