import { gzipSync } from 'node:zlib';
import type { Api } from '../../../lib/local/gateway/api.ts';
import { AccessDenied } from '../../../lib/local/gateway/authorizer.ts';
import type { HttpRequest } from '../../../lib/local/gateway/event.ts';
import { makeGateway } from '../../../lib/local/gateway/gateway.ts';
import { GatewayError } from '../../../lib/local/gateway/gateway-response.ts';
import { makeApi, makeRequest, methodAt, response } from './fixture.ts';

function setUp(
  options: Partial<Parameters<typeof makeGateway>[0]> = {},
  invoke: (id: string, event: unknown) => unknown = () => ({ body: 'ok' }),
) {
  const reported: unknown[] = [];
  const called: string[] = [];
  const gateway = makeGateway({
    api: makeApi(),
    authorize: async () => ({ principalId: 'app', integrationLatency: 1 }),
    throttle: () => true,
    report: (error) => reported.push(error),
    invoke: async (id, event) => {
      called.push(id);
      return invoke(id, event);
    },
    ...options,
  });
  const send = async (changes: Partial<HttpRequest> = {}) => {
    const answer = await gateway(makeRequest(changes));
    return { ...answer, headers: Object.fromEntries(answer.headers), body: answer.body.toString() };
  };
  return { send, reported, called };
}

const authorized = (): Api =>
  makeApi({
    methods: [
      {
        ...methodAt('GET', '/lines/{lineId}', 'GetLine'),
        authorizer: { id: 'Key', type: 'TOKEN', function: 'KeyFunction', identitySources: [], ttl: 0 },
      },
    ],
    gatewayResponses: {
      ACCESS_DENIED: response({
        status: 401,
        headers: { 'WWW-Authenticate': 'context.authorizer.challenge' },
      }),
    },
  });

test('the gateway returns the function’s response, with the IDs of API Gateway', async () => {
  const { send } = setUp({}, (_id, event) => ({
    statusCode: 201,
    body: (event as { requestContext: { requestId: string } }).requestContext.requestId,
  }));
  const answer = await send();
  expect(answer).toMatchObject({ status: 201, function: 'GET /lines/{lineId}' });
  expect(answer.headers).toMatchObject({
    'x-amzn-RequestId': answer.body,
    'x-amz-apigw-id': expect.stringMatching(/=$/),
  });
});

test('the gateway gives the function a compressed body as text', async () => {
  const { send } = setUp({ api: { ...makeApi(), minimumCompressionSize: 1024 } }, (_id, event) => ({
    body: (event as { body: string }).body,
  }));
  const answer = await send({ rawHeaders: ['Content-Encoding', 'gzip'], body: gzipSync('{"name":"Shop"}') });
  expect(answer.body).toBe('{"name":"Shop"}');
});

test('the gateway returns 403 for an unknown route or method', async () => {
  const { send, called } = setUp();
  for (const change of [{ url: '/nope' }, { method: 'DELETE' }, { method: 'HEAD' }]) {
    await expect(send(change)).resolves.toMatchObject({
      status: 403,
      body: '{"message":"Missing Authentication Token"}',
    });
  }
  expect(called).toEqual([]);
});

test('the gateway puts the context of the authorizer into the event', async () => {
  const { send } = setUp({ api: authorized() }, (_id, event) => ({
    body: JSON.stringify((event as { requestContext: { authorizer: unknown } }).requestContext.authorizer),
  }));
  expect(JSON.parse((await send()).body)).toEqual({ principalId: 'app', integrationLatency: 1 });
});

test('the gateway gives the context of a denying authorizer to the gateway response', async () => {
  const authorize = async () => {
    throw new AccessDenied('No', { principalId: 'x', challenge: 'Digest n', integrationLatency: 0 });
  };
  const { send, called, reported } = setUp({ api: authorized(), authorize });
  await expect(send()).resolves.toMatchObject({ status: 401, headers: { 'WWW-Authenticate': 'Digest n' } });
  expect([called, reported]).toEqual([[], []]);
});

test('the gateway throttles before it authorizes', async () => {
  const authorize = jest.fn();
  const throttle = jest.fn(() => false);
  const { send } = setUp({ api: authorized(), authorize, throttle });
  await expect(send()).resolves.toMatchObject({ status: 429 });
  expect(throttle).toHaveBeenCalledWith('GET', '/lines/{lineId}');
  expect(authorize).not.toHaveBeenCalled();
});

test.each([
  ['throws', () => Promise.reject(new Error('boom'))],
  ['returns text', () => 'text'],
  ['returns nothing', () => undefined],
])('the gateway returns 502 for a function that %s, and reports the reason', async (_case, invoke) => {
  const { send, reported } = setUp({}, invoke);
  await expect(send()).resolves.toMatchObject({ status: 502, body: '{"message":"Internal server error"}' });
  expect(reported).toHaveLength(1);
});

test('the gateway returns 504 for a function that exceeds the timeout of the integration', async () => {
  const slow = methodAt('GET', '/lines/{lineId}');
  const api = makeApi({
    methods: [{ ...slow, integration: { type: 'lambda', function: 'Slow', timeout: 20 } }],
  });
  const { send } = setUp({ api }, () => new Promise(() => {}));
  await expect(send()).resolves.toMatchObject({
    status: 504,
    body: '{"message":"Endpoint request timed out"}',
  });
});

test('the gateway accepts a body of 10 MB, and returns 413 for a larger one', async () => {
  const { send, called } = setUp();
  const post = { method: 'POST', url: '/apps' };
  await expect(send({ ...post, body: Buffer.alloc(10 * 1024 * 1024 + 1) })).resolves.toMatchObject({
    status: 413,
  });
  expect(called).toEqual([]);
  await expect(send({ ...post, body: Buffer.alloc(10 * 1024 * 1024) })).resolves.toMatchObject({
    status: 200,
  });
});

test('the gateway returns 413 for an event that is too large for Lambda', async () => {
  const { send } = setUp({}, () => {
    throw new GatewayError('REQUEST_TOO_LARGE');
  });
  await expect(send()).resolves.toMatchObject({ status: 413 });
});

test('the gateway accepts 10240 bytes of request line and header values, and returns 431 for more', async () => {
  const { send } = setUp();
  const size = 10_240 - 'GET/lines/1'.length;
  await expect(send({ rawHeaders: ['Name-does-not-count', 'x'.repeat(size)] })).resolves.toMatchObject({
    status: 200,
  });
  await expect(send({ rawHeaders: ['A', 'x'.repeat(size), 'B', 'x'] })).resolves.toMatchObject({
    status: 431,
  });
});

test('the gateway answers a preflight request from the template', async () => {
  const api = makeApi({
    methods: [
      {
        ...methodAt('OPTIONS', '/vault'),
        integration: {
          type: 'mock',
          templates: { 'application/json': '{ statusCode: 204 }' },
          strict: false,
          responses: [
            { status: '500', headers: {}, body: '' },
            { status: '204', headers: { 'Access-Control-Allow-Origin': "'*'" }, body: '' },
          ],
        },
      },
    ],
  });
  const { send, called } = setUp({ api });
  await expect(send({ method: 'OPTIONS', url: '/vault' })).resolves.toMatchObject({
    status: 204,
    headers: { 'Access-Control-Allow-Origin': '*' },
    body: '',
  });
  expect(called).toEqual([]);
});

describe('a mock integration', () => {
  const refusing = (over: object) =>
    makeApi({
      stageVariables: { otherUrl: 'https://other.example' },
      gatewayResponses: {},
      methods: [
        {
          ...methodAt('ANY', '/vault'),
          integration: {
            type: 'mock',
            templates: { 'application/json': '{"statusCode":405}', 'text/plain': '{"statusCode":405}' },
            strict: true,
            responses: [
              {
                status: '405',
                headers: { Allow: "'GET, HEAD'", 'X-Request-Id': 'context.requestId', 'X-No': 'context.no' },
                body: '{"at":"$stageVariables.otherUrl/{id}"}\n',
              },
            ],
            ...over,
          },
        },
      ],
    });
  const patch = (rawHeaders: string[], over = {}) =>
    setUp({ api: refusing(over) }).send({
      method: 'PATCH',
      url: '/vault',
      rawHeaders,
      body: Buffer.from('x'),
    });

  test.each([[[]], [['content-type', 'Application/JSON; charset=utf-8']], [['Content-Type', 'text/plain']]])(
    'a mock integration answers a body of any media type for which it has a template: %j',
    async (rawHeaders) => {
      const answer = await patch(rawHeaders);
      expect(answer).toMatchObject({
        status: 405,
        headers: { Allow: 'GET, HEAD', 'X-Request-Id': answer.headers['x-amzn-RequestId'] },
        body: '{"at":"https://other.example/{id}"}\n',
      });
      expect(answer.headers).not.toHaveProperty('X-No');
    },
  );

  test('a mock integration returns 415 for another media type if it is strict, and 500 otherwise', async () => {
    for (const type of ['text/csv', 'constructor']) {
      const rawHeaders = ['content-type', type];
      await expect(patch(rawHeaders)).resolves.toMatchObject({ status: 415 });
      await expect(patch(rawHeaders, { strict: false })).resolves.toMatchObject({ status: 500 });
    }
  });

  test('a mock integration returns 502 and reports an error if its body needs the Velocity language', async () => {
    const responses = [{ status: '405', headers: {}, body: '{"id":"$input.params(\'id\')"}' }];
    const { send, reported } = setUp({ api: refusing({ responses }) });
    await expect(send({ method: 'PATCH', url: '/vault' })).resolves.toMatchObject({ status: 502 });
    expect(String(reported[0])).toContain('Velocity');
  });
});
