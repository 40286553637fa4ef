import { florinApi } from '#http/routes/merchants-api.ts';
import { removeWebhook } from '#store/webhooks/webhooks.ts';
import { assertMember } from '#usecases/accounts/membership.ts';

/** Deletes an endpoint. Florin sends nothing more to it. */
export const handler = florinApi('DELETE /merchants/{merchantId}/webhooks/{webhookId}').handler(
  async (_, { caller, params: { merchantId, webhookId } }) => {
    await assertMember(merchantId, caller);
    await removeWebhook(merchantId, webhookId, caller);
    return { status: 204 };
  },
);
