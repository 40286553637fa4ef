import type { Decline } from '#acquirer/decline.ts';
import { paymentAcquirerOf } from '#acquirer/payment-acquirers.ts';
import { found, OperationOpen } from '#domain/outcome.ts';
import { transact, type Write } from '#store/table/transact.ts';
import {
  type AuthorizationOperation,
  getOperation,
  type MovementOperation,
} from '#store/transactions/operations.ts';
import { orderOf, recordMovementOutcome } from './move-at-acquirer.ts';
import { requireOutcome } from './operation-outcome.ts';

/** The outcome of a payment that is captured at once. */
interface CaptureOutcome {
  decline?: Decline;
  captured: boolean;
  /** Set if another request has given the first answer. */
  repeated?: boolean;
}

/**
 * Captures a payment right after its authorization. If the acquirer does not answer in time, the payment succeeds all
 * the same: the amount is held, and the worker resolves the capture.
 *
 * @param record the writes of the database transaction that ends the capture, or that ends the wait for it
 */
export async function resolveCapture(
  operation: MovementOperation,
  record: (decline: Decline | undefined) => readonly Write[],
): Promise<CaptureOutcome> {
  const outcome = await paymentAcquirerOf(operation.account).move(orderOf(operation));
  try {
    const resolution = await recordMovementOutcome(operation, outcome, ({ decline }) => record(decline));
    return captureOutcomeOf(resolution.operation, !resolution.first);
  } catch (error) {
    if (!(error instanceof OperationOpen)) throw error;
    const writes = record(undefined);
    if (writes.length > 0) await transact(writes);
    return { captured: false };
  }
}

/**
 * Returns the outcome of an authorization that an earlier request has closed, with its capture. The worker resolves an
 * open capture.
 *
 * @throws LinkEnded; OperationOpen if nobody knows the outcome
 */
export async function endOf(operation: AuthorizationOperation): Promise<CaptureOutcome> {
  const { captureId, decline } = requireOutcome({ operation }).operation;
  if (!captureId) return { decline, captured: false, repeated: true };
  return captureOutcomeOf(found(await getOperation(captureId)) as MovementOperation, true);
}

const captureOutcomeOf = ({ state, decline }: MovementOperation, repeated: boolean): CaptureOutcome => ({
  decline,
  captured: state === 'approved',
  repeated,
});
