import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { eachMessage } from '#jobs/messages.ts';
import { deliverEvent } from '#usecases/webhooks/deliver-event.ts';
import type { DeliveryMessage } from '#usecases/webhooks/publish-event.ts';

/** Makes deliveries to servers that are slow or fail, and tries them again: here they delay only one another. */
export const handler = (messages: SQSEvent): Promise<SQSBatchResponse> =>
  eachMessage<DeliveryMessage>(messages, (message, id) => deliverEvent(message, id, 'slow'));
