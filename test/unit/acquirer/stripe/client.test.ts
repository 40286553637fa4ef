import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keys } from '../../../../functions/core/acquirer/stripe/api/api-keys.ts';
import { ask, formOf } from '../../../../functions/core/acquirer/stripe/api/client.ts';
import { endBy } from '../../../../functions/core/aws/deadline.ts';

let server: Server;
let answer: RequestListener;
let requests: number;
let logged: jest.SpyInstance;
const apiKey = ['sk', 'test', 'of', 'nobody'].join('_');

beforeAll(async () => {
  server = createServer((request, response) => {
    requests++;
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  process.env.STRIPE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.STRIPE_CREDENTIALS = JSON.stringify({ apiKey, webhookSecrets: [] });
});
beforeEach(() => {
  requests = 0;
  endBy(Number.POSITIVE_INFINITY);
  logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const refund = { path: 'refunds', key: 'k1', account: 'acct_1', form: { amount: 1 } };

test('a form names nested fields in brackets and leaves out undefined fields', () => {
  const form = { a: 1, b: { c: 'ä b', d: undefined, e: { f: true } }, expand: ['x', 'y.z'] };
  expect([...formOf(form)]).toEqual([
    ['a', '1'],
    ['b[c]', 'ä b'],
    ['b[e][f]', 'true'],
    ['expand[0]', 'x'],
    ['expand[1]', 'y.z'],
  ]);
});

test('a request names its idempotency key, API version and account', async () => {
  answer = ({ method, url, headers }, response) =>
    response.end(JSON.stringify({ object: 'echo', method, url, headers: { ...headers, host: '' } }));
  expect(await ask(refund)).toMatchObject({
    state: 'done',
    body: {
      method: 'POST',
      url: '/v1/refunds',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'idempotency-key': 'k1',
        'stripe-account': 'acct_1',
        'stripe-version': expect.stringMatching(/^\d{4}-\d\d-\d\d\.\w+$/),
        'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
      },
    },
  });
  expect(await ask({ path: 'refunds', form: { limit: 2 } })).toMatchObject({
    body: { method: 'GET', url: '/v1/refunds?limit=2' },
  });
});

test('the client stops early enough to leave time before the deadline of the request', async () => {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now);
  const timeout = new AbortController();
  const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  answer = () => timeout.abort();
  endBy(now + 4_300);
  expect(await ask(refund)).toEqual({ state: 'unknown', cause: 'TIMEOUT' });
  const [[time = 0] = []] = limit.mock.calls;
  expect(4_300 - time).toBeGreaterThan(2_000);
  endBy(now + 3_000);
  expect(await ask(refund)).toEqual({ state: 'unknown', cause: 'No time left to ask' });
  expect(requests).toBe(1);
});

describe('a failure that Stripe repeats for the same idempotency key', () => {
  /** Makes Stripe fail the first requests with new keys, `keys` in number, and every repeat with one of these keys. */
  function failing(keys: number): string[] {
    const seen: string[] = [];
    answer = ({ headers }, response) => {
      const key = String(headers['idempotency-key']);
      const isRepeat = seen.includes(key);
      if (!isRepeat) seen.push(key);
      if (isRepeat) response.setHeader('idempotent-replayed', 'true');
      const fails = seen.indexOf(key) < keys;
      response.statusCode = fails ? 500 : 200;
      response.end(JSON.stringify(fails ? { error: { type: 'api_error' } } : { object: 'done' }));
    };
    return seen;
  }

  test('a repeated failure makes the client try a new key immediately if the request moves no money', async () => {
    const seen = failing(2);
    expect(await ask({ ...refund, renew: 'failed' })).toMatchObject({ state: 'done' });
    expect(seen).toEqual(['k1', expect.stringMatching(/^k1-./), expect.stringMatching(/^k1-./)]);
    expect(new Set(seen).size).toBe(3);
  });

  test('a repeated failure makes the client try a new key only after Stripe repeats the failure if the request moves money', async () => {
    const seen = failing(1);
    const request = { ...refund, renew: 'ended' } as const;
    expect(await ask(request)).toEqual({ state: 'unknown', cause: '500 api_error' });
    expect(seen).toEqual(['k1']);
    expect(await ask(request)).toMatchObject({ state: 'done' });
    expect(seen).toEqual(['k1', expect.stringMatching(/^k1-./)]);
  });

  test('a repeated failure makes the client report the request as ended when Stripe repeats the failure', async () => {
    failing(1);
    expect(await ask(refund)).toEqual({ state: 'unknown', cause: '500 api_error' });
    expect(await ask(refund)).toEqual({ state: 'unknown', cause: '500 api_error', ended: true });
  });
});

const refusal = (status: number, error: object, headers = {}): RequestListener =>
  ((_, response) => response.writeHead(status, headers).end(JSON.stringify({ error }))) as RequestListener;

test.each([
  [400, { type: 'invalid_request_error' }, 'refused', 1],
  [402, { type: 'card_error', code: 'card_declined' }, 'refused', 1],
  [403, { type: 'invalid_request_error' }, 'refused', 1],
  [404, { type: 'invalid_request_error' }, 'refused', 1],
  [400, { type: 'idempotency_error' }, 'unknown', 1],
  [409, { type: 'idempotency_error' }, 'unknown', 3],
  [429, { type: 'invalid_request_error', code: 'lock_timeout' }, 'unknown', 3],
  [500, { type: 'api_error' }, 'unknown', 1],
  [503, {}, 'unknown', 1],
])(
  'a response with status %d and error %p gives the outcome %s after %d request(s)',
  async (status, error, state, times) => {
    answer = refusal(status, error);
    expect(await ask(refund)).toMatchObject({ state });
    expect(requests).toBe(times);
  },
);

test('the client waits, while there is time, for the result of a concurrent request with the same key', async () => {
  const used = refusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' });
  answer = (request, response) =>
    requests > 5 ? response.end(JSON.stringify({ object: 'refund' })) : used(request, response);
  let now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  expect(await ask(refund)).toEqual({ state: 'done', body: { object: 'refund' } });
  expect(requests).toBe(6);
  answer = (request, response) => {
    now += 400;
    used(request, response);
  };
  const end = now + 5_000;
  endBy(end);
  expect(await ask(refund)).toMatchObject({ state: 'unknown' });
  expect(end - now).toBeGreaterThan(2_000);
});

test('the client retries or stops as the stripe-should-retry header says', async () => {
  answer = refusal(503, {}, { 'stripe-should-retry': 'true' });
  await ask(refund);
  expect(requests).toBe(3);
  answer = refusal(429, { type: 'invalid_request_error' }, { 'stripe-should-retry': 'false' });
  await ask(refund);
  expect(requests).toBe(4);
});

test('the log of a refused request has the error code, the request ID and the message, without what was sent', async () => {
  const error = { type: 'invalid_request_error', code: 'resource_missing', message: `Invalid: ${apiKey}` };
  answer = refusal(404, error, { 'request-id': 'req_7' });
  await ask(refund);
  answer = refusal(402, { type: 'card_error' });
  await ask(refund);
  expect(logged.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    {
      level: 'error',
      stripe: 'refunds',
      status: 404,
      request: 'req_7',
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: 'Invalid: …',
    },
  ]);
});

describe('a request whose API key Stripe refuses', () => {
  const newKey = ['sk', 'test', 'of', 'somebody'].join('_');
  const refuseOld =
    (status: number): RequestListener =>
    ({ headers }, response) => {
      const isNew = headers.authorization === `Bearer ${newKey}`;
      response
        .writeHead(isNew ? 200 : status)
        .end(
          JSON.stringify(
            isNew ? { id: 're_1', object: 'refund' } : { error: { type: 'invalid_request_error' } },
          ),
        );
    };
  const rotatedTo = (apiKey: string) =>
    jest.spyOn(keys, 'newerThan').mockResolvedValue({ apiKey, webhookSecrets: [] });

  test.each([401, 403])(
    'a request with a refused API key is sent again with the key that has replaced it, after a %i',
    async (status) => {
      answer = refuseOld(status);
      rotatedTo(newKey);
      expect(await ask(refund)).toMatchObject({ state: 'done', body: { id: 're_1' } });
      expect(requests).toBe(2);
    },
  );

  test.each([400, 402, 404])(
    'a request with a refused API key is not sent again after a %i, which says nothing of the key',
    async (status) => {
      answer = refuseOld(status);
      rotatedTo(newKey);
      expect(await ask(refund)).toMatchObject({ state: 'refused', status });
      expect(requests).toBe(1);
    },
  );

  test.each([401, 403])(
    'a request with a refused API key is refused after a %i if no other key has replaced it',
    async (status) => {
      answer = refuseOld(status);
      rotatedTo(apiKey);
      expect(await ask(refund)).toMatchObject({ state: 'refused', status });
      expect(requests).toBe(1);
    },
  );
});
