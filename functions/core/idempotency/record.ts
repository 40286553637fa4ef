import type { Id } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { KeyReused, Outcome } from '#domain/outcome.ts';
import { idempotencyKey } from '#store/table/keys.ts';
import { get, type Item } from '#store/table/read.ts';

/** The item of an idempotency key. At first it is a reservation; later it contains the answer, too. */
export type IdempotencyRecord = Item & {
  fingerprint: string;
  answer?: string;
  /**
   * The operation that the request has begun and not answered yet: an authorization, or another operation of an
   * acquirer.
   */
  transactionId?: Id;
  expires: number;
};

/** The part that each record of a key has. */
export const itemFor = ({ scope, key, fingerprint }: Idempotency) => ({
  ...idempotencyKey(scope, key),
  fingerprint,
  expires: now() + day,
});

const day = 24 * 60 * 60;
export const now = () => Math.floor(Date.now() / 1000);

/** DynamoDB deletes expired items late, so every condition checks the time too. */
export const free = 'attribute_not_exists(pk) OR expires < :now';

/** Reads the record of a key. TTL deletes late, so the time is compared too. */
export async function recordOf({ scope, key }: Idempotency): Promise<IdempotencyRecord | undefined> {
  const record = await get<IdempotencyRecord>(idempotencyKey(scope, key));
  return record && record.expires >= now() ? record : undefined;
}

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
