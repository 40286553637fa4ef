import type { Idempotency } from '#domain/idempotency.ts';
import { KeyReused, NoAccess, Outcome } from '#domain/outcome.ts';
import { put, type Write } from '#store/table/transact.ts';
import { freeCondition, type IdempotencyRecord, itemFor, nowInSeconds, recordOf } from './record.ts';
import { EarlierAnswer, outcomeOfRepeat, requireSameRequest } from './repeat.ts';
import { release } from './reservation.ts';

/** Writes the answer in the transaction of its effect, so that both are stored or neither. */
export const recordAnswer = (idempotency: Idempotency | undefined, answer: unknown): Write[] => {
  if (!idempotency) return [];
  const { fingerprint } = idempotency;
  const item = { ...itemFor(idempotency), answer: JSON.stringify(answer) };
  return [
    {
      item: put(item, `${freeCondition} OR (fingerprint = :fingerprint AND attribute_not_exists(answer))`, {
        ':now': nowInSeconds(),
        ':fingerprint': fingerprint,
      }),
      onFailed: (existing) => outcomeOfRepeat(existing as IdempotencyRecord, idempotency),
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
  if (record?.answer !== undefined) throw outcomeOfRepeat(record, idempotency);
}

/**
 * The first answer to a request whose repeat ended in this error. The database transaction of the attempt may already
 * have found the record. Otherwise the record is read, since the effect of the first request may be the reason for
 * the error. If there is no earlier answer, the reservation of the attempt is released, as an attempt that was
 * refused has no effect.
 *
 * @throws the error itself if there is no earlier answer; KeyReused
 */
export async function firstAnswer(request: Idempotency | undefined, error: unknown): Promise<unknown> {
  if (!request || !(error instanceof Outcome)) throw error;
  if (error instanceof EarlierAnswer) return JSON.parse(error.answer);
  await release(request);
  // A caller who has lost access must not get the old answer. Neither must a caller whose key belongs to another
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
export async function withRecordedAnswer<T, A>(
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
  requireSameRequest(record, request);
  return record.answer;
}
