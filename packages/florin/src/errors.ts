import type { Fault, ProcessingError } from './api.generated.ts';

/** More about an error. */
export interface Circumstances {
  status?: number;
  requestId?: string;
  /** Milliseconds that Florin asks to wait before a repeat. */
  retryAfter?: number;
  cause?: unknown;
}

/** The superclass of the client's errors, except for wrong arguments, which are a `TypeError`. */
export class FlorinError extends Error {
  override name = 'FlorinError';
  /** The HTTP status of the answer. Absent if there was none. */
  readonly status?: number;
  /** Names the request in Florin's logs. */
  readonly requestId?: string;
  readonly retryAfter?: number;
  /** The key of the call, if the call can have an effect. A repeat of the call with this key is safe for 24 hours. */
  idempotencyKey?: string;

  constructor(
    message: string,
    /** Names the error for programs: `NOT_FOUND`, `PAYMENT_CARD_EXPIRED`. */
    readonly code: string,
    { status, requestId, retryAfter, cause }: Circumstances = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    if (status !== undefined) this.status = status;
    if (requestId !== undefined) this.requestId = requestId;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }
}

/** The request has faults, and had no effect. */
export class InvalidRequestError extends FlorinError {
  override name = 'InvalidRequestError';
  /** The first field that has a fault, in dotted form: `company.country`. */
  readonly field: string | undefined;

  constructor(
    message: string,
    readonly faults: readonly Fault[],
    more: Circumstances,
  ) {
    super(message, 'INVALID', more);
    this.field = faults[0]?.field;
  }
}

/** The acquirer or the issuer of the card has declined. */
export class DeclinedError extends FlorinError {
  override name = 'DeclinedError';

  constructor(
    message: string,
    /** The reason, with its number as `code`, and whether the customer or the merchant can do something about it. */
    readonly decline: ProcessingError,
    more: Circumstances,
  ) {
    super(message, 'DECLINED', more);
  }
}

/** The API key or the password is missing or unknown. */
export class AuthenticationError extends FlorinError {
  override name = 'AuthenticationError';
}

/** The app has no access to the merchant. */
export class ForbiddenError extends FlorinError {
  override name = 'ForbiddenError';
}

export class NotFoundError extends FlorinError {
  override name = 'NotFoundError';
}

/** The request was valid, but something changed in the meantime. It had no effect. */
export class ConflictError extends FlorinError {
  override name = 'ConflictError';
}

/** The idempotency key was used for another request. */
export class KeyReusedError extends FlorinError {
  override name = 'KeyReusedError';
}

/** Too many requests. */
export class ThrottledError extends FlorinError {
  override name = 'ThrottledError';
}

/** Florin failed. The outcome of a request that can have an effect is unknown. */
export class ServerError extends FlorinError {
  override name = 'ServerError';
}

/**
 * The acquirer of a live merchant has not answered, so the outcome is unknown. Repeat the call with the same
 * `idempotencyKey` to learn it. If the operation stays open, the event `operation.settled` tells it, too.
 */
export class OperationOpenError extends FlorinError {
  override name = 'OperationOpenError';

  constructor(
    message: string,
    /** The id of the operation. For an authorization it is the id that the transaction gets. */
    readonly operation: string,
    more: Circumstances,
  ) {
    super(message, 'OPERATION_OPEN', more);
  }
}

/**
 * There was no usable answer, so the outcome of a request that can have an effect is unknown. The `code` says why:
 * `UNREACHABLE`, `TIMEOUT`, `CUT_OFF`, `TOO_LARGE`, `REDIRECTED`, `MALFORMED` or `UNSAFE_INTEGER`.
 */
export class ConnectionError extends FlorinError {
  override name = 'ConnectionError';
}

/**
 * The request is not an event of Florin. The `code` says why: `SIGNATURE_MISSING`, `SIGNATURE_WRONG`, `TIMESTAMP_TOO_OLD`,
 * `TIMESTAMP_TOO_NEW`, `MALFORMED` or `UNSAFE_INTEGER`.
 */
export class WebhookError extends FlorinError {
  override name = 'WebhookError';
}
