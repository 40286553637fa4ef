import type { Encoding } from './coercion.ts';
import { invalid } from './errors.ts';
import { json } from './media-type.ts';
import type { Middleware } from './middleware.ts';
import { requireWellFormed } from './well-formed.ts';

/** A request's body as its parser leaves it. */
export interface Parsed {
  parsed: { value: object; encoding: Encoding };
}

/** Takes over the body from its parser. @throws 400 where it is no object, or holds what cannot be kept */
export const parsed = (): Middleware<Parsed> => ({
  before: ({ event, context }) => {
    const body: unknown = event.body;
    // PHP writes an empty object like this.
    const value = Array.isArray(body) && body.length === 0 ? {} : body;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalid([{ field: 'body', message: 'Must be an object' }]);
    requireWellFormed(value);
    context.parsed = { value, encoding: event.headers['content-type'] === json ? 'json' : 'form' };
  },
});

/** The fields of an object that are text, for who has no schema of it. */
export const textFields = (fields: object): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'));
