import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { eachMessage } from '#jobs/messages.ts';
import { type ResendMessage, resendPage } from '#usecases/webhooks/resend-deliveries.ts';

/** Begins anew what a merchant asked to be sent again, a page a message: many pages delay only other resends. */
export const handler = (messages: SQSEvent): Promise<SQSBatchResponse> =>
  eachMessage<ResendMessage>(messages, resendPage);
