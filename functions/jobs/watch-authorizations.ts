import type { Context, ScheduledEvent } from 'aws-lambda';
import { inGroups } from '#basics/in-groups.ts';
import { hour } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import { processDueItems } from '#jobs/due-items.ts';
import { logError } from '#observability/log.ts';
import { type Detachment, rescheduleDetachment } from '#store/cards/detachments.ts';
import { dueEndings, rescheduleEnding } from '#store/transactions/ending-authorizations.ts';
import { loseLateDispute } from '#usecases/acquirer-events/lose-late-dispute.ts';
import { detachCard, nextAttempt } from '#usecases/acquirer-operations/detach-card.ts';
import { watchAuthorization } from '#usecases/reconciliation/watch-authorization.ts';

/**
 * The number of authorizations that the job reads from each of the 16 lists in a round, and the number that it checks
 * at the same time. A check takes 12 seconds if the acquirer does not answer, so a round takes at most about 84
 * seconds.
 */
const [ofEach, atOnce] = [4, 10];

/** The most milliseconds that the last round may take. */
const lastRound = 120_000;

/** In milliseconds: the pause before the next check of an authorization after a failed one. */
const pause = hour;

/**
 * In milliseconds: the most time that a run waits for an acquirer that does not delete cards. Then the run puts the deletion of
 * further cards off, so that the warnings of authorizations do not wait for an acquirer that hangs.
 */
const patience = 60_000;

/**
 * Warns merchants of authorizations that end soon, and releases those that have ended. Ends test disputes after their
 * deadline. Deletes cards at their acquirer that Florin has stopped using. If a run stops early, the next one continues.
 */
export function handler({ time }: Partial<ScheduledEvent>, context: Context): Promise<{ looked: number }> {
  const now = time ? Date.parse(time) : Date.now();
  const waited = { time: 0 };
  return processDueItems(context, {
    job: 'WatchAuthorizations',
    lastRound,
    read: () => dueEndings(now, ofEach),
    idOf: (due) => (typeof due === 'string' ? due : due.credential.reference),
    work: (due) =>
      inGroups(due, atOnce, (each) =>
        typeof each === 'string' ? checkAuthorization(each, now) : detach(each, now, waited),
      ),
  });
}

async function checkAuthorization(id: Id, now: number): Promise<void> {
  try {
    // The next check is scheduled before this one. Otherwise a check that kills the job would be the first one of
    // each later run.
    await rescheduleEnding(id, now + pause);
    await rescheduleEnding(id, (await watchAuthorization(id, now)) ?? (await loseLateDispute(id, now)));
  } catch (error) {
    logError(id, error);
  }
}

async function detach(work: Detachment, now: number, waited: { time: number }): Promise<void> {
  const begun = Date.now();
  try {
    // The next attempt is scheduled before this one, as above.
    await rescheduleDetachment(work, nextAttempt(work, now));
    if (waited.time > patience) return;
    const due = await detachCard(work, now);
    if (due === undefined) await rescheduleDetachment(work, undefined);
    else waited.time += Date.now() - begun;
  } catch (error) {
    logError(work.credential.reference, error);
  }
}
