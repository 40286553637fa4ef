import { printJson } from '#domain/print-json.ts';
import type { AnswerStyle } from './answer.ts';
import { named } from './errors.ts';
import { identity } from './identity.ts';
import { pathIds } from './path-parameters.ts';
import { pipeline } from './pipeline.ts';
import { wellFormedQuery } from './well-formed.ts';

/**
 * The pipeline of a route of the merchants' API: `POST /merchants/{merchantId}/users`. What stands in its path are ids;
 * a malformed one is a 404.
 */
export const merchantsApi = <Route extends string>(route: Route) =>
  pipeline(style).use(identity()).use(pathIds(route)).use(wellFormedQuery());

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
