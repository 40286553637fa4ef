import type { Context } from 'aws-lambda';
import { day, hour } from '#basics/time.ts';
import { OperationOpen } from '#domain/outcome.ts';
import { LinkEnded } from '#domain/transactions/link.ts';
import { processDueItems } from '#jobs/due-items.ts';
import { log, logError } from '#observability/log.ts';
import { embeddedMetrics } from '#observability/metrics.ts';
import { StaleRead } from '#store/table/retry.ts';
import {
  ClosedBefore,
  dueOperations,
  type Operation,
  reviseOperation,
} from '#store/transactions/operations.ts';
import { authorizationTime } from '#usecases/acquirer-operations/ask-for-authorization.ts';
import { endIfRetired } from '#usecases/acquirer-operations/end-if-retired.ts';
import { resolveOperation } from '#usecases/acquirer-operations/resolve-operation.ts';

/** The number of open operations that are read from each list and worked on at the same time. */
const atOnce = 2;

/** The most milliseconds that the last round may take. */
const lastRound = 25_000;

/** An operation that is open for longer than this raises an alarm. */
const alarmAfter = hour;

/**
 * Resolves operations whose request has died or whose acquirer has not answered. An operation that stays open is tried
 * again after a pause that grows with its age. A movement that the acquirer has accepted counts as a failure only after its
 * time. If a run stops early, the next one, a minute later, continues.
 */
export const handler = (_: unknown, context: Context): Promise<{ looked: number }> =>
  processDueItems(context, {
    job: 'FinishOperations',
    lastRound,
    read: () => dueOperations(Date.now(), atOnce),
    idOf: ({ id }) => id,
    work: (due) => Promise.all(due.map(resolveAndReport)),
  });

/** The longest pauses between two attempts, in milliseconds. An event usually brings the answer to an accepted movement. */

/**
 * The pause before the next attempt, in milliseconds: short at first, at most an hour, and never beyond the time
 * limit of an authorization. An accepted movement has pauses of up to a day, until its time is over.
 */
function pauseAt(age: number, operation: Operation): number {
  const { kind, state } = operation;
  if (kind !== 'authorize' && state === 'accepted') {
    const left = (operation.until ?? 0) - Date.now();
    return left > 0 ? Math.min(day, Math.max(60_000, age), left + 1) : hour;
  }
  const pause = Math.min(hour, Math.max(60_000, age));
  const left = authorizationTime - age;
  return kind === 'authorize' && left > 0 ? Math.min(pause, left + 1) : pause;
}

async function resolveAndReport(operation: Operation): Promise<void> {
  const { id, kind, since, merchantId } = operation;
  const age = Date.now() - since;
  let mine = operation;
  try {
    mine = await reviseOperation(operation, { due: Date.now() + pauseAt(age, operation) });
    const { state } = await resolveOrEnd(mine, age);
    if (state !== 'open') log('info', { operation: id, kind, merchantId, state });
  } catch (error) {
    // Another run is working on the operation or has closed it, or its link has ended, so that the authorization was
    // cancelled.
    if (error instanceof ClosedBefore || error instanceof StaleRead || error instanceof LinkEnded) return;
    const open = error instanceof OperationOpen;
    if (!open) logError(id, error);
    else if (!mine.stayed) await markStayed(mine);
    if (!open || age > alarmAfter)
      log('error', {
        operation: id,
        kind,
        merchantId,
        age,
        ...embeddedMetrics({ name: 'OperationsOpen', value: 1 }),
      });
  }
}

async function resolveOrEnd(operation: Operation, age: number): Promise<Operation> {
  try {
    return await resolveOperation(operation);
  } catch (error) {
    const ended = error instanceof OperationOpen && age > alarmAfter && (await endIfRetired(operation));
    if (ended) return ended;
    throw error;
  }
}

/** Marks the operation, so that its merchant gets an event now, and another one when the operation is resolved. */
async function markStayed(operation: Operation): Promise<void> {
  try {
    await reviseOperation(operation, { stayed: true });
  } catch (error) {
    // The operation was resolved just now, or a request is working on it. If it stays open, the next run sends the
    // event.
    if (!(error instanceof ClosedBefore || error instanceof StaleRead)) throw error;
  }
}
