import { setTimeout as sleep } from 'node:timers/promises';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Id } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { KeyReused, NoAccess, Outcome } from '#domain/outcome.ts';
import { client, table } from '#store/table/client.ts';
import { idempotencyKey } from '#store/table/keys.ts';
import { get, type Item } from '#store/table/read.ts';
import { discard, put, type Write } from '#store/table/transact.ts';

type IdempotencyRecord = Item & {
  fingerprint: string;
  answer?: string;
  /**
   * The operation that the request has begun and not answered yet: an authorization, or another operation of an
   * acquirer.
   */
  transactionId?: Id;
  expires: number;
};

/** Thrown when the first answer to a request is found in place of a new effect. */
export class Replay extends Outcome {
  override readonly name = 'Replay';

  constructor(readonly answer: string) {
    super('Replayed');
  }
}

const day = 24 * 60 * 60;
const now = () => Math.floor(Date.now() / 1000);

/** DynamoDB deletes expired items late, so every condition checks the time too. */
const free = 'attribute_not_exists(pk) OR expires < :now';

/** Writes the answer in the transaction of its effect, so that both are stored or neither. */
export const recordAnswer = (idempotency: Idempotency | undefined, answer: unknown): Write[] => {
  if (!idempotency) return [];
  const { scope, key, fingerprint } = idempotency;
  const item = {
    ...idempotencyKey(scope, key),
    fingerprint,
    answer: JSON.stringify(answer),
    expires: now() + day,
  };
  return [
    {
      item: put(item, `${free} OR (fingerprint = :fingerprint AND attribute_not_exists(answer))`, {
        ':now': now(),
        ':fingerprint': fingerprint,
      }),
      onFailed: (existing) => toReplay(existing as IdempotencyRecord, idempotency),
      onTaken: () => requireUnanswered(idempotency),
    },
  ];
};

/**
 * Waits for a copy of the request that is being handled now: once the copy has answered, this request has its answer
 * too.
 *
 * @throws the first answer, KeyReused
 */
async function requireUnanswered(idempotency: Idempotency): Promise<undefined> {
  const record = await recordOf(idempotency);
  if (record?.answer !== undefined) throw toReplay(record, idempotency);
}

/** Reads the record of a key. TTL deletes late, so the time is compared too. */
async function recordOf({ scope, key }: Idempotency): Promise<IdempotencyRecord | undefined> {
  const record = await get<IdempotencyRecord>(idempotencyKey(scope, key));
  return record && record.expires >= now() ? record : undefined;
}

/** Thrown when an earlier copy of the request has opened an operation at the acquirer that is still open. */
export class UnderWay extends Outcome {
  override readonly name = 'UnderWay';

  constructor(readonly operationId: Id) {
    super('The request is under way');
  }
}

/**
 * Records, with an operation that is opened, that it belongs to this request. A repeat then waits for the operation
 * instead of opening another one.
 */
export const recordOperation = (idempotency: Idempotency | undefined, operationId: Id): Write[] => {
  if (!idempotency) return [];
  const { scope, key, fingerprint } = idempotency;
  const item = {
    ...idempotencyKey(scope, key),
    fingerprint,
    transactionId: operationId,
    expires: now() + day,
  };
  const onFailed = (existing?: object) =>
    underWay(existing as IdempotencyRecord, idempotency) ??
    toReplay(existing as IdempotencyRecord, idempotency);
  return [
    {
      item: put(item, free, { ':now': now() }),
      onFailed,
      onTaken: () => requireNothingUnderWay(idempotency),
    },
  ];
};

/** Frees a key together with the withdrawal of the operation that {@link recordOperation} recorded. */
export const forgetOperation = (idempotency: Idempotency | undefined): Write[] =>
  idempotency ? [{ item: discard(idempotencyKey(idempotency.scope, idempotency.key)) }] : [];

/** @throws UnderWay, the first answer, KeyReused */
export async function requireNothingUnderWay(idempotency: Idempotency): Promise<undefined> {
  const record = await recordOf(idempotency);
  if (record) throw underWay(record, idempotency) ?? toReplay(record, idempotency);
}

/** The id of the operation that an earlier copy of the request has begun, if it is not answered yet. */
export async function underWayOf(idempotency: Idempotency): Promise<Id | undefined> {
  const record = await recordOf(idempotency);
  return record && underWay(record, idempotency)?.operationId;
}

function underWay(record: IdempotencyRecord, { fingerprint }: Idempotency): UnderWay | undefined {
  const { answer, transactionId } = record;
  return answer === undefined && transactionId && record.fingerprint === fingerprint
    ? new UnderWay(transactionId)
    : undefined;
}

function toReplay({ fingerprint, answer }: IdempotencyRecord, idempotency: Idempotency): Outcome {
  return fingerprint === idempotency.fingerprint && answer !== undefined
    ? new Replay(answer)
    : new KeyReused(idempotency.scope, answer === undefined);
}

/**
 * The first answer to a request whose repeat ended in this error. The record may have turned up in the attempt's
 * transaction. Before any refusal counts, the record is read, since the first request's effect may be the reason for
 * the refusal. The attempt's reservation is released, as a refusal has no effect.
 *
 * @throws the error itself if there is no earlier answer; KeyReused
 */
export async function firstAnswer(request: Idempotency | undefined, error: unknown): Promise<unknown> {
  if (!request || !(error instanceof Outcome)) throw error;
  if (error instanceof Replay) return JSON.parse(error.answer);
  await release(request);
  // A caller who has lost access does not get the old answer. Neither does a caller whose key belongs to another
  // request.
  if (error instanceof NoAccess || error instanceof KeyReused) throw error;
  const known = await answerOf(request);
  if (known === undefined) throw error;
  return JSON.parse(known);
}

/**
 * Runs an attempt that records its answer with {@link recordAnswer}. A repeat of an answered request gets the recorded
 * answer.
 */
export async function idempotently<T, A>(
  request: Idempotency | undefined,
  attempt: () => Promise<T>,
  replay: (answer: A) => T,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    return replay((await firstAnswer(request, error)) as A);
  }
}

async function answerOf(request: Idempotency): Promise<string | undefined> {
  const record = await recordOf(request);
  if (!record) return undefined;
  if (record.fingerprint !== request.fingerprint) throw new KeyReused(request.scope);
  return record.answer;
}

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
  // Waits for both, even if one fails: a reservation that is still being written could not be released.
  const [reserved, read] = await Promise.allSettled([settle(), reading]);
  if (read.status === 'rejected') throw read.reason;
  if (reserved.status === 'rejected') throw reserved.reason;
  return [reserved.value, read.value];

  async function settle(): Promise<Id> {
    for (const pause of looks) {
      try {
        return await settleId(request, newId);
      } catch (error) {
        if (failed || !(error instanceof KeyReused && error.unanswered)) throw error;
      }
      await sleep(pause);
    }
    return settleId(request, newId);
  }
}

/** The reservations of this attempt, as opposed to those of a copy of the request that came at the same time. */
const reserved = new WeakMap<Idempotency, Id>();

async function settleId(request: Idempotency | undefined, newId: Id): Promise<Id> {
  if (!request) return newId;
  const existing = await putIfFree({
    ...idempotencyKey(request.scope, request.key),
    fingerprint: request.fingerprint,
    transactionId: newId,
    expires: now() + day,
  });
  // An earlier attempt of this request may have written the item and lost the response. The reservation is still this
  // request's.
  if (!existing || existing.transactionId === newId) {
    reserved.set(request, newId);
    return newId;
  }
  const known = underWay(existing, request);
  if (known) return known.operationId;
  throw toReplay(existing, request);
}

async function putIfFree(record: IdempotencyRecord): Promise<IdempotencyRecord | undefined> {
  try {
    await client.send(
      new PutCommand({
        TableName: table,
        Item: record,
        ConditionExpression: free,
        ExpressionAttributeValues: { ':now': now() },
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
async function release(request: Idempotency): Promise<void> {
  const own = reserved.get(request);
  if (own !== undefined) await deleteUnanswered(request, 'transactionId = :own', { ':own': own });
}

/**
 * Releases the reservation of the request, even if an earlier copy made it and its answer never arrived. The next step
 * of the same payment may then use the key.
 */
export const releaseStep = (request: Idempotency): Promise<void> =>
  deleteUnanswered(request, 'fingerprint = :fingerprint', { ':fingerprint': request.fingerprint });

async function deleteUnanswered(
  { scope, key }: Idempotency,
  condition: string,
  values: Record<string, string>,
): Promise<void> {
  try {
    await client.send(
      new DeleteCommand({
        TableName: table,
        Key: idempotencyKey(scope, key),
        ConditionExpression: `${condition} AND attribute_not_exists(answer)`,
        ExpressionAttributeValues: values,
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
