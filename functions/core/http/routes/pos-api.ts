import type { Fault } from '#domain/outcome.ts';
import { type Count, declineCount } from '#observability/metrics.ts';
import type { Answer, AnswerStyle } from '../answer/answer.ts';
import { knownQuery } from '../body/unknown-fields.ts';
import { failure, type HttpError, operationOpen } from '../errors/errors.ts';
import { acceptVersion } from '../request/accept-version.ts';
import { pathParameters } from '../request/path-parameters.ts';
import { warmUp } from '../request/warm-up.ts';
import { pipeline } from './pipeline.ts';

/** The pipeline of a JSON route of the checkout API: `POST /payments/receipts`. */
export const posApi = <Route extends string>(route: Route) =>
  pipeline(style).use(pathParameters(route)).use(acceptVersion());

/**
 * The pipeline of a route that a customer waits for after the click on Pay. The rows of such
 * routes have `paying`.
 */
export const payingApi = <Route extends string>(route: Route) =>
  pipeline(style).use(warmUp(cors)).use(pathParameters(route)).use(acceptVersion()).use(knownQuery([]));

export const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After, Idempotency-Replayed, Florin-Ignored',
};

/** Existing clients read newline-delimited JSON, and see no answer without the newline. */
const style: AnswerStyle = {
  print: ({ body }) => ({
    headers: { ...cors, 'Content-Type': 'application/json; charset=utf-8' },
    body: `${JSON.stringify(body)}\n`,
  }),
  error: toPosError,
};

/**
 * Translates an error of the merchants' API: the checkout API has its own codes, and answers with one object
 * instead of a list.
 */
function toPosError({ status, body }: HttpError): Answer {
  if (status === 413 || status === 415)
    return { status: 400, body: { ...(body as object), code: 'BODY_INVALID' } };
  if (status >= 500) {
    const open = (body as { code?: string }).code === operationOpen;
    return { status, body: open ? body : { ...(body as object), code: 'INTERNAL_ERROR' } };
  }
  if (!Array.isArray(body)) return { status, body };
  const faults = body as Fault[];
  const code = faults.some(({ field }) => field === 'body') ? 'BODY_INVALID' : 'REQUEST_INVALID';
  return {
    status: 400,
    body: { code, message: faults.map(({ field, message }) => `${field}: ${message}`).join('; ') },
  };
}

/** The codes of the contract, section 3, that requests themselves can cause; all are 400. */
export const posError = (code: string, message: string, count?: Count): HttpError =>
  failure(400, code, message, count);

/** A fault of the card itself, which counts as a decline. */
export const cardError = (code: string, message: string): HttpError =>
  posError(code, message, declineCount(code));
