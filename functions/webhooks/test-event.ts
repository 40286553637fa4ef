import { idDate, newId } from '#domain/id.ts';
import { type Event, eventId, eventVersion } from '#domain/webhooks/event.ts';
import { present } from '#presenters/webhook.ts';
import type { StoredWebhook } from '#store/webhooks/webhooks.ts';

/** An event about the endpoint itself. For an endpoint that is not verified yet, the event contains the challenge. */
export function testEvent(webhook: StoredWebhook): Event {
  const { merchantId, test, challenge } = webhook;
  const type = 'webhook.tested';
  const id = eventId(Date.now(), type, newId());
  const data = { webhook: present(webhook), ...(challenge === undefined ? {} : { challenge }) };
  return { id, type, created: idDate(id), merchantId, test, version: eventVersion, data };
}
