import type { Decline } from '#acquirer/decline.ts';
import { paymentAcquirerOf } from '#acquirer/payment-acquirers.ts';
import { found, OperationOpen } from '#domain/outcome.ts';
import { LinkEnded } from '#domain/transactions/link.ts';
import { type AuthorizationOperation, getOperation, type MovementOperation } from '#store/operations.ts';
import { transact, type Write } from '#store/table/transact.ts';
import { orderOf, settleMovement } from './move-at-acquirer.ts';

/** How a payment stands that is to be captured at once. */
interface Finished {
  decline?: Decline;
  captured: boolean;
  /** Somebody else has given the first answer. */
  repeated?: boolean;
}

/**
 * Captures what was authorized just now. Where the acquirer does not answer, the payment is made all the same: its money
 * is set aside, and the worker goes on.
 *
 * @param record what is written with the end of it, or with the end of our patience
 */
export async function finishCapture(
  operation: MovementOperation,
  record: (decline: Decline | undefined) => readonly Write[],
): Promise<Finished> {
  const outcome = await paymentAcquirerOf(operation.account).move(orderOf(operation));
  try {
    const settled = await settleMovement(operation, outcome, ({ decline }) => record(decline));
    return finishedBy(settled.operation, !settled.first);
  } catch (error) {
    if (!(error instanceof OperationOpen)) throw error;
    const writes = record(undefined);
    if (writes.length > 0) await transact(writes);
    return { captured: false };
  }
}

/**
 * How an authorization ended that an earlier sending has closed, with its capture. An open one is the worker's.
 *
 * @throws LinkEnded
 */
export async function endOf({ captureId, decline, linkEnded }: AuthorizationOperation): Promise<Finished> {
  if (linkEnded) throw new LinkEnded();
  if (!captureId) return { decline, captured: false, repeated: true };
  return finishedBy(found(await getOperation(captureId)) as MovementOperation, true);
}

const finishedBy = ({ state, decline }: MovementOperation, repeated: boolean): Finished => ({
  decline,
  captured: state === 'approved',
  repeated,
});
