import { found } from '#domain/outcome.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/delivery.ts';
import { findDelivery } from '#store/webhooks/deliveries.ts';
import { ofWebhook } from '#usecases/webhooks/merchant-of-webhook.ts';

/** Returns a delivery with the event that it sends. */
export const handler = florinApi(
  'GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}',
).handler(async (_, { caller, params }) => {
  const reading = findDelivery({ ...params, eventId: params.deliveryId });
  const { delivery, body } = await ofWebhook(params, caller, reading);
  return {
    status: 200,
    body: { delivery: present(found(delivery)), event: JSON.parse(found(body)) },
  };
});
