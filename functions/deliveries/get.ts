import { requireFound } from '#domain/outcome.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/delivery.ts';
import { findDelivery } from '#store/webhooks/deliveries.ts';
import { ofWebhook } from '#usecases/webhooks/merchant-of-webhook.ts';

/**
 * Returns a delivery with its event, but without a challenge in it. Only the server that gets the event may know the
 * challenge: a merchant who knew it could put it into a page of somebody else's server, which would then count as
 * verified.
 */
export const handler = florinApi(
  'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}',
).handler(async (_, { caller, params }) => {
  const reading = findDelivery({ ...params, eventId: params.deliveryId });
  const { delivery, body } = await ofWebhook(params, caller, reading);
  const { data, ...event } = JSON.parse(requireFound(body));
  const { challenge, ...shown } = data;
  const answer = { delivery: present(requireFound(delivery)), event: { ...event, data: shown } };
  return { status: 200, body: answer };
});
