import { makeContext } from '../../../lib/local/gateway/event.ts';
import {
  GatewayError,
  type GatewayResponseType,
  gatewayAnswer,
} from '../../../lib/local/gateway/gateway-response.ts';
import { makeApi, makeRequest, response } from './fixture.ts';

function answerTo(
  error: GatewayError | GatewayResponseType,
  gatewayResponses = {},
  { authorizer = {}, rawHeaders = [] as string[] } = {},
) {
  const api = makeApi({ gatewayResponses });
  const request = makeRequest({ url: '/x?q=1', rawHeaders });
  const context = { ...makeContext(request, api), requestId: 'id-1', authorizer };
  const answer = gatewayAnswer(
    typeof error === 'string' ? new GatewayError(error) : error,
    api,
    request,
    context,
  );
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: answer.body.toString() };
}

test.each([
  ['MISSING_AUTHENTICATION_TOKEN', 403, '{"message":"Missing Authentication Token"}'],
  ['UNAUTHORIZED', 401, '{"message":"Unauthorized"}'],
  ['ACCESS_DENIED', 403, '{"message":"User is not authorized to access this resource"}'],
  ['THROTTLED', 429, '{"message":"Too Many Requests"}'],
  ['REQUEST_TOO_LARGE', 413, '{"message":"Request Too Long"}'],
  ['INTEGRATION_TIMEOUT', 504, '{"message":"Endpoint request timed out"}'],
  ['DEFAULT_5XX', 502, '{"message":"Internal server error"}'],
  ['AUTHORIZER_FAILURE', 500, '{"message":null}'],
] as const)('%s has the status %i unless customised', (type, status, body) => {
  expect(answerTo(type)).toMatchObject({ status, body, headers: { 'Content-Type': 'application/json' } });
});

test('a customised gateway response has its own status, headers and body', () => {
  const answer = answerTo(
    'MISSING_AUTHENTICATION_TOKEN',
    {
      MISSING_AUTHENTICATION_TOKEN: response({
        status: 404,
        headers: {
          'content-type': "'application/json; charset=utf-8'",
          'X-Request-Id': 'context.requestId',
          'X-Static': "'it''s'",
          'X-Sent': 'method.request.header.x-sent',
          'X-Query': 'method.request.querystring.q',
          'X-Ip': 'context.identity.sourceIp',
          'X-Nothing': 'context.authorizer.nothing',
        },
        templates: {
          'application/json':
            '{"type":"$context.error.responseType","m":$context.error.messageString,"t":"$context.error.message","id":"$context.requestId.","no":"$context.nothing"}',
        },
      }),
    },
    { rawHeaders: ['X-Sent', 'yes'] },
  );
  expect(answer.status).toBe(404);
  expect(answer.headers).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'X-Request-Id': 'id-1',
    'X-Static': "it''s",
    'X-Sent': 'yes',
    'X-Query': '1',
    'X-Ip': '203.0.113.7',
    'x-amzn-ErrorType': 'MissingAuthenticationTokenException',
  });
  expect(JSON.parse(answer.body)).toEqual({
    type: 'MISSING_AUTHENTICATION_TOKEN',
    m: 'Missing Authentication Token',
    t: 'Missing Authentication Token',
    id: 'id-1.',
    no: '',
  });
});

test('the context of the authorizer reaches headers and body', () => {
  const answer = answerTo(
    'ACCESS_DENIED',
    {
      ACCESS_DENIED: response({
        status: 401,
        headers: { 'WWW-Authenticate': 'context.authorizer.challenge' },
        templates: { 'application/json': '$context.authorizer.why' },
      }),
    },
    { authorizer: { challenge: 'Digest nonce="n"', why: 'stale' } },
  );
  expect(answer).toMatchObject({
    status: 401,
    headers: { 'WWW-Authenticate': 'Digest nonce="n"' },
    body: 'stale',
  });
});

test('an uncustomised gateway response uses the template, and the status if set, of its class’s default', () => {
  const defaults = {
    DEFAULT_4XX: response({ templates: { 'application/json': '4: $context.error.message' } }),
    DEFAULT_5XX: response({ status: 500, templates: { 'application/json': '5' } }),
  };
  expect(answerTo('THROTTLED', defaults)).toMatchObject({ status: 429, body: '4: Too Many Requests' });
  expect(answerTo('INTEGRATION_TIMEOUT', defaults)).toMatchObject({ status: 500, body: '5' });
  expect(answerTo(new GatewayError('DEFAULT_4XX', 'Long', 431), defaults)).toMatchObject({
    status: 431,
    body: '4: Long',
  });
});

test('a template for the media type that the client accepts takes precedence over the JSON template', () => {
  const THROTTLED = response({ templates: { 'application/json': 'j', 'text/plain': 't' } });
  expect(answerTo('THROTTLED', { THROTTLED }, { rawHeaders: ['accept', 'text/plain;q=1'] })).toMatchObject({
    body: 't',
    headers: { 'Content-Type': 'text/plain' },
  });
  for (const accept of ['text/html', 'constructor', '__proto__'])
    expect(answerTo('THROTTLED', { THROTTLED }, { rawHeaders: ['accept', accept] }).body).toBe('j');
});
