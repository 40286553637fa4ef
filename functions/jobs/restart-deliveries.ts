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
 * Restarts pending deliveries and resends whose queue message was lost. If a run stops early, the next one continues.
 */
export async function handler(
  _: unknown,
  { getRemainingTimeInMillis }: Context,
): Promise<{ restarted: number }> {
  const now = Date.now();
  let restarted = 0;
  const failed = new Set<string>();
  while (getRemainingTimeInMillis() > lastRound) {
    const stranded = (await listStranded(now, atOnce)).filter((one) => !failed.has(nameOf(one)));
    if (stranded.length === 0) break;
    await Promise.all(
      stranded.map(async (one) => {
        // The index may still list it for a moment.
        failed.add(nameOf(one));
        try {
          if (await restartStranded(one)) restarted++;
        } catch (error) {
          logError(nameOf(one), error);
        }
      }),
    );
  }
  countNothing(requireVariable('WATCHED_JOBS').split(','));
  logFinished('RestartDeliveries', { restarted });
  return { restarted };
}

const nameOf = (one: StrandedDelivery): string =>
  one.kind === 'delivery'
    ? `${one.delivery.webhookId} ${one.delivery.id}`
    : `${one.resend.webhookId} ${one.resend.id}`;
