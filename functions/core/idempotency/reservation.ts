import { setTimeout as sleep } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Id } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { KeyReused } from '#domain/outcome.ts';
import { client, table } from '#store/table/client.ts';
import { idempotencyKey } from '#store/table/keys.ts';
import { remove } from '#store/table/transact.ts';
import { unlessUnneeded, unneededWrite } from '#store/table/unneeded-writes.ts';
import { freeCondition, type IdempotencyRecord, itemFor, nowInSeconds } from './record.ts';
import { earlierOperation, outcomeOfRepeat } from './repeat.ts';

/**
 * Reserves the id of the transaction that this request makes, before any call to the acquirer. The first attempt gets
 * `newId`. A repeat of a request that was cut off gets the same id again, so that the acquirer recognizes the repeat.
 * To save a round trip, `reading` runs at the same time. If `reading` fails, for example because access is missing, its
 * error comes before the first answer to a repeat.
 *
 * @param looks pauses in milliseconds. Another request may hold the same key without an answer yet. After each pause
 *   this request checks again whether that one has released the key. If two requests need the same two keys, at most
 *   one of them may wait: the one whose `reading` has reserved the first key. Otherwise both could wait for each other.
 * @throws the error of `reading`, the first answer for {@link firstAnswer} to find, KeyReused
 */
export async function reserve<T>(
  request: Idempotency | undefined,
  newId: Id,
  reading: Promise<T>,
  looks: readonly number[] = [],
): Promise<[id: Id, read: T]> {
  let failed = false;
  reading.catch(() => {
    failed = true;
  });
  // Waits for both, even if one fails. A reservation whose write has not ended could not be released.
  const [reserved, read] = await Promise.allSettled([reserving(), reading]);
  if (read.status === 'rejected') throw read.reason;
  if (reserved.status === 'rejected') throw reserved.reason;
  return [reserved.value, read.value];

  async function reserving(): Promise<Id> {
    for (const pause of looks) {
      try {
        return await reserveId(request, newId);
      } catch (error) {
        if (failed || !(error instanceof KeyReused && error.unanswered)) throw error;
      }
      await sleep(pause);
    }
    return reserveId(request, newId);
  }
}

/**
 * The reservations that this function instance has made. A copy of the request may run in another instance at the
 * same time, which must not release them.
 */
const reservations = new WeakMap<Idempotency, Id>();

async function reserveId(request: Idempotency | undefined, newId: Id): Promise<Id> {
  if (!request) return newId;
  const existing = await putIfFree({ ...itemFor(request), transactionId: newId });
  // An earlier attempt of this request may have written the item and lost the response. The reservation is still this
  // request's.
  if (!existing || existing.transactionId === newId) {
    reservations.set(request, newId);
    return newId;
  }
  const known = earlierOperation(existing, request);
  if (known) return known.operationId;
  throw outcomeOfRepeat(existing, request);
}

async function putIfFree(record: IdempotencyRecord): Promise<IdempotencyRecord | undefined> {
  try {
    await client.send(
      new PutCommand({
        TableName: table,
        Item: record,
        ConditionExpression: freeCondition,
        ExpressionAttributeValues: { ':now': nowInSeconds() },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return unmarshall(error.Item) as IdempotencyRecord;
  }
}

/** Releases the reservation of this attempt, so that a corrected request may use the key. */
export async function release(request: Idempotency): Promise<void> {
  const own = reservations.get(request);
  if (own !== undefined) await deleteUnanswered(request, 'transactionId = :own', { ':own': own });
}

/**
 * Releases the reservation of the request, even if an earlier copy made it and its answer never arrived. The next step
 * of the same payment may then use the key.
 */
export const releaseStep = (request: Idempotency): Promise<unknown> =>
  deleteUnanswered(request, 'fingerprint = :fingerprint', { ':fingerprint': request.fingerprint });

/** A transaction of one write costs a write unit more, but another command of the SDK would be 1 KB of each bundle. */
const deleteUnanswered = (
  { scope, key }: Idempotency,
  condition: string,
  values: Record<string, string>,
): Promise<unknown> =>
  unlessUnneeded([
    {
      item: remove(idempotencyKey(scope, key), `${condition} AND attribute_not_exists(answer)`, values),
      onFailed: unneededWrite,
    },
  ]);
