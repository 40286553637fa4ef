import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { eachMessage } from '#jobs/messages.ts';
import { deliverEvent } from '#usecases/webhooks/deliver-event.ts';
import type { DeliveryMessage } from '#usecases/webhooks/publish-event.ts';

/** Makes deliveries to the servers of merchants that answer at once; all others are `deliver-slowly.ts`’s. */
export const handler = (messages: SQSEvent): Promise<SQSBatchResponse> =>
  eachMessage<DeliveryMessage>(messages, (message, id) => deliverEvent(message, id, 'fast'));
