import { eachMessage } from '#jobs/messages.ts';
import { deliverEvent } from '#usecases/webhooks/deliver-event.ts';
import type { DeliveryMessage } from '#usecases/webhooks/publish-event.ts';

/**
 * Makes and retries deliveries to endpoints that are slow or fail. In this queue slow endpoints delay only one another.
 */
export const handler = eachMessage<DeliveryMessage>((message, id) => deliverEvent(message, id, 'slow'));
