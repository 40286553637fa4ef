import type { Id } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { idempotencyKey } from '#store/table/keys.ts';
import { discard, put, type Write } from '#store/table/transact.ts';
import { freeCondition, type IdempotencyRecord, itemFor, nowInSeconds, recordOf } from './record.ts';
import { earlierOperation, outcomeOfRepeat } from './repeat.ts';

/**
 * Records an opened operation for its request. A repeat of the request then waits for the operation, instead of
 * opening another one.
 */
export const recordOperation = (idempotency: Idempotency | undefined, operationId: Id): Write[] => {
  if (!idempotency) return [];
  const item = { ...itemFor(idempotency), transactionId: operationId };
  const onFailed = (existing?: object) =>
    earlierOperation(existing as IdempotencyRecord, idempotency) ??
    outcomeOfRepeat(existing as IdempotencyRecord, idempotency);
  return [
    {
      item: put(item, freeCondition, { ':now': nowInSeconds() }),
      onFailed,
      onTaken: () => requireNoEarlierRequest(idempotency),
    },
  ];
};

/** Frees a key together with the withdrawal of the operation that {@link recordOperation} recorded. */
export const forgetOperation = (idempotency: Idempotency | undefined): Write[] =>
  idempotency ? [{ item: discard(idempotencyKey(idempotency.scope, idempotency.key)) }] : [];

/** @throws EarlierOperation, the first answer, KeyReused */
export async function requireNoEarlierRequest(idempotency: Idempotency): Promise<undefined> {
  const record = await recordOf(idempotency);
  if (record) throw earlierOperation(record, idempotency) ?? outcomeOfRepeat(record, idempotency);
}

/** The id of the operation that an earlier copy of the request has begun; undefined if the copy has answered. */
export async function operationUnderWay(idempotency: Idempotency): Promise<Id | undefined> {
  const record = await recordOf(idempotency);
  return record && earlierOperation(record, idempotency)?.operationId;
}
