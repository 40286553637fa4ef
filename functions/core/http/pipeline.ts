import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { endingBy } from '#aws/deadline.ts';
import { Outcome, Unavailable } from '#domain/outcome.ts';
import { logError } from '#observability/log.ts';
import { type Count, counting } from '#observability/metrics.ts';
import { logging } from '#observability/request-log.ts';
import { readBody } from './body.ts';
import { coerce } from './coercion.ts';
import { fromError, fromOutcome, type HttpError, invalid } from './errors.ts';
import { type Check, faultsOf } from './validate.ts';

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** What it counts: stated where it happens, and not by an answer that is given again. */
  count?: Count;
}

/** How an API prints its answers and shows its errors, to the client of this request. */
export interface Style {
  print(answer: Answer, event: APIGatewayProxyEvent): Pick<APIGatewayProxyResult, 'body' | 'headers'>;
  /** @param thrown what made it an error: where it is a 500, nothing that a client should see */
  error(error: HttpError, event: APIGatewayProxyEvent, thrown: Error | null): Answer;
}

/** The middleware around every route: logging, errors, and the answer in the API's style. */
export const pipeline = (style: Style, handle: (event: APIGatewayProxyEvent) => Promise<Answer>) =>
  middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
    .use(logging())
    .use(errors(style))
    .handler(async (event, context: Partial<Context>) => {
      // Whoever calls a bundle by hand may have no clock to give.
      const left = context.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY;
      const answer = await endingBy(Date.now() + left, () => handle(event));
      return respond(style, event, answer);
    });

function respond(style: Style, event: APIGatewayProxyEvent, answer: Answer): APIGatewayProxyResult {
  const { body, headers } = style.print(answer, event);
  const own = {
    'X-Request-Id': event.requestContext.requestId,
    ...(answer.status === 503 && { 'Retry-After': '1' }),
  };
  const result = { statusCode: answer.status, headers: { ...own, ...headers, ...answer.headers }, body };
  return counting(result, answer.count);
}

/** Known errors become their answer; anything else is logged and answered without internals. */
function errors(style: Style): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error> {
  return {
    onError: (request) => {
      const { event, error } = request;
      const known = error instanceof Outcome ? fromOutcome(error) : undefined;
      const thrown = error instanceof Unavailable ? error.cause : error;
      if (!known) logError(event.requestContext.requestId, thrown);
      const answer = known ?? fromError(error);
      request.response = respond(style, event, {
        ...style.error(answer, event, thrown),
        count: answer.count,
      });
    },
  };
}

/**
 * The body in the schema's shape, validated.
 *
 * @throws 400 with one fault a field, 415
 */
export function readChecked(event: APIGatewayProxyEvent, check: Check): unknown {
  const { encoding, value } = readBody(event);
  const body = coerce(value, check.schema, encoding);
  const faults = faultsOf(check, body);
  if (faults.length > 0) throw invalid(faults);
  return body;
}
