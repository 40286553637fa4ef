import { requireFound } from '#domain/outcome.ts';
import { noFields } from '#http/body/body.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { admitWriteAt } from '#store/merchants/unvouched-writes.ts';
import { storeAskedEvent } from '#store/webhooks/events.ts';
import { getWebhook } from '#store/webhooks/webhooks.ts';
import { asMember } from '#usecases/accounts/membership.ts';
import { testEvent } from './test-event.ts';

/** Sends one event about the endpoint to the endpoint, whatever event types it receives. */
export const handler = florinApi('POST /merchants/{merchantId}/webhooks/{webhookId}/tests')
  .use(noFields())
  .use(idempotent())
  .handler(async (_, { caller, params: { merchantId, webhookId }, idempotency }) => {
    const webhook = requireFound(await asMember(merchantId, caller, getWebhook(merchantId, webhookId)));
    await admitWriteAt(merchantId);
    const event = testEvent(webhook);
    const answer = { status: 201, body: { delivery: { id: event.id } } };
    await storeAskedEvent(event, webhook, caller, recordAnswer(idempotency, answer));
    return answer;
  });
