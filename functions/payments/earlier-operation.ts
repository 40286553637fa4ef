import type { Idempotency } from '#domain/idempotency.ts';
import { operationUnderWay } from '#idempotency/record-operation.ts';
import { getOperation, type Operation } from '#store/transactions/operations.ts';

/**
 * Finds the operation at an acquirer that an earlier copy of the request opened. The result is undefined if no copy
 * opened an operation, or if the answer to the request is recorded.
 */
export async function earlierOperation(request: Idempotency | undefined): Promise<Operation | undefined> {
  const id = request && (await operationUnderWay(request));
  return id ? getOperation(id) : undefined;
}
