import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/webhook.ts';
import { listWebhooks } from '#store/webhooks/webhooks.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Lists the endpoints of a merchant. */
export const handler = florinApi('GET /merchants/{merchantId}/webhooks', listQuery)
  .use(pagination())
  .handler(async (_, { caller, params: { merchantId }, pagination }) =>
    asMember(merchantId, caller, listAnswer(listWebhooks(merchantId, pagination), pagination, present)),
  );
