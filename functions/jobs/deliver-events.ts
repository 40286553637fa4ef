import { eachMessage } from '#jobs/messages.ts';
import { deliverEvent } from '#usecases/webhooks/deliver-event.ts';
import type { DeliveryMessage } from '#usecases/webhooks/publish-event.ts';

/**
 * Makes deliveries to endpoints that answer quickly. `deliver-slowly.ts` makes the deliveries to all other
 * endpoints.
 */
export const handler = eachMessage<DeliveryMessage>((message, id) => deliverEvent(message, id, 'fast'));
