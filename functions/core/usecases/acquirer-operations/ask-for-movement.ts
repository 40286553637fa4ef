import type { MovementOutcome } from '#acquirer/acquirer.ts';
import { paymentAcquirerOf } from '#acquirer/registry.ts';
import { OperationOpen } from '#domain/outcome.ts';
import { StaleRead } from '#store/table/retry.ts';
import {
  ClosedBefore,
  isClosed,
  type MovementOperation,
  reserveOperation,
  reviseOperation,
} from '#store/transactions/operations.ts';
import { orderOf } from './movement-operation.ts';
import type { OpenedMovement } from './open-movement.ts';
import { firstLook } from './operation-outcome.ts';

/**
 * An operation as stored, and what the acquirer has answered. `isNew` if nobody has asked before. The outcome is absent
 * if another request has stored an answer in the operation.
 */
export interface AnsweredMovement {
  operation: MovementOperation;
  outcome?: MovementOutcome;
  isNew?: boolean;
}

/** Asks the acquirer for a movement. If an earlier copy of the request has asked already, it looks up the outcome. */
export async function askForMovement({ operation, isNew }: OpenedMovement): Promise<AnsweredMovement> {
  if (operation.state !== 'open') return { operation };
  if (isNew)
    return { operation, isNew, outcome: await paymentAcquirerOf(operation.account).move(orderOf(operation)) };
  const reserved = await unlessClosed(operation, () => reserveOperation(operation, Date.now() + firstLook));
  return reserved.state === 'open' ? lookUpMovement(reserved) : { operation: reserved };
}

/**
 * The time for the acquirer to recover from a failure before Florin sends the movement under another key, in
 * milliseconds.
 */
const recoveryTime = 5 * 60 * 1000;

/**
 * Looks up a movement that was sent. If it never arrived, Florin sends it again under the same key, so that the
 * acquirer recognizes a request that is still on its way, whatever the clocks show. Florin uses another key only after
 * the acquirer has ended the request with a failure that it repeats.
 *
 * @throws OperationOpen if another request is working on the operation
 */
export async function lookUpMovement(operation: MovementOperation): Promise<AnsweredMovement> {
  const adapter = paymentAcquirerOf(operation.account);
  const order = orderOf(operation);
  const became = await adapter.find(order);
  if (became.state !== 'absent') return { operation, outcome: became };
  const outcome = await adapter.move(order);
  const { since, attempts } = operation;
  const now = Date.now();
  const isOver = outcome.state === 'unknown' && outcome.ended && now - since > recoveryTime;
  if (!isOver) return { operation, outcome };
  const asked = await unlessClosed(operation, () =>
    reviseOperation(operation, { attempts: attempts + 1, due: now + firstLook }),
  );
  if (isClosed(asked)) return { operation: asked };
  // The request may have reached the acquirer before it died.
  const left = await adapter.find(orderOf(asked));
  return { operation: asked, outcome: left.state === 'absent' ? await adapter.move(orderOf(asked)) : left };
}

/** Revises an operation; returns it closed if another request has closed it. */
async function unlessClosed(
  { id }: MovementOperation,
  revise: () => Promise<MovementOperation>,
): Promise<MovementOperation> {
  try {
    return await revise();
  } catch (error) {
    if (error instanceof ClosedBefore) return error.operation as MovementOperation;
    throw error instanceof StaleRead ? new OperationOpen(id) : error;
  }
}
