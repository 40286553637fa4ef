import { invalid } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';
import { requireWellFormed } from '../request/well-formed.ts';
import type { Encoding } from './coercion.ts';
import { json } from './media-type.ts';

/** A request's body after parsing. */
export interface Parsed {
  parsed: { value: object; encoding: Encoding };
}

/**
 * Checks the parsed body and passes it on.
 *
 * @param asJson the encoding to assume for a JSON body
 * @throws 400 if the body is not an object, or contains text that DynamoDB cannot store
 */
export const bodyParser = (asJson: Encoding = 'json'): Middleware<Parsed> => ({
  before: ({ event, context }) => {
    const body: unknown = event.body;
    // PHP encodes an empty object as `[]`.
    const value = Array.isArray(body) && body.length === 0 ? {} : body;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalid([{ field: 'body', message: 'Must be an object' }]);
    requireWellFormed(value);
    context.parsed = { value, encoding: event.headers['content-type'] === json ? asJson : 'form' };
  },
});

/** The text fields of an object that has not been validated by a schema. */
export const textFields = (fields: object): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'));
