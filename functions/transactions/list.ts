import { api } from '#http/api.ts';
import { paginate, readPagination } from '#http/pagination.ts';
import { asMember } from '#store/merchants.ts';
import { listTransactions } from '#store/transactions.ts';
import { present } from './present.ts';

/** `GET /merchants/<id>/transactions` */
export const handler = api(async ({ appId, params: { merchantId = '' }, query }) => {
  const pagination = readPagination(query);
  const transactions = paginate(listTransactions(merchantId, pagination), pagination, present);
  return { status: 200, body: await asMember(merchantId, appId, transactions) };
});
