import { noFields } from '#http/body/body.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { askAgain } from '#store/webhooks/deliveries.ts';
import { ofWebhook } from '#usecases/webhooks/merchant-of-webhook.ts';

/** Sends a delivery again now, with the whole retry schedule, whatever its outcome was. */
export const handler = florinApi(
  'POST /merchants/{merchantId}/webhooks/{webhookId}/deliveries/{deliveryId}/retries',
)
  .use(noFields())
  .use(idempotent())
  .handler(async (_, { caller, params, idempotency }) => {
    const { merchantId, webhookId, deliveryId: id } = params;
    await ofWebhook(params, caller, Promise.resolve());
    const answer = { status: 202 };
    await askAgain({ merchantId, webhookId, id }, caller, recordAnswer(idempotency, answer));
    return answer;
  });
