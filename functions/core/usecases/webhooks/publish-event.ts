import { requireVariable } from '#aws/environment.ts';
import { type Message, sendMessages } from '#aws/sqs.ts';
import type { Id } from '#domain/id.ts';
import type { Event } from '#domain/webhooks/event.ts';
import { type Delivery, storeEvent } from '#store/deliveries.ts';
import type { StoredWebhook } from '#store/webhooks.ts';

/** A message of the queues of deliveries. */
export interface DeliveryMessage {
  merchantId: Id;
  webhookId: Id;
  eventId: Id;
  /** The delivery's, when this was sent. */
  turn: number;
  /** How many attempts there were, that count. */
  attempts: number;
  /** Not before; milliseconds since 1970. */
  due?: number;
}

/**
 * The queue that a delivery goes to. An endpoint that fails, or is slow, has a queue with others of its kind: those that
 * answer at once wait for none of them.
 */
export const queueFor = (webhook: StoredWebhook, now = Date.now()): string =>
  requireVariable(isSlow(webhook, now) ? 'SLOW_DELIVERIES_URL' : 'DELIVERIES_URL');

export const isSlow = ({ failingSince, slowUntil = 0 }: StoredWebhook, now: number): boolean =>
  failingSince !== undefined || slowUntil > now;

/** Stores an event, then sends it on its way to those that listen. An endpoint without a server only has it stored. */
export async function publishEvent(event: Event, webhooks: readonly StoredWebhook[]): Promise<void> {
  await storeEvent(event, webhooks);
  const { id, merchantId } = event;
  await Promise.all(
    webhooks.map((webhook) => sendDelivery(webhook, { id, merchantId, webhookId: webhook.id, turn: 0 })),
  );
}

type Turn = Pick<Delivery, 'id' | 'merchantId' | 'webhookId' | 'turn'>;

/** Has a delivery attempted. @param attempts how many of its schedule are behind it */
export async function sendDelivery(webhook: StoredWebhook, turn: Turn, attempts = 0): Promise<void> {
  if (webhook.url === undefined) return;
  await sendMessages(queueFor(webhook), [deliveryMessage(turn, attempts)]);
}

/** A message in the group of its merchant, so that the queue serves all merchants in turn. */
export const deliveryMessage = (
  { id: eventId, merchantId, webhookId, turn }: Turn,
  attempts = 0,
): Message => ({
  body: { merchantId, webhookId, eventId, turn, attempts } satisfies DeliveryMessage,
  group: merchantId,
});
