import { deflateSync, gzipSync } from 'node:zlib';
import type { Answer } from './answer.ts';
import type { Api } from './api.ts';

/** The content codings that API Gateway offers. Brotli is not among them. */
const codings: [name: string, compress: (body: Buffer) => Buffer][] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
];

/** Compresses an answer if the client's `Accept-Encoding` names a coding. A missing header or `*` asks for none. */
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
