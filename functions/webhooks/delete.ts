import { florinApi } from '#http/merchants-api.ts';
import { removeWebhook } from '#store/webhooks.ts';
import { assertMember } from '#usecases/accounts/membership.ts';

/** Deletes an endpoint. Florin sends nothing more to it. */
export const handler = florinApi('DELETE /merchants/{merchantId}/webhooks/{webhookId}').handler(
  async (_, { appId, params: { merchantId, webhookId } }) => {
    await assertMember(merchantId, appId);
    await removeWebhook(merchantId, webhookId, appId);
    return { status: 204 };
  },
);
