import { requireFound } from '#domain/outcome.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/webhook.ts';
import { getWebhook } from '#store/webhooks/webhooks.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Returns an endpoint, without its secrets. */
export const handler = florinApi('GET /merchants/{merchantId}/webhooks/{webhookId}').handler(
  async (_, { caller, params: { merchantId, webhookId } }) => {
    const webhook = requireFound(await asMember(merchantId, caller, getWebhook(merchantId, webhookId)));
    return { status: 200, body: { webhook: present(webhook) } };
  },
);
