import type { Context, ScheduledEvent } from 'aws-lambda';
import { inGroups } from '#basics/in-groups.ts';
import type { Id } from '#domain/id.ts';
import { workOff } from '#jobs/work-off.ts';
import { logError } from '#observability/log.ts';
import { dueEndings, rescheduleEnding } from '#store/transactions/ending-authorizations.ts';
import { watchAuthorization } from '#usecases/reconciliation/watch-authorization.ts';

/**
 * The number of authorizations that the job reads from each of the 16 lists, and the number that it looks at together.
 * A look at an acquirer that does not answer takes 12 seconds, so a round takes about 84 seconds at most.
 */
const [ofEach, atOnce] = [4, 10];

/** The most milliseconds that the last round may take. */
const lastRound = 120_000;

/** After a failed look at an authorization, the job tries again after this time, in milliseconds. */
const pause = 60 * 60 * 1000;

/**
 * Warns merchants of authorizations that end soon, and releases those that have ended. If a run stops early, the next
 * one continues.
 */
export function handler({ time }: Partial<ScheduledEvent>, context: Context): Promise<{ looked: number }> {
  const now = time ? Date.parse(time) : Date.now();
  return workOff(context, {
    job: 'WatchAuthorizations',
    lastRound,
    read: () => dueEndings(now, ofEach),
    idOf: (id) => id,
    look: (due) => inGroups(due, atOnce, (id) => look(id, now)),
  });
}

async function look(id: Id, now: number): Promise<void> {
  try {
    // The next look is postponed first. Otherwise a look that kills the job would be the first one of each later run.
    await rescheduleEnding(id, now + pause);
    await rescheduleEnding(id, await watchAuthorization(id, now));
  } catch (error) {
    logError(id, error);
  }
}
