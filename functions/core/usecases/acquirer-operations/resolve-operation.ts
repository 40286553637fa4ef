import { refuseLaterCharges } from '#store/cards/charge-sources.ts';
import type { Operation } from '#store/transactions/operations.ts';
import { requestAuthorization, resolveAuthorization } from './ask-for-authorization.ts';
import { resolveMovement } from './move-at-acquirer.ts';
import { type RecordAuthorization, recordAuthorizationOutcome } from './record-authorization.ts';

/**
 * Resolves an open operation, and completes it. Florin stores no card numbers, so it repeats only payments with a
 * stored credential.
 *
 * @returns the operation, closed or with a challenge that the customer may still answer
 * @throws OperationOpen if the outcome is still unknown
 */
export async function resolveOperation(operation: Operation): Promise<Operation> {
  if (operation.kind !== 'authorize') return (await resolveMovement(operation)).operation;
  const { credential } = operation;
  const request = credential && ((asked: typeof operation) => requestAuthorization(asked, { credential }));
  const record: RecordAuthorization = (_, advice) => refuseLaterCharges(operation.draft.source, advice);
  return (await recordAuthorizationOutcome(await resolveAuthorization(operation, request), record)).operation;
}
