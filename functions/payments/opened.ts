import type { Idempotency } from '#domain/idempotency.ts';
import { underWayOf } from '#idempotency/record.ts';
import { getOperation, type Operation } from '#store/operations.ts';

/** What an earlier sending of the request has asked an acquirer for. Undefined also where a worker has recorded an answer. */
export async function openedBy(request: Idempotency | undefined): Promise<Operation | undefined> {
  const id = request && (await underWayOf(request));
  return id ? getOperation(id) : undefined;
}
