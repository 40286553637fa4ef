import { requireVariable } from '#aws/environment.ts';
import { sendMessages } from '#aws/sqs.ts';
import type { Event } from '#domain/event.ts';
import type { Id } from '#domain/id.ts';
import type { Webhook } from '#domain/webhook.ts';
import { storeEvent } from '#store/deliveries.ts';
import type { StoredWebhook } from '#store/webhooks.ts';

/** What the queues of deliveries carry. */
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
  await Promise.all(webhooks.map((webhook) => sendDelivery(webhook, event.id, 0)));
}

/** Has the delivery of an event begun, from the first attempt on. */
export async function sendDelivery(webhook: StoredWebhook, eventId: Id, turn: number): Promise<void> {
  if (webhook.url === undefined) return;
  await sendMessages(queueFor(webhook), [{ body: firstOf(webhook, eventId, turn) }]);
}

const firstOf = ({ merchantId, id: webhookId }: Webhook, eventId: Id, turn: number): DeliveryMessage => ({
  merchantId,
  webhookId,
  eventId,
  turn,
  attempts: 0,
});
