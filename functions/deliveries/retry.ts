import { requireFound } from '#domain/outcome.ts';
import { noFields } from '#http/body/body.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { admitWriteAt } from '#store/merchants/unvouched-writes.ts';
import { findDelivery, requestRetry } from '#store/webhooks/deliveries.ts';
import { ofWebhook } from '#usecases/webhooks/merchant-of-webhook.ts';

/** Sends a delivery again now, whatever its outcome was. The retry schedule starts again from the beginning. */
export const handler = florinApi(
  'POST /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries',
)
  .use(noFields())
  .use(idempotent())
  .handler(async (_, { caller, params, idempotency }) => {
    const reading = findDelivery({ ...params, eventId: params.deliveryId });
    const { delivery } = await ofWebhook(params, caller, reading);
    await admitWriteAt(params.merchantId);
    const answer = { status: 202 };
    await requestRetry(requireFound(delivery), caller, recordAnswer(idempotency, answer));
    return answer;
  });
