import { eachMessage } from '#jobs/messages.ts';
import { type ResendMessage, resendPage } from '#usecases/webhooks/resend-deliveries.ts';

/**
 * Starts the deliveries that a merchant has asked to resend, one page for each message. This queue of its own makes
 * large resends delay only other resends.
 */
export const handler = eachMessage<ResendMessage>(resendPage);
