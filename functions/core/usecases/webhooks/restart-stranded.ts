import { idTime } from '#domain/id.ts';
import { recordAttempt, restartIfUnchanged, unlist } from '#store/webhooks/deliveries.ts';
import type { Delivery } from '#store/webhooks/delivery-item.ts';
import { advanceResend } from '#store/webhooks/resends.ts';
import type { StrandedDelivery } from '#store/webhooks/stranded-deliveries.ts';
import { getWebhook } from '#store/webhooks/webhooks.ts';
import { sendDelivery } from './publish-event.ts';
import { continueResend } from './resend-deliveries.ts';

/** The longest pause between two restarts of the same delivery, in milliseconds. */
const longestPause = 6 * 60 * 60_000;

/**
 * Restarts a pending delivery or an open resend whose message was lost or is in the dead-letter queue. If the older
 * message arrives after all, it has no effect: its turn is older, or the resend has moved on.
 *
 * @returns whether this run has restarted the delivery or the resend
 */
export async function restartStranded(stranded: StrandedDelivery): Promise<boolean> {
  if (stranded.kind === 'delivery') return restartDelivery(stranded.delivery);
  const { resend } = stranded;
  const renewed = await advanceResend(resend, resend.from);
  if (renewed) await continueResend(resend);
  return renewed;
}

async function restartDelivery(delivery: Delivery): Promise<boolean> {
  const { merchantId, webhookId, id, turn, attempts, tried = attempts.length } = delivery;
  const webhook = await getWebhook(merchantId, webhookId);
  if (!webhook || webhook.disabled) {
    await recordAttempt(delivery, 'restart', { status: 'failed' });
    return false;
  }
  if (webhook.url === undefined) {
    await unlist(delivery);
    return false;
  }
  const pause = Math.min(longestPause, Math.max(0, Date.now() - idTime(id)));
  const begun = await restartIfUnchanged(delivery, { pause });
  if (begun) await sendDelivery(webhook, { ...delivery, turn: turn + 1 }, tried);
  return begun;
}
