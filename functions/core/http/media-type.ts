import type { APIGatewayProxyEvent } from 'aws-lambda';
import { failure } from './errors.ts';
import { header } from './headers.ts';
import type { Middleware } from './middleware.ts';

export const json = 'application/json';
export const form = 'application/x-www-form-urlencoded';

const accepted: readonly [RegExp, string][] = [
  [/^application\/(?:[\w.+-]+\+)?json$/i, json],
  [/^application\/x-www-form-urlencoded$/i, form],
];

/**
 * Says what the body is as the parsers expect to read it. No body is an empty object. @throws 415 for any other type
 */
export const mediaType = (): Middleware => ({
  before: ({ event }) => {
    if (!event.body?.trim()) return makeBody(event, json, '{}');
    const given = header(event, 'content-type')?.split(';', 1)[0]?.trim() ?? '';
    const type = accepted.find(([pattern]) => pattern.test(given))?.[1];
    if (!type) throw failure(415, 'UNSUPPORTED_MEDIA_TYPE', `The content type must be ${json} or ${form}`);
    makeBody(event, type, event.body);
  },
});

/** Sets the type and the text that the parsers will find, whatever the client's headers say. */
export function makeBody(event: APIGatewayProxyEvent, type: string, body: string): void {
  event.headers = { ...event.headers, 'content-type': type };
  event.body = body;
}
