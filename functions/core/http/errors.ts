import {
  AcquirerForbids,
  Conflict,
  type Fault,
  KeyReused,
  NoAccess,
  NotFound,
  OperationOpen,
  Outcome,
  QuotaUsedUp,
  Refused,
  Unavailable,
} from '#domain/outcome.ts';
import type { Count } from '#observability/metrics.ts';
import { jsonFault } from './json-fault.ts';

/** An answer that ends the request early; each API prints its `body` in a style of its own. */
export class HttpError extends Outcome {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    readonly body: unknown,
    message = `HTTP ${status}`,
    /** The metric that the error counts. */
    readonly count?: Count,
  ) {
    super(message);
  }
}

/** An error that is neither a fault in a field nor a decline: `{code, message}`; see {@link named}. */
export const failure = (status: number, code: string, message: string, count?: Count): HttpError =>
  new HttpError(status, { code, message }, message, count);

/**
 * As the merchants' API names an error: `{error, message}`. A `code` is a number there, and a client library that parses
 * it as one would crash at a text.
 */
export function named({ status, body }: HttpError): { status: number; body: unknown } {
  if (Array.isArray(body)) return { status, body };
  const { code, message, ...more } = body as { code: string; message: string };
  return { status, body: { error: code, message, ...more } };
}

export const invalid = (faults: readonly Fault[]): HttpError => new HttpError(400, faults, 'Invalid request');

/** How the API answers each outcome of the domain. */
export function fromOutcome(outcome: Outcome): HttpError {
  if (outcome instanceof HttpError) return outcome;
  if (outcome instanceof Refused) return invalid(outcome.faults);
  if (outcome instanceof NoAccess) return failure(403, 'FORBIDDEN', outcome.message);
  if (outcome instanceof NotFound) return failure(404, 'NOT_FOUND', 'Not found');
  if (outcome instanceof Conflict) return failure(409, 'CONFLICT', outcome.message);
  if (outcome instanceof KeyReused)
    return failure(422, 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request');
  if (outcome instanceof QuotaUsedUp) return failure(429, 'THROTTLED', outcome.message);
  throw outcome;
}

/** The answer to what middy's JSON parser throws where a body is no JSON. */
export const fromParser = ({ cause }: Error, text: string | null): HttpError | undefined =>
  (cause as { package?: string } | undefined)?.package === '@middy/http-json-body-parser'
    ? invalid([{ field: 'body', message: `Must be JSON${placeOf(text ?? '')}` }])
    : undefined;

/** Without the text that is there: it may be the number of a card. */
function placeOf(text: string): string {
  const position = jsonFault(text);
  if (position === undefined) return '';
  const lines = text.slice(0, position).split('\n');
  const place = `position ${position} (line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1})`;
  return position === text.length ? `; it ends too early, at ${place}` : `; it is none from ${place} on`;
}

/**
 * The answer to an error of ours: 503 where DynamoDB or AWS was too busy, so that the client may try again, 504 where
 * an acquirer has not said what became of it, else 500.
 */
export function fromError(error: unknown): HttpError {
  if (error instanceof Unavailable)
    return failure(503, 'UNAVAILABLE', 'We are too busy at the moment; please try again');
  if (error instanceof AcquirerForbids) return failure(503, 'UNAVAILABLE', error.message);
  if (error instanceof OperationOpen)
    return new HttpError(504, {
      code: operationOpen,
      message: 'The acquirer has not answered yet; repeat with the same Idempotency-Key',
      operation: error.operationId,
    });
  return failure(500, 'INTERNAL_ERROR', 'Something went wrong on our side');
}

/** Neither done nor failed, as far as anybody knows. */
export const operationOpen = 'OPERATION_OPEN';
