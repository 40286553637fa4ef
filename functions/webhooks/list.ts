import { merchantsApi } from '#http/merchants-api.ts';
import { listAnswer, paginated } from '#http/pagination.ts';
import { listWebhooks } from '#store/webhooks.ts';
import { asMember } from '#usecases/membership.ts';
import { present } from './present.ts';

/** The endpoints of a merchant. */
export const handler = merchantsApi('GET /merchants/{merchantId}/webhooks')
  .use(paginated())
  .handler(async (_, { appId, params: { merchantId }, pagination }) =>
    asMember(merchantId, appId, listAnswer(listWebhooks(merchantId, pagination), pagination, present)),
  );
