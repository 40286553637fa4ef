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
  StepUpMissing,
  Unavailable,
} from '#domain/outcome.ts';
import type { Count } from '#observability/metrics.ts';
import { jsonFault } from './json-fault.ts';

/** Ends the request early with an answer. Each API prints `body` in its own style. */
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

/** An error other than a decline or faults in fields: `{code, message}`, or as {@link withErrorName} prints it. */
export const failure = (status: number, code: string, message: string, count?: Count): HttpError =>
  new HttpError(status, { code, message }, message, count);

/**
 * The shape of an error in the merchants' API: `{error, message, text}`. A `code` is a number in that API, and a client
 * library that parses `code` as a number would crash on a text. `text` repeats `message`: three shop plugins read it, and
 * crash without it.
 */
export function withErrorName({ status, body }: HttpError): { status: number; body: unknown } {
  if (Array.isArray(body)) return { status, body };
  const { code, message, ...more } = body as { code: string; message: string };
  return { status, body: { error: code, message, text: message, ...more } };
}

export const invalid = (faults: readonly Fault[]): HttpError => new HttpError(400, faults, 'Invalid request');

/** Makes the API's answer to an outcome of the domain. @throws the outcome itself if the API has no answer to it */
export function fromOutcome(outcome: Outcome): HttpError {
  if (outcome instanceof HttpError) return outcome;
  if (outcome instanceof Refused) return invalid(outcome.faults);
  if (outcome instanceof StepUpMissing)
    return new HttpError(403, { code: 'PROOF_REQUIRED', message: outcome.message, by: outcome.by });
  if (outcome instanceof NoAccess) return failure(403, 'FORBIDDEN', outcome.message);
  if (outcome instanceof NotFound) return failure(404, 'NOT_FOUND', 'Not found');
  if (outcome instanceof Conflict) return failure(409, outcome.code, outcome.message);
  if (outcome instanceof KeyReused)
    return failure(422, 'IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request');
  if (outcome instanceof QuotaUsedUp) return failure(429, outcome.code, outcome.message);
  throw outcome;
}

/** Answers 400 to a body that middy's JSON parser cannot read; undefined for other errors. */
export const fromParser = ({ cause }: Error, text: string | null): HttpError | undefined =>
  (cause as { package?: string } | undefined)?.package === '@middy/http-json-body-parser'
    ? invalid([{ field: 'body', message: `Must be JSON${placeOf(text ?? '')}` }])
    : undefined;

/** Says where the JSON breaks, without quoting the text at that place, which may be a card number. */
function placeOf(text: string): string {
  const position = jsonFault(text);
  if (position === undefined) return '';
  const lines = text.slice(0, position).split('\n');
  const place = `position ${position} (line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1})`;
  return position === text.length ? `; it ends too early, at ${place}` : `; the error is at ${place}`;
}

/**
 * Answers an error inside Florin: 503 if DynamoDB or AWS was too busy, or if the acquirer has refused Florin itself, so
 * that the client may try again; 504 if the outcome of an acquirer's operation is still unknown; else 500.
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

/** The code of a 504: an operation is open at the acquirer, with unknown outcome. */
export const operationOpen = 'OPERATION_OPEN';
