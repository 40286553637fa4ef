import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { eachMessage } from '#jobs/messages.ts';
import { deliverEvent } from '#usecases/webhooks/deliver-event.ts';
import type { DeliveryMessage } from '#usecases/webhooks/publish-event.ts';

/** Makes deliveries to endpoints that answer quickly. `deliver-slowly.ts` makes all others. */
export const handler = (messages: SQSEvent, context?: Partial<Context>): Promise<SQSBatchResponse> =>
  eachMessage<DeliveryMessage>(messages, (message, id) => deliverEvent(message, id, 'fast'), context);
