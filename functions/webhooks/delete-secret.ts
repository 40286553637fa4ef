import { NotFound, refuse, requireFound } from '#domain/outcome.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { changeWebhook, getWebhook } from '#store/webhooks/webhooks.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Deletes one of two secrets. An endpoint must keep at least one. */
export const handler = florinApi(
  'DELETE /merchants/{merchantId}/webhooks/{webhookId}/secrets/{secretId}',
).handler(async (_, { caller, params: { merchantId, webhookId, secretId } }) => {
  const webhook = requireFound(await asMember(merchantId, caller, getWebhook(merchantId, webhookId)));
  const secrets = webhook.secrets.filter(({ id }) => id !== secretId);
  if (secrets.length === webhook.secrets.length) throw new NotFound();
  if (secrets.length === 0) refuse('secretId', 'Is the last one; add another one first');
  await changeWebhook(webhook, caller, { secrets });
  return { status: 204 };
});
