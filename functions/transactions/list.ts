import { api } from '#http/api.ts';
import { fill, readPage } from '#http/page.ts';
import { asMember } from '#store/merchants.ts';
import { listTransactions } from '#store/transactions.ts';
import { present } from './present.ts';

/** `GET /merchants/<id>/transactions` */
export const handler = api(async ({ appId, params: { merchantId = '' }, query }) => {
  const page = readPage(query);
  const transactions = fill(listTransactions(merchantId, page), page, present);
  return { status: 200, body: await asMember(merchantId, appId, transactions) };
});
