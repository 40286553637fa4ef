import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { Outcome, QuotaUsedUp, Unavailable } from '#domain/outcome.ts';
import { logError } from '#observability/log.ts';
import { withCounts } from '#observability/metrics.ts';
import { ignoredHeader, type Strictness } from '../body/unknown-fields.ts';
import { fromError, fromOutcome, fromParser } from '../errors/errors.ts';
import type { Middleware } from '../middleware.ts';
import type { Answer, AnswerStyle } from './answer.ts';

/**
 * Prints the handler's answer in the API's style. A known error has its own answer. Every other error is logged, and
 * the client gets a 500 without internal details.
 */
export const answers = (style: AnswerStyle): Middleware<Strictness> => ({
  after: (request) => {
    request.response = print(style, request, request.response);
  },
  onError: (request) => {
    const { event, error } = request;
    const answer: Answer = request.response ?? errorAnswer(style, event, error);
    request.response = print(style, request, answer);
  },
});

function errorAnswer(style: AnswerStyle, event: APIGatewayProxyEvent, error: Error | null): Answer {
  const known = error instanceof Outcome ? fromOutcome(error) : error && fromParser(error, event.body);
  const thrown = error instanceof Unavailable ? error.cause : error;
  if (!known) logError(event.requestContext.requestId, thrown);
  const answer = known ?? fromError(error);
  const later = error instanceof QuotaUsedUp && { headers: { 'Retry-After': String(error.seconds) } };
  return { ...style.error(answer, event, thrown), ...later, count: answer.count };
}

/**
 * Without this header API Gateway labels an empty body as JSON, and a client of the merchants' API then fails to parse
 * it.
 */
const empty = { 'Content-Type': 'text/plain; charset=utf-8' };

/**
 * Keeps an answer out of all caches. A cache that an operator puts in front of an API may ignore the caller of a
 * request, and would then give a user the answer to another user.
 */
export const noStoreHeader = { 'Cache-Control': 'no-store' };

function print(
  style: AnswerStyle,
  { event, context }: { event: APIGatewayProxyEvent; context: Strictness },
  answer: Answer,
): APIGatewayProxyResult {
  const { headers, ...printed } = style.print(answer, event);
  const own = {
    'X-Request-Id': event.requestContext.requestId,
    ...ignoredHeader(context),
    ...((answer.status === 503 || answer.status === 504) && { 'Retry-After': '1' }),
  };
  const result = {
    statusCode: answer.status,
    headers: { ...own, ...(printed.body === '' && empty), ...headers, ...answer.headers },
    ...printed,
  };
  return withCounts(result, answer.count);
}
