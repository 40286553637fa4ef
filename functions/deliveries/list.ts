import { merchantsApi } from '#http/merchants-api.ts';
import { listAnswer, paginated } from '#http/pagination.ts';
import { listDeliveries } from '#store/deliveries.ts';
import { ofWebhook } from '#usecases/of-webhook.ts';
import { present } from './present.ts';

/** What an endpoint was told in the last 30 days, and what became of it. */
export const handler = merchantsApi('GET /merchants/{merchantId}/webhooks/{webhookId}/deliveries')
  .use(paginated())
  .handler(async (_, { appId, params, pagination }) =>
    ofWebhook(params, appId, listAnswer(listDeliveries(params.webhookId, pagination), pagination, present)),
  );
