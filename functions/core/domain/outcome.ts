import type { Id } from './id.ts';
import type { ProcessingErrorCode } from './processing-error.ts';

/** One thing wrong with a request: the field in dotted form, and what would be right. */
export interface Fault {
  field: string;
  message: string;
}

/** How a request can end without effect. Each is an answer to the client, not an error of ours. */
export abstract class Outcome extends Error {
  /** As logs show it: bundles have shorter names for classes. */
  abstract override readonly name: string;
}

/** The request breaks a rule: 400 with its faults. */
export class Refused extends Outcome {
  override readonly name = 'Refused';

  constructor(readonly faults: readonly Fault[]) {
    super(faults.map(({ field, message }) => `${field}: ${message}`).join('; '));
  }
}

/** The caller has no access to the merchant: 403. */
export class NoAccess extends Outcome {
  override readonly name = 'NoAccess';

  constructor() {
    super('No access to this merchant');
  }
}

/** There is no such thing: 404. */
export class NotFound extends Outcome {
  override readonly name = 'NotFound';

  constructor(message = 'Not found') {
    super(message);
  }
}

/** The request was right when it was read, but something changed in the meantime: 409. */
export class Conflict extends Outcome {
  override readonly name: string = 'Conflict';
}

/** The request's idempotency key or proof belongs to another request: 422 for a key. */
export class KeyReused extends Outcome {
  override readonly name: string = 'KeyReused';

  /** @param unanswered that request is not over, and may give it back */
  constructor(
    readonly scope: string,
    readonly unanswered = false,
  ) {
    super('Used for another request');
  }
}

/** The proof of 3-D Secure that a payment carries has paid for another one. */
export class ProofReused extends KeyReused {
  override readonly name = 'ProofReused';
}

/** The payment was not even tried: it would be declined with this code. */
export class Declined extends Outcome {
  override readonly name = 'Declined';

  constructor(readonly code: ProcessingErrorCode) {
    super(`Declined: ${code}`);
  }
}

/** The writes of a day are used up: 429. */
export class QuotaUsedUp extends Outcome {
  override readonly name = 'QuotaUsedUp';

  /** @param seconds until there is more */
  constructor(
    message: string,
    readonly seconds: number,
  ) {
    super(message);
  }
}

/**
 * A service that Florin depends on was too busy for all attempts: 503. It is no {@link Outcome}, as an earlier attempt
 * may have had its effect.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';

  constructor(override readonly cause: Error) {
    super(`Unavailable: ${cause.message}`);
  }
}

/**
 * An acquirer was asked, and nobody knows what became of it yet: 504. No {@link Outcome}, as it may have had its
 * effect; a repeat with the same idempotency key is safe, and a worker finds out.
 */
export class OperationOpen extends Error {
  override readonly name = 'OperationOpen';

  constructor(readonly operationId: Id) {
    super(`Operation ${operationId} is open`);
  }
}

/**
 * The acquirer refuses us, for a reason that is ours and no card's: 503. Nothing has happened, nothing is written, and
 * the same request may be sent again.
 */
export class AcquirerForbids extends Error {
  override readonly name = 'AcquirerForbids';
}

/** Returns the thing, if there is one. @throws NotFound */
export function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new NotFound();
  return thing;
}

export function refuse(field: string, message: string): never {
  throw new Refused([{ field, message }]);
}
