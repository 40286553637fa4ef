import type { Context } from 'aws-lambda';
import { requireVariable } from '#aws/environment.ts';
import { countNothing, logFinished } from '#jobs/log-finished.ts';
import { logError } from '#observability/log.ts';
import { listStranded, type StrandedDelivery } from '#store/webhooks/stranded-deliveries.ts';
import { restartStranded } from '#usecases/webhooks/restart-stranded.ts';

/** The number of deliveries of each list that are restarted at the same time. */
const atOnce = 5;

/** The most milliseconds that the last round may take. */
const lastRound = 20_000;

/**
 * The rounds in a row without a success after which a run stops. The queues may be down then, and each attempt delays the
 * next restart of its delivery.
 */
const mostFailedRounds = 3;

/**
 * Restarts pending deliveries and resends whose queue message was lost. If a run stops early, the next one continues.
 */
export async function handler(
  _: unknown,
  { getRemainingTimeInMillis }: Context,
): Promise<{ restarted: number }> {
  let restarted = 0;
  let failedRounds = 0;
  for await (const stranded of listStranded(Date.now(), atOnce)) {
    if (getRemainingTimeInMillis() <= lastRound || failedRounds === mostFailedRounds) break;
    const restarts = stranded.map(async (one) => {
      try {
        if (await restartStranded(one)) restarted++;
        return true;
      } catch (error) {
        logError(nameOf(one), error);
        return false;
      }
    });
    failedRounds = (await Promise.all(restarts)).includes(true) ? 0 : failedRounds + 1;
  }
  countNothing(requireVariable('WATCHED_JOBS').split(','));
  logFinished('RestartDeliveries', { restarted });
  return { restarted };
}

const nameOf = (one: StrandedDelivery): string =>
  one.kind === 'delivery'
    ? `${one.delivery.webhookId} ${one.delivery.id}`
    : `${one.resend.webhookId} ${one.resend.id}`;
