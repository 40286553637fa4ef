import type { Id } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { KeyReused, Outcome } from '#domain/outcome.ts';
import type { IdempotencyRecord } from './record.ts';

/** Thrown when the first answer to a request is found in place of a new effect. */
export class Replay extends Outcome {
  override readonly name = 'Replay';

  constructor(readonly answer: string) {
    super('Replayed');
  }
}

/** Thrown when an earlier copy of the request has opened an operation at the acquirer that is still open. */
export class UnderWay extends Outcome {
  override readonly name = 'UnderWay';

  constructor(readonly operationId: Id) {
    super('The request is under way');
  }
}

/** Makes the outcome for a repeat whose first request has begun an operation and not answered yet; else undefined. */
export function underWay(record: IdempotencyRecord, { fingerprint }: Idempotency): UnderWay | undefined {
  const { answer, transactionId } = record;
  return answer === undefined && transactionId && record.fingerprint === fingerprint
    ? new UnderWay(transactionId)
    : undefined;
}

/** Makes the outcome for a repeat: the first answer, or KeyReused if another request has the key or none has answered. */
export function toReplay({ fingerprint, answer }: IdempotencyRecord, idempotency: Idempotency): Outcome {
  return fingerprint === idempotency.fingerprint && answer !== undefined
    ? new Replay(answer)
    : new KeyReused(idempotency.scope, answer === undefined);
}

/** @throws KeyReused if the key belongs to another request */
export function requireSameRequest({ fingerprint }: IdempotencyRecord, request: Idempotency): void {
  if (fingerprint !== request.fingerprint) throw new KeyReused(request.scope);
}
