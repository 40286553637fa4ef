import type { Decline } from '#acquirer/decline.ts';
import { paymentAcquirerOf } from '#acquirer/registry.ts';
import type { Id } from '#domain/id.ts';
import { OperationOpen, requireFound } from '#domain/outcome.ts';
import { repeatWhileStale, StaleRead } from '#store/table/retry.ts';
import { transact, type Write } from '#store/table/transact.ts';
import {
  type AuthorizationOperation,
  getOperation,
  type MovementOperation,
} from '#store/transactions/operations.ts';
import { orderOf } from './movement-operation.ts';
import { firstLook, requireOutcome } from './operation-outcome.ts';
import { recordMovementOutcome } from './record-movement.ts';

/** The outcome of a payment that is captured at once. */
interface CaptureOutcome {
  decline?: Decline;
  captured: boolean;
  /** Set if another request has given the first answer. */
  repeated?: boolean;
}

/**
 * Captures a payment right after its authorization. If the acquirer does not answer in time, the payment still
 * succeeds: Florin holds the amount, and the worker resolves the capture.
 *
 * @param record the writes of the database transaction that ends the capture, or that ends the wait for it
 */
export async function resolveCapture(
  operation: MovementOperation,
  record: (decline: Decline | undefined) => readonly Write[],
): Promise<CaptureOutcome> {
  const outcome = await paymentAcquirerOf(operation.account).move(orderOf(operation));
  try {
    const resolution = await recordMovementOutcome({ operation, outcome }, ({ decline }) => record(decline));
    return captureOutcomeOf(resolution.operation, !resolution.first);
  } catch (error) {
    if (!(error instanceof OperationOpen)) throw error;
    const writes = record(undefined);
    if (writes.length > 0) await transact(writes);
    return { captured: false };
  }
}

/**
 * Returns the outcome of an authorization that an earlier request has closed, with its capture. The worker resolves a
 * capture that stays open.
 *
 * @throws LinkEnded; OperationOpen if nobody knows the outcome
 */
export async function endOf(operation: AuthorizationOperation): Promise<CaptureOutcome> {
  const { captureId, decline } = requireOutcome({ operation }).operation;
  if (!captureId) return { decline, captured: false, repeated: true };
  return captureOutcomeOf(await captureOf(captureId), true);
}

/**
 * Reads the capture of a payment. If the capture is open, another copy of the request may still be waiting for the
 * acquirer's answer, which decides whether the payment succeeds. So this function waits for the copy. A payment that its
 * method has captured with the authorization has succeeded, even before its figures are known.
 *
 * @throws OperationOpen
 */
async function captureOf(id: Id): Promise<MovementOperation> {
  try {
    return await repeatWhileStale(async () => {
      const capture = requireFound(await getOperation(id)) as MovementOperation;
      const isAsked = capture.state === 'open' && !capture.payment.captured;
      if (isAsked && capture.since + firstLook > Date.now()) throw new StaleRead();
      return capture;
    });
  } catch (error) {
    throw error instanceof StaleRead ? new OperationOpen(id) : error;
  }
}

const captureOutcomeOf = ({ state, decline }: MovementOperation, repeated: boolean): CaptureOutcome => ({
  decline,
  captured: state === 'approved',
  repeated,
});
