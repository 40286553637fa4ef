import {
  changeAfterAttempt,
  changeAfterQuickAnswer,
  changeAfterSlowAnswer,
  quickAnswer,
} from '#domain/webhooks/endpoint-health.ts';
import { noteHealth, type StoredWebhook } from '#store/webhooks/webhooks.ts';

/** Moves an endpoint to the slow queue, unless more than half of its present time there is left. */
export async function noteSlow(webhook: StoredWebhook): Promise<void> {
  const change = changeAfterSlowAnswer(webhook, Date.now());
  if (change) await noteHealth(webhook, change);
}

/**
 * Stores the effect of a delivery attempt on the endpoint's health. May switch the endpoint off.
 *
 * @param begun the time at which the attempt began, in milliseconds since 1970
 * @param duration in milliseconds
 */
export async function noteOutcome(
  webhook: StoredWebhook,
  succeeded: boolean,
  begun: number,
  duration: number,
): Promise<void> {
  if (duration > quickAnswer) await noteSlow(webhook);
  const now = Date.now();
  const isQuick = succeeded && duration <= quickAnswer;
  const changes = [
    changeAfterAttempt(webhook, succeeded, begun, now),
    isQuick ? changeAfterQuickAnswer(webhook, now) : undefined,
  ];
  for (const change of changes) if (change) await noteHealth(webhook, change);
}
