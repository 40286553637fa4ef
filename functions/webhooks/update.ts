import schema from 'validator:webhookUpdate';
import { requireFound } from '#domain/outcome.ts';
import { storedEventTypes, webhookFaults } from '#domain/webhooks/webhook.ts';
import { body } from '#http/body/body.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import type { Requests } from '#schemas/index.ts';
import { admitWriteAt } from '#store/merchants/unvouched-writes.ts';
import { askedEvent } from '#store/webhooks/events.ts';
import { changeWebhook, getWebhook, type WebhookChanges } from '#store/webhooks/webhooks.ts';
import { asMember } from '#usecases/accounts/membership.ts';
import { isChallenged, newChallenge } from '#webhooks/endpoint-challenge.ts';
import { reach } from '#webhooks/reach.ts';
import { testEvent } from './test-event.ts';

const validator = { ...schema, rules: webhookFaults(reach) };

/** Changes an endpoint's URL, event types and description, or switches it on or off. */
export const handler = florinApi('PUT /merchants/{merchantId}/webhooks/{webhookId}')
  .use(body<Requests['webhookUpdate']>(validator))
  .handler(async (_, { caller, params: { merchantId, webhookId }, body }) => {
    const webhook = requireFound(await asMember(merchantId, caller, getWebhook(merchantId, webhookId)));
    await admitWriteAt(merchantId);
    // An unchanged URL is not written, as another request could have set another URL, which was verified, since the
    // read.
    const url = body.url === webhook.url ? undefined : body.url;
    const challenge = url !== undefined && isChallenged;
    const changes: WebhookChanges = {
      ...changesOf({ ...body, url }),
      ...(challenge ? { challenge: newChallenge(), challengeError: undefined } : {}),
    };
    const changed = { ...webhook, ...changes };
    const asking = challenge ? askedEvent(testEvent(changed), changed) : [];
    await changeWebhook(webhook, caller, changes, asking);
    return { status: 204 };
  });

/** Switching an endpoint on clears its earlier failures. */
function changesOf({ url, events, description, enabled }: Requests['webhookUpdate']): WebhookChanges {
  const off = { at: new Date().toISOString(), by: 'merchant' as const };
  return {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: storedEventTypes(events) }),
    ...(description === undefined ? {} : { description }),
    ...(enabled === true ? { disabled: undefined, failingSince: undefined } : {}),
    ...(enabled === false ? { disabled: off } : {}),
  };
}
