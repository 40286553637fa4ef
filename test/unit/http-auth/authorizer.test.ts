import { DIGEST } from 'http-auth-utils';
import type { Api } from '../../../lib/local/gateway/api.ts';
import { type EventOptions, makeContext, makeEvent } from '../../../lib/local/gateway/event.ts';

const mockUseNonce = jest.fn(async (..._: [nonce: string, count: string, expires: number]) => true);
jest.mock('../../../functions/core/store/nonces.ts', () => ({ useNonce: mockUseNonce }));
process.env.HELLO_CREDENTIALS = 'florin:florin';

type Handler = typeof import('../../../functions/authorizers/digest.ts')['handler'];
let handler: Handler;

const start = Date.parse('2026-11-24T12:00:00.000Z');

beforeAll(async () => {
  // The authorizer takes its clock when it is loaded.
  jest.useFakeTimers({ now: start });
  ({ handler } = await import('../../../functions/authorizers/digest.ts'));
});

const methodArn = 'arn:aws:execute-api:eu-west-1:000000000000:abc/sandbox/GET/api/helloWorld/7';
const path = '/api/helloWorld/7';

/** The event that API Gateway sends to a REQUEST authorizer. */
function ask(
  authorization: string[],
  options: EventOptions = {},
  query = '',
  host = 'api.example.com',
  name = 'authorization',
) {
  const api = { id: 'abc', stage: 'sandbox', stageVariables: null, binaryMediaTypes: [] } as unknown as Api;
  const request = {
    method: 'GET',
    url: path + query,
    rawHeaders: ['Host', host, ...authorization.flatMap((value) => [name, value])],
    body: Buffer.alloc(0),
    sourceIp: '127.0.0.1',
    port: 443,
  };
  const match = { method: { path: '/api/helloWorld/{id}', resourceId: 'x' }, pathParameters: { id: '7' } };
  const event = makeEvent(request, api, match as never, makeContext(request, api, options));
  return handler({ type: 'REQUEST', methodArn, ...event } as never);
}

/** Answers the first challenge of a refusal, as a client does. */
async function sign(uri: string, refused: Awaited<ReturnType<Handler>>, nc = '00000001'): Promise<string> {
  const nonce = nonceIn(refused);
  const signed = { username: 'florin', realm: 'florin', nonce, uri, nc, cnonce: 'abc' };
  const response = DIGEST.computeHash({
    ...signed,
    password: 'florin',
    method: 'GET',
    qop: 'auth',
    algorithm: 'sha256',
  });
  return `Digest username="florin", realm="florin", nonce="${nonce}", uri="${uri}", algorithm=SHA-256, qop=auth, nc=${nc}, cnonce="abc", response="${response}"`;
}

const nonceIn = (refused: Awaited<ReturnType<Handler>>): string =>
  /nonce="([^"]+)"/.exec(String(refused.context?.challenge))?.[1] ?? '';

const basic = `Basic ${Buffer.from('florin:florin').toString('base64')}`;
const effect = ({ policyDocument }: Awaited<ReturnType<Handler>>) => {
  const [statement] = policyDocument.Statement;
  return [statement?.Effect, (statement as { Resource: string }).Resource];
};

test('a refusal is a policy that denies this one request, with the challenge in its context', async () => {
  const refused = await ask([]);
  expect(effect(refused)).toEqual(['Deny', methodArn]);
  expect(refused.context).toEqual({
    challenge: expect.stringMatching(/^Digest .*, Digest .*, Basic /),
    name: 'code',
    copy: 'message',
    message: 'Credentials are missing or not valid',
  });
});

test.each(['authorization', 'Authorization', 'AUTHORIZATION'])(
  'right credentials in the header %s get a policy that allows this one request',
  async (name) => {
    const allowed = await ask([basic], {}, '', undefined, name);
    expect(effect(allowed)).toEqual(['Allow', methodArn]);
    expect([allowed.principalId, allowed.context]).toEqual(['florin', undefined]);
  },
);

test('a request with two Authorization headers is refused', async () => {
  expect(effect(await ask([basic, basic]))[0]).toBe('Deny');
});

test.each<[string, EventOptions, string]>([
  ['a stage', { stagePrefix: '/sandbox' }, '/sandbox'],
  ['a base path of a custom domain', { stagePrefix: '/pay/v1' }, '/pay/v1'],
  ['a custom domain, or this machine', {}, ''],
])('behind %s, the signed URI must be the one that the client sees', async (_, options, prefix) => {
  const send = async (uri: string, query = '') =>
    effect(await ask([await sign(uri, await ask([], options))], options, query))[0];
  expect(await send(prefix + path)).toBe('Allow');
  expect(await send(`http://api.example.com${prefix}${path}`)).toBe('Allow');
  expect(await send(`${prefix + path}?a=1&b=%20`, '?b=+&a=1')).toBe('Allow');
  expect(await send(`/other${path}`)).toBe('Deny');
  expect(await send(prefix + path, '?a=1')).toBe('Deny');
  expect(await send(`http://evil.example.com${prefix}${path}`)).toBe('Deny');
  if (prefix) expect(await send(path)).toBe('Deny');
});

describe('a nonce', () => {
  beforeEach(() => {
    jest.setSystemTime(start);
    mockUseNonce.mockClear();
  });

  test('a nonce can be used for five minutes, and its use is kept for as long', async () => {
    const refused = await ask([]);
    jest.setSystemTime(start + 299_999);
    expect(effect(await ask([await sign(path, refused)]))[0]).toBe('Allow');
    expect(mockUseNonce.mock.calls).toEqual([[nonceIn(refused), '00000001', start / 1000 + 300]]);
    jest.setSystemTime(start + 300_000);
    const late = await ask([await sign(path, refused)]);
    expect([effect(late)[0], late.context?.challenge]).toEqual([
      'Deny',
      expect.stringContaining('stale=true'),
    ]);
    expect(mockUseNonce).toHaveBeenCalledTimes(1);
  });

  test('a nonce has one use for a count in any case of its letters', async () => {
    const refused = await ask([]);
    for (const nc of ['000000AB', '000000ab']) await ask([await sign(path, refused, nc)]);
    expect(mockUseNonce.mock.calls.map(([, count]) => count)).toEqual(['000000ab', '000000ab']);
  });

  test('a nonce that was used with this count is refused as stale', async () => {
    mockUseNonce.mockResolvedValueOnce(false);
    const again = await ask([await sign(path, await ask([]))]);
    expect([effect(again)[0], again.context?.challenge]).toEqual([
      'Deny',
      expect.stringContaining('stale=true'),
    ]);
  });
});
