import { rescheduleEnding } from '#store/transactions/ending-authorizations.ts';
import type { MovementOperation } from '#store/transactions/operations.ts';
import { type AnsweredMovement, askForMovement, lookUpMovement } from './ask-for-movement.ts';
import type { OpenedMovement } from './open-movement.ts';
import type { Resolution } from './operation-outcome.ts';
import { recordAcceptance } from './record-acceptance.ts';
import { recordMovementOutcome } from './record-movement.ts';

/**
 * Asks the acquirer for an opened movement, and stores the answer.
 *
 * @returns the closed operation, and whether it has the answer to an earlier copy of the request
 * @throws OperationOpen if the acquirer has not answered, or never will; AcquirerForbids
 */
export async function requestMovement(
  opened: OpenedMovement,
): Promise<{ operation: MovementOperation; repeated: boolean }> {
  const { operation, first } = await record(await askForMovement(opened));
  // A request without a key or a reference has no copies, so only a worker can have closed its operation.
  const { state, idempotency, reference } = opened.operation;
  const isCopy = state !== 'open' || (idempotency ?? reference) !== undefined;
  return { operation, repeated: !first && isCopy };
}

/**
 * Resolves a movement that was sent, and completes it. A movement that the acquirer has accepted stays on its way.
 *
 * @throws OperationOpen if the outcome is still unknown
 */
export const resolveMovement = async (operation: MovementOperation): Promise<Resolution<MovementOperation>> =>
  record(await lookUpMovement(operation));

async function record(answered: AnsweredMovement): Promise<Resolution<MovementOperation>> {
  const { operation, outcome } = answered;
  if (outcome?.state === 'accepted') return recordAcceptance(operation, outcome.until);
  const resolution = await recordMovementOutcome(answered);
  // The acquirer may have ended the authorization, so a job looks at it soon. Until then its money stays pending.
  if (resolution.first && operation.kind === 'capture' && outcome?.state === 'declined')
    await rescheduleEnding(operation.transactionId, Date.now());
  return resolution;
}
