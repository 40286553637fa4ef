import type { Fault } from '#domain/outcome.ts';
import { type Count, decline } from '#observability/metrics.ts';
import type { Answer, AnswerStyle } from './answer.ts';
import { failure, type HttpError, operationOpen } from './errors.ts';
import { header } from './headers.ts';
import type { Middleware } from './middleware.ts';
import { pathParameters } from './path-parameters.ts';
import { pipeline } from './pipeline.ts';

/** The pipeline of a JSON route of the customer's side: `POST /vault`. */
export const posApi = <Route extends string>(route: Route) =>
  pipeline(style).use(pathParameters(route)).use(acceptVersion());

export const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After, Idempotency-Replayed, Florin-Ignored',
};

/** Existing clients read newline-delimited JSON: without the newline they see nothing. */
const style: AnswerStyle = {
  print: ({ body }) => ({
    headers: { ...cors, 'Content-Type': 'application/json; charset=utf-8' },
    body: `${JSON.stringify(body)}\n`,
  }),
  error: toPosError,
};

/** The customer's side has codes of its own, and one object where the merchants' API has a list. */
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

/** The card itself is refused, which counts as a decline. */
export const cardError = (code: string, message: string): HttpError => posError(code, message, decline(code));

/** @throws 400 for a request that does not say that it speaks version 1 */
const acceptVersion = (): Middleware => ({
  before: ({ event }) => {
    const version = header(event, 'accept-version');
    if (version === undefined) throw posError('VERSION_MISSING', 'The header Accept-Version is required');
    if (version.trim() !== '1')
      throw posError('VERSION_UNSUPPORTED', 'The only supported Accept-Version is 1');
  },
});
