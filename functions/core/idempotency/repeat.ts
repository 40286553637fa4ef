import type { Id } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { KeyReused, Outcome } from '#domain/outcome.ts';
import type { IdempotencyRecord } from './record.ts';

/** Thrown when the first answer to a request is found in place of a new effect. */
export class EarlierAnswer extends Outcome {
  override readonly name = 'EarlierAnswer';

  constructor(readonly answer: string) {
    super('Answered before');
  }
}

/** Thrown when an earlier copy of the request has opened an operation at the acquirer that is still open. */
export class EarlierOperation extends Outcome {
  override readonly name = 'EarlierOperation';

  constructor(readonly operationId: Id) {
    super('An earlier operation is open');
  }
}

/**
 * Makes the outcome for a repeat whose first request has begun an operation and not answered yet; undefined
 * otherwise.
 */
export function earlierOperation(
  record: IdempotencyRecord,
  { fingerprint }: Idempotency,
): EarlierOperation | undefined {
  const { answer, transactionId } = record;
  return answer === undefined && transactionId && record.fingerprint === fingerprint
    ? new EarlierOperation(transactionId)
    : undefined;
}

/**
 * Makes the outcome for a repeat: the first answer, or KeyReused if another request has the key, or if no request
 * has answered yet.
 */
export function outcomeOfRepeat(
  { fingerprint, answer }: IdempotencyRecord,
  idempotency: Idempotency,
): Outcome {
  return fingerprint === idempotency.fingerprint && answer !== undefined
    ? new EarlierAnswer(answer)
    : new KeyReused(idempotency.scope, answer === undefined);
}

/** @throws KeyReused if the key belongs to another request */
export function requireSameRequest({ fingerprint }: IdempotencyRecord, request: Idempotency): void {
  if (fingerprint !== request.fingerprint) throw new KeyReused(request.scope);
}
