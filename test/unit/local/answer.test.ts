import { answerOf, MalformedResult } from '../../../lib/local/gateway/answer.ts';
import { makeApi } from './fixture.ts';

const api = makeApi();
const headersOf = (result: object) => answerOf(result, api).headers;

test('answerOf takes status, headers and body from the result', () => {
  const answer = answerOf(
    { statusCode: 201, headers: { 'Content-Type': 'text/plain', 'X-N': 5 }, body: 'hé' },
    api,
  );
  expect(answer).toEqual({
    status: 201,
    headers: [
      ['Content-Type', 'text/plain'],
      ['X-N', '5'],
    ],
    body: Buffer.from('hé'),
  });
});

test('answerOf gives status 200, the type JSON and no body for an empty result', () => {
  expect(answerOf({}, api)).toEqual({
    status: 200,
    headers: [['Content-Type', 'application/json']],
    body: Buffer.alloc(0),
  });
});

test('answerOf merges both lists of headers, and keeps an equal pair once', () => {
  const headers = headersOf({
    headers: { 'Content-Type': 'a', A: '1', B: '2' },
    multiValueHeaders: { A: ['1', '3'], C: ['4', '5'] },
  });
  expect(headers).toEqual([
    ['Content-Type', 'a'],
    ['B', '2'],
    ['A', '1'],
    ['A', '3'],
    ['C', '4'],
    ['C', '5'],
  ]);
});

test.each([
  'Authorization',
  'Connection',
  'Content-Length',
  'Content-MD5',
  'Date',
  'Expect',
  'Host',
  'Max-Forwards',
  'Proxy-Authenticate',
  'Server',
  'Trailer',
  'Upgrade',
  'User-Agent',
  'WWW-Authenticate',
  'www-authenticate',
])('answerOf renames the header %s, as API Gateway does', (name) => {
  const headers = headersOf({ headers: { [name]: 'x' }, multiValueHeaders: { [name]: ['y'] } });
  expect(headers.filter(([, value]) => 'xy'.includes(value))).toEqual([
    [`x-amzn-Remapped-${name}`, 'x'],
    [`x-amzn-Remapped-${name}`, 'y'],
  ]);
});

test('answerOf drops Transfer-Encoding, and keeps the names of other headers', () => {
  const headers = headersOf({ headers: { 'transfer-encoding': 'chunked', 'Retry-After': '1', Via: 'x' } });
  expect(headers.map(([name]) => name)).toEqual(['Retry-After', 'Via', 'Content-Type']);
});

test('answerOf decodes base64 for clients that accept a binary media type, and keeps base64 for others', () => {
  const result = { body: 'AP+A', isBase64Encoded: true };
  expect(answerOf(result, api, 'image/png').body).toEqual(Buffer.from([0, 255, 128]));
  expect(answerOf(result, api, 'text/html,image/png').body).toEqual(Buffer.from('AP+A'));
  expect(answerOf({ ...result, isBase64Encoded: false }, api, 'image/png').body).toEqual(Buffer.from('AP+A'));
});

test.each<unknown>([
  undefined,
  null,
  'text',
  [],
  { statusCode: 'ok' },
  { statusCode: 99 },
  { statusCode: null },
  { body: { an: 'object' } },
  { headers: { a: { b: 1 } } },
  { headers: [] },
  { multiValueHeaders: { a: 'not a list' } },
  { isBase64Encoded: 'yes' },
  { statusCode: 200, extra: 1 },
  { statusCode: 200, constructor: 1 },
])('answerOf refuses %j as malformed', (result) => {
  expect(() => answerOf(result, api)).toThrow(MalformedResult);
});
