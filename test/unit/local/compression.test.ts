import { deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import type { Answer } from '../../../lib/local/gateway/answer.ts';
import { compress, decompress } from '../../../lib/local/gateway/compression.ts';
import { makeApi, makeRequest } from './fixture.ts';

const api = { ...makeApi(), minimumCompressionSize: 10 };
const answer: Answer = { status: 200, headers: [], body: Buffer.from('0123456789') };
const codingOf = ({ headers }: Answer) => headers.find(([name]) => name === 'Content-Encoding')?.[1];

test('compress uses gzip or deflate if the client accepts it', () => {
  const gzipped = compress(answer, api, 'br;q=1.0, gzip, deflate');
  expect(codingOf(gzipped)).toBe('gzip');
  expect(gunzipSync(gzipped.body)).toEqual(answer.body);
  const deflated = compress(answer, api, 'gzip;q=0, deflate');
  expect(codingOf(deflated)).toBe('deflate');
  expect(inflateSync(deflated.body)).toEqual(answer.body);
});

test.each([undefined, '*', 'br', 'identity', 'gzip;q=0'])(
  'compress leaves a response alone for Accept-Encoding %s',
  (accept) => {
    expect(compress(answer, api, accept)).toBe(answer);
  },
);

test('compress leaves alone a response that is small, already encoded, or by an API without compression', () => {
  const small = { ...answer, body: Buffer.from('012345678') };
  expect(compress(small, api, 'gzip')).toBe(small);
  const encoded = { ...answer, headers: [['content-encoding', 'br']] as Answer['headers'] };
  expect(compress(encoded, api, 'gzip')).toBe(encoded);
  expect(compress(answer, makeApi(), 'gzip')).toBe(answer);
});

const body = Buffer.from('{"name":"Shop"}');
const sent = (coding: string, bytes: Buffer) =>
  makeRequest({ method: 'POST', rawHeaders: ['Content-Encoding', coding], body: bytes });

test.each([
  ['gzip', gzipSync(body)],
  ['GZIP', gzipSync(body)],
  ['deflate', deflateSync(body)],
  ['identity', body],
])('decompress decodes a body in %s', (coding, bytes) => {
  expect(decompress(sent(coding, bytes), api, 100).body).toEqual(body);
});

test.each([
  ['of another coding', 'br', body, 'UNSUPPORTED_MEDIA_TYPE'],
  ['that is not in its coding', 'gzip', body, 'UNSUPPORTED_MEDIA_TYPE'],
  ['of a name that every object has', 'constructor', body, 'UNSUPPORTED_MEDIA_TYPE'],
  ['that is too large', 'gzip', gzipSync(Buffer.alloc(101)), 'REQUEST_TOO_LARGE'],
])('decompress refuses a body %s', (_, coding, bytes, type) => {
  expect(() => decompress(sent(coding, bytes), api, 100)).toThrow(expect.objectContaining({ type }));
});

test('decompress returns unchanged an empty body, one without a coding, and that of an API without compression', () => {
  for (const [request, of] of [
    [sent('gzip', Buffer.alloc(0)), api],
    [makeRequest({ body }), api],
    [sent('gzip', body), makeApi()],
  ] as const)
    expect(decompress(request, of, 100)).toBe(request);
});
