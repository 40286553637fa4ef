import type { APIGatewayProxyEvent } from 'aws-lambda';
import { failure, type HttpError } from '../errors/errors.ts';
import { jsonFault } from '../errors/json-fault.ts';
import type { Middleware } from '../middleware.ts';
import { header } from '../request/headers.ts';
import { markInexact } from '../request/well-formed.ts';

export const json = 'application/json';
export const form = 'application/x-www-form-urlencoded';

const acceptedTypes: readonly [RegExp, string][] = [
  [/^application\/(?:[\w.+-]+\+)?json$/i, json],
  [/^application\/x-www-form-urlencoded$/i, form],
];

/**
 * Sets the content type that the parsers read. An absent or blank body becomes an empty object.
 *
 * @throws 415 for a body that is neither JSON nor a form by its content type
 */
export const mediaType = (): Middleware => ({
  before: ({ event }) => {
    if (!event.body?.trim()) return makeBody(event, json, '{}');
    const given = header(event, 'content-type')?.split(';', 1)[0]?.trim() ?? '';
    const type = acceptedTypes.find(([pattern]) => pattern.test(given))?.[1];
    if (given === '')
      throw unsupportedMediaType(`The request has a body, but no Content-Type; send ${ofJson}`);
    if (type === form && isJsonObject(event.body))
      throw unsupportedMediaType(
        `The body is JSON, but its Content-Type says ${form}, as curl does by itself; send ${ofJson}`,
      );
    if (!type) throw unsupportedMediaType(`The content type must be ${json} or ${form}`);
    makeBody(event, type, event.body);
  },
});

const ofJson = 'the header Content-Type: application/json';

const unsupportedMediaType = (message: string): HttpError => failure(415, 'UNSUPPORTED_MEDIA_TYPE', message);

/**
 * Whether a text is a JSON object with at least one field, which no form looks like. `{}` does not count, as some
 * clients send `{}` as a form without fields.
 */
const isJsonObject = (text: string): boolean => /^\s*\{\s*"/.test(text) && jsonFault(text) === undefined;

/**
 * Sets the type and the text that the parsers read, instead of the client's header. Parsed numbers are as the client sent
 * them, or not finite.
 */
export function makeBody(event: APIGatewayProxyEvent, type: string, body: string): void {
  event.headers = { ...event.headers, 'content-type': type };
  event.body = type === json ? markInexact(body) : body;
}
