import type { Operation } from '#store/operations.ts';
import { settleAuthorization } from './authorize-at-acquirer.ts';
import { lookForMovement } from './move-at-acquirer.ts';
import { requestAuthorization, resolveAuthorization } from './resolve-authorization.ts';

/**
 * Finds out what became of an operation that is open, and does what is left of it. Nobody keeps a customer's card: only
 * what a stored credential pays is asked for again.
 *
 * @returns it, closed or with a challenge that the customer may still meet
 * @throws OperationOpen where nobody knows yet
 */
export async function finishOperation(operation: Operation): Promise<Operation> {
  if (operation.kind !== 'authorize') return (await lookForMovement(operation)).operation;
  const { credential } = operation;
  const request = credential && ((asked: typeof operation) => requestAuthorization(asked, { credential }));
  return (await settleAuthorization(await resolveAuthorization(operation, request))).operation;
}
