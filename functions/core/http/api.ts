import { type Id, isId } from '#domain/id.ts';
import { NotFound } from '#domain/outcome.ts';
import { printJson } from '#domain/print-json.ts';
import { type OnceRequest, readOnce } from '#idempotency/request.ts';
import { named } from './errors.ts';
import { type Answer, pipeline, readChecked, type Style } from './pipeline.ts';
import type { Check } from './validate.ts';
import { requireWellFormed } from './well-formed.ts';

/** What a handler gets: who calls, and what they ask for, validated. */
export interface Call<Body = undefined> {
  /** The calling app; empty on routes without credentials. */
  appId: Id;
  /** The ids in the path, well-formed. */
  params: Record<string, Id>;
  query: Record<string, string | undefined>;
  body: Body;
  once?: OnceRequest;
  /** Where the request came from, as API Gateway saw it. */
  sourceIp: string;
}

/**
 * JSON that ends in a newline. A list has a line for each item: an existing client reads lists line by line, and
 * leaves out lone brackets.
 */
const print = (body: unknown): string => {
  if (!Array.isArray(body)) return `${printJson(body)}\n`;
  const items = body.map((item) => printJson(item));
  return `[\n${items.join(',\n')}${items.length > 0 ? '\n' : ''}]\n`;
};

const style: Style = {
  print: ({ body }) =>
    body === undefined
      ? { body: '' }
      : { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: print(body) },
  error: named,
};

/**
 * Wraps a route of the merchants' API: checks the ids in its path (a malformed one is a 404) and its body, and
 * turns what the handler returns or throws into the contract's answers.
 */
export const api = <Body = undefined>(handle: (call: Call<Body>) => Promise<Answer>, check?: Check) =>
  pipeline(style, async (event) => {
    const params = (event.pathParameters ?? {}) as Record<string, string>;
    if (!Object.values(params).every(isId)) throw new NotFound();
    requireWellFormed(event.queryStringParameters ?? {});
    const body = check && (readChecked(event, check) as Body);
    return handle({
      appId: event.requestContext.authorizer?.principalId ?? '',
      params,
      query: event.queryStringParameters ?? {},
      body: body as Body,
      once: event.httpMethod === 'POST' ? readOnce(event, body) : undefined,
      sourceIp: event.requestContext.identity.sourceIp,
    });
  });
