import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/link.ts';
import { listLinks } from '#store/transactions/links.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Lists the payment links of a merchant. */
export const handler = florinApi('GET /merchants/{merchantId}/links', listQuery)
  .use(pagination())
  .handler(async (_, { caller, params: { merchantId }, pagination }) =>
    asMember(merchantId, caller, listAnswer(listLinks(merchantId, pagination), pagination, present)),
  );
