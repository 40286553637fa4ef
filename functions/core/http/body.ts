import type { APIGatewayProxyEvent } from 'aws-lambda';
import { failure, invalid } from './errors.ts';
import { requireWellFormed, requireWellFormedForm } from './well-formed.ts';

/** What a body was written in; forms carry everything as text. */
export type Encoding = 'json' | 'form';

const mediaTypes: readonly [RegExp, Encoding][] = [
  [/^application\/(?:[\w.+-]+\+)?json$/i, 'json'],
  [/^application\/x-www-form-urlencoded$/i, 'form'],
];

/** A header's value, whatever the case of its name. */
export function header({ headers }: Pick<APIGatewayProxyEvent, 'headers'>, name: string): string | undefined {
  const found = Object.keys(headers ?? {}).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : (headers[found] ?? undefined);
}

/**
 * The request's body as an object. No body is an empty object, whatever the content type says.
 *
 * @throws 413 for a body that is too large, 415 for a media type that is not accepted, 400 for text that does not
 *   parse or is no object
 */
export function readBody(event: APIGatewayProxyEvent): {
  encoding: Encoding;
  value: Record<string, unknown>;
} {
  const text = textOf(event).replace(/^\uFEFF/, ''); // some clients send a byte order mark
  const type = header(event, 'content-type')?.split(';', 1)[0]?.trim() ?? '';
  const encoding = mediaTypes.find(([pattern]) => pattern.test(type))?.[1];
  if (text.trim() === '') return { encoding: encoding ?? 'json', value: {} };
  if (!encoding)
    throw failure(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'The content type must be application/json or application/x-www-form-urlencoded',
    );
  return { encoding, value: encoding === 'json' ? parseJson(text) : parseForm(text) };
}

/** @throws 413 for a body of more than {@link largest} bytes */
export function textOf({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > largest)
    throw failure(413, 'REQUEST_TOO_LARGE', `A body can have at most ${largest} bytes`);
  return bytes.toString();
}

/** Room for the 50 KB of free-form data, however it is escaped, and for all else. */
const largest = 256 * 1024;

export function parseJson(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid([{ field: 'body', message: 'Must be JSON' }]);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid([{ field: 'body', message: 'Must be an object' }]);
  requireWellFormed(value);
  return value as Record<string, unknown>;
}

type Node = Record<string, unknown>;

/** Brackets nest, `company[country]=DK`; of a repeated name the last one counts. */
function parseForm(text: string): Node {
  requireWellFormedForm(text);
  const root: Node = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = /^[^[\]]+(\[[^[\]]+\])+$/.test(name) ? name.slice(0, -1).split(/\]?\[/) : [name];
    const last = path.pop() as string;
    const parent = path.reduce<Node>((node, key) => {
      if (typeof node[key] !== 'object') node[key] = Object.create(null);
      return node[key] as Node;
    }, root);
    parent[last] = value;
  }
  requireWellFormed(root);
  return root;
}
