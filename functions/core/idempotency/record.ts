import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Id } from '#domain/id.ts';
import { KeyReused, NoAccess, Outcome } from '#domain/outcome.ts';
import { client, table } from '#store/client.ts';
import { onceKey } from '#store/keys.ts';
import { get, type Item } from '#store/read.ts';
import { put, type Write } from '#store/transact.ts';

/** A request that has one effect, however often it comes: by its idempotency key, or by the proof that it pays with. */
export interface Once {
  /** Who chose the key: keys of different callers never meet. */
  scope: string;
  key: string;
  /** Tells this request from another one with the same key. */
  fingerprint: string;
}

type OnceRecord = Item & { fingerprint: string; answer?: string; transactionId?: string; expires: number };

/** The first answer to a request, found instead of an effect. */
class Replay extends Outcome {
  constructor(readonly answer: string) {
    super('Replayed');
  }
}

const day = 24 * 60 * 60;
const now = () => Math.floor(Date.now() / 1000);

/** TTL deletes late, so every condition looks at the time too. */
const free = 'attribute_not_exists(pk) OR expires < :now';

/** Writes the answer in the transaction of its effect, so that neither is there without the other. */
export const recordAnswer = (once: Once | undefined, answer: unknown): Write[] => {
  if (!once) return [];
  const { scope, key, fingerprint } = once;
  const item = { ...onceKey(scope, key), fingerprint, answer: JSON.stringify(answer), expires: now() + day };
  return [
    {
      item: put(item, `${free} OR (fingerprint = :fingerprint AND attribute_not_exists(answer))`, {
        ':now': now(),
        ':fingerprint': fingerprint,
      }),
      onFailed: (existing) => toReplay(existing as OnceRecord, once),
    },
  ];
};

function toReplay({ fingerprint, answer }: OnceRecord, once: Once): Outcome {
  return fingerprint === once.fingerprint && answer !== undefined
    ? new Replay(answer)
    : new KeyReused(once.scope);
}

/**
 * Runs an attempt that records its answer with {@link recordAnswer}. When the request was answered before, gives
 * that answer instead: the record is looked at where it turns up in the attempt's transaction, and before any
 * refusal is believed, since the first effect may be what the repeat is refused for.
 */
export async function once<T, A>(
  request: Once | undefined,
  attempt: () => Promise<T>,
  replay: (answer: A) => T | Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    // Who has lost access does not get the old answer either; another request's answer is none of this one.
    if (!request || !(error instanceof Outcome)) throw error;
    if (error instanceof NoAccess || error instanceof KeyReused) throw error;
    const known = error instanceof Replay ? error.answer : await answerOf(request);
    if (known === undefined) throw error;
    return replay(JSON.parse(known) as A);
  }
}

async function answerOf(request: Once): Promise<string | undefined> {
  const record = await get<OnceRecord>(onceKey(request.scope, request.key));
  if (!record || record.expires < now()) return undefined;
  if (record.fingerprint !== request.fingerprint) throw new KeyReused(request.scope);
  return record.answer;
}

/**
 * Settles the id of the transaction that this request makes, before anything crosses to the acquirer: `newId` the
 * first time, and the same one again to a repeat of a request that was cut off, so that the acquirer can tell. At the
 * same time, in one round trip, what the request needs is read; what `reading` throws, a missing access for one,
 * outranks the first answer to a repeat.
 *
 * @throws what `reading` throws, the first answer for {@link once} to give, KeyReused
 */
export async function reserve<T>(
  request: Once | undefined,
  newId: Id,
  reading: Promise<T>,
): Promise<[id: Id, read: T]> {
  // Both are waited for: a reservation that is still under way could not be given back.
  const [reserved, read] = await Promise.allSettled([settleId(request, newId), reading]);
  if (read.status === 'rejected') throw read.reason;
  if (reserved.status === 'rejected') throw reserved.reason;
  return [reserved.value, read.value];
}

/** What this attempt has reserved, and not a copy of the request that came at the same time. */
const reserved = new WeakMap<Once, Id>();

async function settleId(request: Once | undefined, newId: Id): Promise<Id> {
  if (!request) return newId;
  const existing = await putIfFree({
    ...onceKey(request.scope, request.key),
    fingerprint: request.fingerprint,
    transactionId: newId,
    expires: now() + day,
  });
  if (!existing) {
    reserved.set(request, newId);
    return newId;
  }
  const { answer, transactionId, fingerprint } = existing;
  if (answer === undefined && transactionId && fingerprint === request.fingerprint) return transactionId;
  throw toReplay(existing, request);
}

async function putIfFree(record: OnceRecord): Promise<OnceRecord | undefined> {
  try {
    await client.send(
      new PutCommand({
        TableName: table,
        Item: record,
        ConditionExpression: free,
        ExpressionAttributeValues: { ':now': now() },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ReturnConsumedCapacity: 'INDEXES',
      }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return unmarshall(error.Item) as OnceRecord;
  }
}

/** Like {@link once}, for an attempt that reserves; a refusal without effect gives the reservation back. */
export const onceReserved = <T, A>(
  request: Once | undefined,
  attempt: () => Promise<T>,
  replay: (answer: A) => T | Promise<T>,
): Promise<T> =>
  once(
    request,
    async () => {
      try {
        return await attempt();
      } catch (error) {
        if (request && error instanceof Outcome && !(error instanceof Replay)) await release(request);
        throw error;
      }
    },
    replay,
  );

/** The key may serve a corrected request. */
async function release(request: Once): Promise<void> {
  const own = reserved.get(request);
  if (own === undefined) return;
  try {
    await client.send(
      new DeleteCommand({
        TableName: table,
        Key: onceKey(request.scope, request.key),
        ConditionExpression: 'transactionId = :own AND attribute_not_exists(answer)',
        ExpressionAttributeValues: { ':own': own },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
