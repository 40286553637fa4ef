import { requireVariable } from '#aws/environment.ts';
import type { Message } from '#aws/sqs.ts';
import { sendInBatch } from '#aws/sqs-batches.ts';
import type { Id } from '#domain/id.ts';
import { isSlow } from '#domain/webhooks/endpoint-health.ts';
import type { Event } from '#domain/webhooks/event.ts';
import { findDelivery } from '#store/webhooks/deliveries.ts';
import type { Delivery, ResendRequest } from '#store/webhooks/delivery-item.ts';
import { storeEvent } from '#store/webhooks/events.ts';
import { openResend } from '#store/webhooks/resends.ts';
import { getWebhook, type StoredWebhook } from '#store/webhooks/webhooks.ts';

/** A message of the queues of deliveries. */
export interface DeliveryMessage {
  merchantId: Id;
  webhookId: Id;
  eventId: Id;
  /** The lane of the delivery; absent for the first one. */
  lane?: number;
  /** The turn of the delivery when this message was sent. A message with an older turn has no effect. */
  turn: number;
  /** The number of earlier attempts that count in the retry schedule. */
  attempts: number;
  /** The earliest time of the attempt, in milliseconds since 1970. */
  due?: number;
}

/**
 * Chooses the queue of a delivery. Endpoints that fail or answer slowly share a queue, so that quick endpoints never
 * wait for them.
 */
const queueFor = (webhook: StoredWebhook): string =>
  requireVariable(isSlow(webhook) ? 'SLOW_DELIVERIES_URL' : 'DELIVERIES_URL');

/** Stores an event with its deliveries, and then starts those to endpoints with a URL. */
export async function publishEvent(event: Event, webhooks: readonly StoredWebhook[]): Promise<void> {
  const lanes = await storeEvent(event, webhooks);
  const { id, merchantId } = event;
  await Promise.all(
    webhooks
      .filter(({ url }) => url !== undefined)
      .map((webhook) =>
        sendDelivery(webhook, { id, merchantId, webhookId: webhook.id, lane: lanes[webhook.id], turn: 0 }),
      ),
  );
}

type Turn = Pick<Delivery, 'id' | 'merchantId' | 'webhookId' | 'lane' | 'turn'>;

/**
 * Sends the message for a delivery's next attempt.
 *
 * @param attempts the number of earlier attempts that count in the retry schedule
 */
export async function sendDelivery(webhook: StoredWebhook, turn: Turn, attempts = 0): Promise<void> {
  await sendInBatch(queueFor(webhook), deliveryMessage(turn, attempts));
}

/** Makes the message of a delivery in the group of its merchant, so that the queue serves all merchants in turn. */
export const deliveryMessage = (
  { id: eventId, merchantId, webhookId, lane, turn }: Turn,
  attempts = 0,
): Message => ({
  body: { merchantId, webhookId, eventId, lane, turn, attempts } satisfies DeliveryMessage,
  group: merchantId,
});

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
