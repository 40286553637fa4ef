import { deflateSync, gzipSync } from 'node:zlib';
import type { Answer } from './answer.ts';
import type { Api } from './api.ts';

/** The codings that API Gateway has. It knows no Brotli. */
const codings: [name: string, compress: (body: Buffer) => Buffer][] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
];

/** A header that nobody sent, or `*`, asks for nothing. */
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
