import { eventId, eventVersion } from '#domain/event.ts';
import { idDate, newId } from '#domain/id.ts';
import { found } from '#domain/outcome.ts';
import { noFields } from '#http/body.ts';
import { florinApi } from '#http/merchants-api.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { recordAnswer } from '#idempotency/record.ts';
import { storeAskedEvent } from '#store/deliveries.ts';
import { getWebhook } from '#store/webhooks.ts';
import { asMember } from '#usecases/membership.ts';
import { present } from './present.ts';

/** Sends an event to one endpoint, whatever it listens to, about the endpoint itself. */
export const handler = florinApi('POST /merchants/{merchantId}/webhooks/{webhookId}/tests')
  .use(noFields())
  .use(idempotent())
  .handler(async (_, { appId, params: { merchantId, webhookId }, idempotency }) => {
    const webhook = found(await asMember(merchantId, appId, getWebhook(merchantId, webhookId)));
    const type = 'webhook.tested';
    const id = eventId(Date.now(), type, newId());
    const about = { id, type, created: idDate(id), merchantId, test: webhook.test } as const;
    const event = { ...about, version: eventVersion, data: { webhook: present(webhook) } };
    const answer = { status: 201, body: { delivery: { id } } };
    await storeAskedEvent(event, webhook, appId, recordAnswer(idempotency, answer));
    return answer;
  });
