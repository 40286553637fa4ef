import { OperationOpen } from '#domain/outcome.ts';
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
  const answer = await resolveAuthorization(operation, request);
  const { operation: resolved, capture } = await recordAuthorizationOutcome(answer, record);
  // The acquirer has captured the payment already, and a customer may be waiting for the outcome. If the figures are not
  // known yet, the worker looks again.
  if (capture?.payment.captured)
    await resolveMovement(capture).catch((error) => {
      if (!(error instanceof OperationOpen)) throw error;
    });
  return resolved;
}
