import { type Asked, askAgainFrom, beginAnew, getDelivery, listDeliveries } from '#store/deliveries.ts';
import { getWebhook } from '#store/webhooks.ts';
import { sendDelivery } from './publish-event.ts';

/** How many deliveries are begun before the next ones are asked for by an item of their own. */
const atOnce = 100;

/** Begins what a merchant asked for: one delivery, or all since a time that are not under way. */
export async function deliverAgain(asked: Asked): Promise<void> {
  const { id: wish, merchantId, webhookId } = asked;
  const webhook = await getWebhook(merchantId, webhookId);
  if (!webhook) return;
  if ('eventId' in asked) {
    const delivery = await getDelivery(webhookId, asked.eventId);
    if (delivery?.status === 'pending') await sendDelivery(webhook, delivery.id, delivery.turn);
    return;
  }
  let count = 0;
  for await (const delivery of listDeliveries(webhookId, { limit: atOnce, after: asked.since })) {
    const { id, status, turn } = delivery;
    if (status !== 'pending') {
      await beginAnew(delivery, wish);
      await sendDelivery(webhook, id, turn + 1);
    } else if (delivery.asked === wish) await sendDelivery(webhook, id, turn); // begun before we died
    if (++count === atOnce) return askAgainFrom({ merchantId, webhookId, since: id });
  }
}
