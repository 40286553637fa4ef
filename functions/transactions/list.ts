import { api } from '#http/api.ts';
import { readPage } from '#http/page.ts';
import { asMember } from '#store/merchants.ts';
import { listTransactions } from '#store/transactions.ts';
import { present } from './present.ts';

/** `GET /merchants/<id>/transactions`. All of a merchant's transactions are test ones, or none is. */
export const handler = api(async ({ appId, params: { merchantId = '' }, query }) => {
  const { test, ...slice } = readPage(query);
  const transactions = await asMember(merchantId, appId, listTransactions(merchantId, slice));
  const wanted = transactions.filter((transaction) => test === undefined || transaction.test === test);
  return { status: 200, body: wanted.map(present) };
});
