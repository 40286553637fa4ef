import { printJson } from '#basics/print-json.ts';
import type { Caller } from '#domain/caller.ts';
import { logError } from '#observability/log.ts';
import type { AnswerStyle } from '../answer/answer.ts';
import { noStoreHeader } from '../answer/answers.ts';
import { knownQuery, strict } from '../body/unknown-fields.ts';
import { withErrorName } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';
import { identity } from '../request/identity.ts';
import { pathIds } from '../request/path-parameters.ts';
import { wellFormedQuery } from '../request/well-formed.ts';
import { pipeline } from './pipeline.ts';

/**
 * The pipeline of a route of the merchants' API, such as `POST /merchants/{merchantId}/users`. Path parameters are
 * ids; a malformed id is a 404. Unknown fields and query parameters are ignored, and named in `Florin-Ignored`.
 *
 * @param query the query parameters that the route knows
 */
export const merchantsApi = <Route extends string>(route: Route, query: readonly string[] = []) =>
  pipeline(style, [answerStatus()])
    .use(identity())
    .use(pathIds(route))
    .use(wellFormedQuery())
    .use(knownQuery(query));

/** The pipeline of a route beyond the specification: the route answers 400 to unknown fields and query parameters. */
export const florinApi = <Route extends string>(route: Route, query: readonly string[] = []) =>
  pipeline(style, [answerStatus()])
    .use(identity())
    .use(pathIds(route))
    .use(strict())
    .use(wellFormedQuery())
    .use(knownQuery(query));

const style: AnswerStyle = {
  print: ({ body = '' }) =>
    // The handler prints a text itself, and names its content type.
    typeof body === 'string'
      ? { headers: noStoreHeader, body }
      : {
          headers: { ...noStoreHeader, 'Content-Type': 'application/json; charset=utf-8' },
          body: print(body),
        },
  error: withErrorName,
};

/**
 * Prints JSON that ends in a newline. A list has a line for each item: an existing client reads lists line by line, and
 * skips lines with lone brackets.
 */
function print(body: unknown): string {
  if (!Array.isArray(body)) return `${printJson(body)}\n`;
  const items = body.map((item) => printJson(item));
  return `[\n${items.join(',\n')}${items.length > 0 ? '\n' : ''}]\n`;
}

/**
 * Passes the status of the answer to the use case that asked for it. A failure there does not change the answer, as
 * the effect of the request is already stored.
 */
function answerStatus(): Middleware<{ caller?: Caller }> {
  const reportStatus: Middleware<{ caller?: Caller }>['after'] = async ({ event, context, response }) => {
    const { caller } = context;
    if (!caller || caller.kind === 'app' || !response) return;
    await caller.request?.onAnswer?.(response.statusCode).catch((error) => {
      logError(event.requestContext.requestId, error);
    });
  };
  return { after: reportStatus, onError: reportStatus };
}
