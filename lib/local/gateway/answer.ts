import type { Api } from './api.ts';
import { isBinary } from './event.ts';

/** The HTTP response. */
export interface Answer {
  status: number;
  /** The headers in order; a name with several values occurs several times. */
  headers: [name: string, value: string][];
  body: Buffer;
}

/** Thrown if a proxy integration may not return such a result. */
export class MalformedResult extends Error {}

/**
 * Header names that API Gateway reserves. If a proxy integration returns one, API Gateway renames it ("Amazon API
 * Gateway important notes", REST APIs). `Transfer-Encoding` is dropped.
 */
const renamed = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-md5',
  'date',
  'expect',
  'host',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'trailer',
  'upgrade',
  'user-agent',
  'www-authenticate',
]);

/** Makes the response from a function's result behind a proxy integration. */
export function answerOf(result: unknown, api: Api, accept = ''): Answer {
  const { statusCode = 200, headers, multiValueHeaders, body, isBase64Encoded } = check(result);
  const merged = renameHeaders(mergeHeaders(headers ?? {}, multiValueHeaders ?? {}));
  if (!merged.some(([name]) => name.toLowerCase() === 'content-type')) {
    merged.push(['Content-Type', 'application/json']);
  }
  // API Gateway decodes Base64 only if the first media type in the client's `Accept` is a binary one.
  const asked = isBinary(accept.split(',')[0] ?? '', api.binaryMediaTypes);
  return {
    status: Number(statusCode),
    headers: merged,
    body: Buffer.from(body ?? '', isBase64Encoded && asked ? 'base64' : 'utf8'),
  };
}

type Value = string | number | boolean;

interface Result {
  statusCode?: number | string;
  headers?: Record<string, Value> | null;
  multiValueHeaders?: Record<string, Value[]> | null;
  body?: string | null;
  isBase64Encoded?: boolean;
}

/** The fields that API Gateway accepts; all are optional. */
const checks: Record<keyof Result, (value: unknown) => boolean> = {
  statusCode: (value) => /^[1-5]\d\d$/.test(String(value)),
  headers: (value) => isRecord(value) && Object.values(value).every(isValue),
  multiValueHeaders: (value) =>
    isRecord(value) && Object.values(value).every((list) => Array.isArray(list) && list.every(isValue)),
  body: (value) => typeof value === 'string',
  isBase64Encoded: (value) => typeof value === 'boolean',
};

function check(result: unknown): Result {
  if (!isRecord(result)) throw new MalformedResult('The function returned no object');
  for (const [name, value] of Object.entries(result)) {
    if (!Object.hasOwn(checks, name))
      throw new MalformedResult(`The function returned an unknown field, ${name}`);
    const good = value === null ? name !== 'statusCode' : checks[name as keyof Result](value);
    if (!good) throw new MalformedResult(`The function returned a ${name} that is not valid`);
  }
  return result;
}

/** Merges both lists of headers. A pair that is in both occurs once, as AWS documents. */
function mergeHeaders(
  headers: Record<string, Value>,
  multiValueHeaders: Record<string, Value[]>,
): Answer['headers'] {
  const multiple = Object.entries(multiValueHeaders).flatMap(([name, values]) =>
    values.map((value) => [name, String(value)] as [string, string]),
  );
  const single = Object.entries(headers)
    .map(([name, value]) => [name, String(value)] as [string, string])
    .filter(([name, value]) => !multiple.some(([other, text]) => other === name && text === value));
  return [...single, ...multiple];
}

function renameHeaders(headers: Answer['headers']): Answer['headers'] {
  return headers
    .filter(([name]) => name.toLowerCase() !== 'transfer-encoding')
    .map(([name, value]) => [renamed.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name, value]);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isValue = (value: unknown): value is Value => ['string', 'number', 'boolean'].includes(typeof value);
