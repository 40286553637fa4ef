import type { Id } from './id.ts';
import type { DeclineAdvice, ProcessingErrorCode } from './processing-error.ts';

/** A fault in a request: the field in dotted form, and how to correct it. */
export interface Fault {
  field: string;
  message: string;
}

/** Ends a request without any effect. Each outcome is an answer to the client, as opposed to an error inside Florin. */
export abstract class Outcome extends Error {
  /** The name in logs, as bundling shortens the names of classes. */
  abstract override readonly name: string;
}

/** The request breaks a rule: 400 with the faults. */
export class Refused extends Outcome {
  override readonly name = 'Refused';

  constructor(readonly faults: readonly Fault[]) {
    super(faults.map(({ field, message }) => `${field}: ${message}`).join('; '));
  }
}

/** The caller has no access to the merchant: 403. */
export class NoAccess extends Outcome {
  override readonly name = 'NoAccess';

  constructor(message = 'No access to this merchant') {
    super(message);
  }
}

/**
 * A step-up is missing, so the user must first confirm their identity: 403. It is a NoAccess, so a repeat does not
 * get an answer that was recorded earlier.
 */
export class StepUpMissing extends NoAccess {
  /** @param by the way in which the user can confirm: with a passkey, or by a new sign-in with a mailed link */
  constructor(readonly by: 'passkey' | 'link') {
    super('Confirm that it is you, then repeat the request');
  }
}

/** The requested thing does not exist: 404. */
export class NotFound extends Outcome {
  override readonly name = 'NotFound';

  constructor(message = 'Not found') {
    super(message);
  }
}

/** The request was valid when it was read, but its data has changed since: 409. */
export class Conflict extends Outcome {
  override readonly name: string = 'Conflict';
  /** The error in the answer. */
  readonly code: string = 'CONFLICT';
}

/** The reference belongs to another movement or payment: 409. */
export class ReferenceUsed extends Conflict {
  override readonly name = 'ReferenceUsed';
  override readonly code = 'REFERENCE_USED';

  /** @param what the movement that has the reference, for example `a capture of EUR 10.00` */
  constructor(reference: string, what: string) {
    super(
      `The \`reference\` "${reference}" belongs to ${what}: another one needs a \`reference\` of its own`,
    );
  }
}

/** The request's idempotency key or proof was used by another request: 422 for a key. */
export class KeyReused extends Outcome {
  override readonly name: string = 'KeyReused';

  /** @param unanswered whether the other request is still running. If it fails, the key becomes free */
  constructor(
    readonly scope: string,
    readonly unanswered = false,
  ) {
    super('Used for another request');
  }
}

/** The payment's proof of a challenge has already been used for another payment. */
export class ProofReused extends KeyReused {
  override readonly name = 'ProofReused';
}

/** The payment would be declined with this code, so it was not attempted. */
export class Declined extends Outcome {
  override readonly name = 'Declined';

  constructor(
    readonly code: ProcessingErrorCode,
    readonly advice?: DeclineAdvice,
  ) {
    super(`Declined: ${code}`);
  }
}

/** A quota is used up: 429. */
export class QuotaUsedUp extends Outcome {
  override readonly name = 'QuotaUsedUp';

  /** @param seconds the time until the quota is renewed */
  constructor(
    message: string,
    readonly seconds: number,
    /** The error in the answer. */
    readonly code = 'THROTTLED',
  ) {
    super(message);
  }
}

/**
 * A service that Florin depends on was too busy for all attempts: 503. This is not an {@link Outcome}, as an earlier
 * attempt may have had its effect.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';

  constructor(override readonly cause: Error) {
    super(`Unavailable: ${cause.message}`);
  }
}

/**
 * The outcome at the acquirer is unknown so far: 504. This is not an {@link Outcome}, as the operation may have had its
 * effect. A repeat with the same idempotency key is safe, and a worker resolves the operation.
 */
export class OperationOpen extends Error {
  override readonly name = 'OperationOpen';

  constructor(readonly operationId: Id) {
    super(`Operation ${operationId} is open`);
  }
}

/**
 * The acquirer refuses Florin itself rather than the card: 503. Nothing has happened and nothing is written, so that
 * the same request may be sent again.
 */
export class AcquirerForbids extends Error {
  override readonly name = 'AcquirerForbids';
}

/**
 * Returns the argument, unless it is undefined.
 *
 * @throws NotFound
 */
export function requireFound<T>(thing: T | undefined): T {
  if (thing === undefined) throw new NotFound();
  return thing;
}

export function refuse(field: string, message: string): never {
  throw new Refused([{ field, message }]);
}
