import { findDelivery } from '#store/webhooks/deliveries.ts';
import type { ResendRequest } from '#store/webhooks/delivery-item.ts';
import { openResend } from '#store/webhooks/resends.ts';
import { getWebhook } from '#store/webhooks/webhooks.ts';
import { sendDelivery } from './publish-event.ts';

/** Begins a delivery that a merchant asked for. */
export async function deliverAgain(asked: ResendRequest): Promise<void> {
  if ('since' in asked) {
    await openResend(asked);
    return;
  }
  const { merchantId, webhookId } = asked;
  const [webhook, { delivery }] = await Promise.all([getWebhook(merchantId, webhookId), findDelivery(asked)]);
  if (webhook && delivery?.status === 'pending') await sendDelivery(webhook, delivery);
}
