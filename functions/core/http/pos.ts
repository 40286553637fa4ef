import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Fault } from '#domain/outcome.ts';
import { type OnceRequest, readOnce } from '#idempotency/request.ts';
import { type Count, decline } from '#observability/metrics.ts';
import { header } from './body.ts';
import { failure, type HttpError } from './errors.ts';
import { type Answer, pipeline, readChecked, type Style } from './pipeline.ts';
import { baseUrl } from './url.ts';
import type { Check } from './validate.ts';

/** What a handler of the customer's side gets. */
export interface PosCall<Body> {
  params: Record<string, string | undefined>;
  body: Body;
  once?: OnceRequest;
  /** `{pos_url}` as the client sees it, without a trailing slash. */
  baseUrl: string;
}

export const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After, Idempotency-Replayed',
};

/** Existing clients read newline-delimited JSON: without the newline they see nothing. */
const style: Style = {
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
  if (status >= 500) return { status, body: { ...(body as object), code: 'INTERNAL_ERROR' } };
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

/** Wraps a JSON route of the customer's side. */
export const pos = <Body>(handle: (call: PosCall<Body>) => Promise<Answer>, check: Check) =>
  pipeline(style, async (event) => {
    requireVersion(event);
    const body = readChecked(event, check) as Body;
    const call = {
      params: event.pathParameters ?? {},
      body,
      once: readOnce(event, body),
      baseUrl: baseUrl(event),
    };
    return handle(call);
  });

function requireVersion(event: APIGatewayProxyEvent): void {
  const version = header(event, 'accept-version');
  if (version === undefined) throw posError('VERSION_MISSING', 'The header Accept-Version is required');
  if (version.trim() !== '1') throw posError('VERSION_UNSUPPORTED', 'The only supported Accept-Version is 1');
}
