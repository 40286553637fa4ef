import { printJson } from '#basics/print-json.ts';
import type { AnswerStyle } from './answer.ts';
import { named } from './errors.ts';
import { identity } from './identity.ts';
import { pathIds } from './path-parameters.ts';
import { pipeline } from './pipeline.ts';
import { knownQuery, strict } from './unknown.ts';
import { wellFormedQuery } from './well-formed.ts';

/**
 * The pipeline of a route of the merchants' API, such as `POST /merchants/{merchantId}/users`. Path parameters are
 * ids; a malformed id is a 404. Unknown fields and query parameters are ignored, and named in `Florin-Ignored`.
 *
 * @param query the query parameters that the route knows
 */
export const merchantsApi = <Route extends string>(route: Route, query: readonly string[] = []) =>
  pipeline(style).use(identity()).use(pathIds(route)).use(wellFormedQuery()).use(knownQuery(query));

/** The same for a route that only Florin has: unknown fields and query parameters are a 400. */
export const florinApi = <Route extends string>(route: Route, query: readonly string[] = []) =>
  pipeline(style)
    .use(identity())
    .use(pathIds(route))
    .use(strict())
    .use(wellFormedQuery())
    .use(knownQuery(query));

const style: AnswerStyle = {
  print: ({ body = '' }) =>
    // A text is none of JSON: the handler says what it is.
    typeof body === 'string'
      ? { body }
      : { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: print(body) },
  error: named,
};

/**
 * JSON that ends in a newline. A list has a line for each item: an existing client reads lists line by line, and
 * leaves out lone brackets.
 */
function print(body: unknown): string {
  if (!Array.isArray(body)) return `${printJson(body)}\n`;
  const items = body.map((item) => printJson(item));
  return `[\n${items.join(',\n')}${items.length > 0 ? '\n' : ''}]\n`;
}
