import { deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import type { Answer } from './answer.ts';
import type { Api } from './api.ts';
import { type HttpRequest, lastOf, multiValueHeadersOf } from './event.ts';
import { GatewayError } from './gateway-response.ts';

/** The content codings that API Gateway offers. Brotli is not among them. */
const codings: [name: string, compress: (body: Buffer) => Buffer][] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
];

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Buffer;

const decoders = new Map<string, Decoder>([
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['identity', (body) => body],
]);

/**
 * Decodes the body as its `Content-Encoding` says.
 *
 * @param longest the largest body, in bytes
 * @throws GatewayError 415 for another coding, and for a body that is not in the coding; 413 for a larger body
 */
export function decompress(request: HttpRequest, api: Api, longest: number): HttpRequest {
  const coding = lastOf(multiValueHeadersOf(request), 'content-encoding')?.trim().toLowerCase();
  if (!coding || api.minimumCompressionSize === undefined || request.body.length === 0) return request;
  try {
    const body = decoders.get(coding)?.(request.body, { maxOutputLength: longest });
    if (body) return { ...request, body };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new GatewayError('REQUEST_TOO_LARGE', 'Request Entity Too Large');
  }
  throw new GatewayError('UNSUPPORTED_MEDIA_TYPE');
}

/**
 * Compresses an answer if the client's `Accept-Encoding` names a coding. A missing header or `*` asks for no
 * compression.
 */
export function compress(answer: Answer, api: Api, acceptEncoding = ''): Answer {
  const { minimumCompressionSize: minimum } = api;
  const encoded = answer.headers.some(([name]) => name.toLowerCase() === 'content-encoding');
  if (minimum === undefined || answer.body.length < minimum || encoded) return answer;
  const coding = codings.find(([name]) => accepts(acceptEncoding, name));
  if (!coding) return answer;
  const [name, compressed] = coding;
  return {
    ...answer,
    headers: [...answer.headers, ['Content-Encoding', name]],
    body: compressed(answer.body),
  };
}

const accepts = (acceptEncoding: string, coding: string): boolean =>
  acceptEncoding
    .toLowerCase()
    .split(',')
    .map((item) => item.split(';').map((part) => part.trim()))
    .some(
      ([name, ...parameters]) => name === coding && !parameters.some((text) => /^q=0(\.0*)?$/.test(text)),
    );
