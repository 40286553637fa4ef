import type { Context } from 'aws-lambda';
import { OperationOpen } from '#domain/outcome.ts';
import { LinkEnded } from '#domain/transactions/link.ts';
import { finished } from '#jobs/finished.ts';
import { log, logError } from '#observability/log.ts';
import { embedded } from '#observability/metrics.ts';
import { ClosedBefore, dueOperations, type Operation, reviseOperation } from '#store/operations.ts';
import { Moved } from '#store/table/retry.ts';
import { authorizationTime } from '#usecases/acquirer-operations/resolve-authorization.ts';
import { finishOperation } from '#usecases/acquirer-operations/resolve-operation.ts';

/** Of each list of open operations, so many at once. */
const atOnce = 2;

/** In milliseconds: what the last round may take. */
const lastRound = 25_000;

/** An operation that is open for longer than this raises an alarm. */
const long = 60 * 60 * 1000;

/**
 * Finds out what became of operations whose request has died, or whose acquirer has not answered: those that are due,
 * each again after a pause that grows with its age. Whatever stops this, the next minute's run goes on.
 */
export async function handler(
  _: unknown,
  { getRemainingTimeInMillis }: Context,
): Promise<{ looked: number }> {
  let looked = 0;
  while (getRemainingTimeInMillis() > lastRound) {
    const due = await dueOperations(Date.now(), atOnce);
    if (due.length === 0) break;
    await Promise.all(due.map(look));
    looked += due.length;
  }
  finished('FinishOperations', { looked });
  return { looked };
}

/** In milliseconds: soon at first, never later than in an hour, and when the time of an authorization is over. */
function pauseAt(age: number, kind: Operation['kind']): number {
  const pause = Math.min(60 * 60 * 1000, Math.max(60_000, age));
  const left = authorizationTime - age;
  return kind === 'authorize' && left > 0 ? Math.min(pause, left + 1) : pause;
}

async function look(operation: Operation): Promise<void> {
  const { id, kind, since, merchantId } = operation;
  const age = Date.now() - since;
  let mine = operation;
  try {
    mine = await reviseOperation(operation, { due: Date.now() + pauseAt(age, kind) });
    const { state } = await finishOperation(mine);
    if (state !== 'open') log('info', { operation: id, kind, merchantId, state });
  } catch (error) {
    // Another run is at it, or was; or it was for a link that has ended, and is taken back.
    if (error instanceof ClosedBefore || error instanceof Moved || error instanceof LinkEnded) return;
    const open = error instanceof OperationOpen;
    if (!open) logError(id, error);
    else if (!mine.stayed) await tellOf(mine);
    if (!open || age > long)
      log('error', {
        operation: id,
        kind,
        merchantId,
        age,
        ...embedded({ name: 'OperationsOpen', value: 1 }),
      });
  }
}

/** Its merchant hears of it, and once more when it is settled. */
async function tellOf(operation: Operation): Promise<void> {
  try {
    await reviseOperation(operation, { stayed: true });
  } catch (error) {
    // It is settled just now, or asked for again; if it stays open, the next look tells.
    if (!(error instanceof ClosedBefore || error instanceof Moved)) throw error;
  }
}
