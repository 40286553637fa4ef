import { merchantsApi } from '#http/merchants-api.ts';
import { listAnswer, paginated } from '#http/pagination.ts';
import { listTransactions } from '#store/transactions.ts';
import { asMember } from '#usecases/membership.ts';
import { present } from './present.ts';

/** The transactions of a merchant, each with its trail. */
export const handler = merchantsApi('GET /merchants/{merchantId}/transactions')
  .use(paginated())
  .handler(async (_, { appId, params: { merchantId }, pagination }) =>
    asMember(merchantId, appId, listAnswer(listTransactions(merchantId, pagination), pagination, present)),
  );
