import type { Idempotency } from '#domain/idempotency.ts';
import { underWayOf } from '#idempotency/record.ts';
import { getOperation, type Operation } from '#store/operations.ts';

/**
 * The operation that an earlier copy of the request has begun at an acquirer. Undefined if there is none, or if a worker has
 * recorded the answer.
 */
export async function earlierOperation(request: Idempotency | undefined): Promise<Operation | undefined> {
  const id = request && (await underWayOf(request));
  return id ? getOperation(id) : undefined;
}
