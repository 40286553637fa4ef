import type { Context, ScheduledEvent } from 'aws-lambda';
import { numberVariable } from '#aws/environment.ts';
import { inGroups } from '#basics/in-groups.ts';
import { day } from '#basics/time.ts';
import { processDueItems } from '#jobs/due-items.ts';
import { log, logError } from '#observability/log.ts';
import { dueTrials, postponeTrial, type Trial } from '#store/merchants/trials.ts';
import { reviewTrial } from '#usecases/accounts/review-trial.ts';

/** In milliseconds: how long a merchant may wait for its connection with an acquirer. */
const wait = numberVariable('UNVOUCHED_TEST_DAYS') * day;

/** The number of merchants that the job reads from each of the 16 lists in a round, and that it works on at the same time. */
const [ofEach, atOnce] = [4, 5];

/** The most milliseconds that the last round may take. */
const lastRound = 120_000;

/**
 * Removes live merchants that apps have made for which nobody vouches, if nobody uses them and no operator has connected them
 * with an acquirer. If a run stops early, the next one continues.
 */
export function handler({ time }: Partial<ScheduledEvent>, context: Context): Promise<{ looked: number }> {
  const now = time ? Date.parse(time) : Date.now();
  return processDueItems(context, {
    job: 'RemoveMerchants',
    lastRound,
    read: () => dueTrials(now, ofEach),
    idOf: ({ id }) => id,
    work: (due) => inGroups(due, atOnce, (trial) => review(trial, now)),
  });
}

async function review(trial: Trial, now: number): Promise<void> {
  const { id } = trial;
  try {
    // The next look is scheduled before this one. Otherwise a merchant that kills the job would be the first one of each
    // later run.
    await postponeTrial(id, now + day / 2);
    const outcome = await reviewTrial(trial, now, wait);
    log('info', { job: 'RemoveMerchants', merchantId: id, outcome });
  } catch (error) {
    logError(id, error);
  }
}
