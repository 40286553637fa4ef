import type { APIGatewayProxyEvent } from 'aws-lambda';
import { parse } from 'picoquery';
import { failure, invalid } from './errors.ts';

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
 * @throws 415 for a media type that is not accepted, 400 for text that does not parse or is no object
 */
export function readBody(event: APIGatewayProxyEvent): {
  encoding: Encoding;
  value: Record<string, unknown>;
} {
  const text = event.isBase64Encoded
    ? Buffer.from(event.body ?? '', 'base64').toString()
    : (event.body ?? '');
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

function parseJson(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid([{ field: 'body', message: 'Must be JSON' }]);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid([{ field: 'body', message: 'Must be an object' }]);
  return value as Record<string, unknown>;
}

/** Brackets nest: `company[country]=DK`. */
const parseForm = (text: string): Record<string, unknown> =>
  parse(text, { nesting: true, nestingSyntax: 'index', arrayRepeat: false }) as Record<string, unknown>;
