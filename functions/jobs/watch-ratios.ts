import type { Context, ScheduledEvent } from 'aws-lambda';
import { requireVariable } from '#aws/environment.ts';
import { inGroups } from '#basics/in-groups.ts';
import type { Id } from '#domain/id.ts';
import { logFinished } from '#jobs/log-finished.ts';
import { logError } from '#observability/log.ts';
import { listWatched } from '#store/disputes/ratios.ts';
import { watchRatios } from '#usecases/disputes/watch-ratios.ts';

const thresholds = requireVariable('SCHEME_THRESHOLDS');

/** The merchants that are measured at the same time. */
const atOnce = 10;

/** In milliseconds, the time that the last merchants may take. */
const lastRound = 120_000;

/**
 * Measures the share of disputes and fraud alerts of each merchant that has had one in the last two months. An error with one
 * merchant does not affect the others. If a run stops early, the next one continues with the days that are not counted yet.
 */
export async function handler(
  { time }: Partial<ScheduledEvent>,
  context?: Partial<Context>,
): Promise<{ looked: number }> {
  const now = time ? new Date(time) : new Date();
  const watched: Id[] = [];
  for await (const { id } of listWatched({ limit: 1000 })) watched.push(id);
  let looked = 0;
  await inGroups(watched, atOnce, async (merchantId) => {
    if ((context?.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY) < lastRound) return;
    looked++;
    await watchRatios(merchantId, now, thresholds).catch((error: unknown) => logError(merchantId, error));
  });
  const result = { looked, left: watched.length - looked };
  logFinished('WatchRatios', result);
  return result;
}
