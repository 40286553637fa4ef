import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/delivery.ts';
import { listDeliveries } from '#store/webhooks/deliveries.ts';
import { ofWebhook } from '#usecases/webhooks/merchant-of-webhook.ts';

/** Lists the deliveries to an endpoint in the last 30 days, and their outcomes. */
export const handler = florinApi('GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries', listQuery)
  .use(pagination())
  .handler(async (_, { caller, params, pagination }) =>
    ofWebhook(params, caller, listAnswer(listDeliveries(params, pagination), pagination, present)),
  );
