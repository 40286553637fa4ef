import { api } from '#http/api.ts';
import { forMember } from '#store/merchants.ts';
import { getTransaction } from '#store/transactions.ts';
import { present } from './present.ts';

/** `GET /transactions/<id>` */
export const handler = api(async ({ appId, params: { transactionId = '' } }) => {
  const transaction = await forMember(appId, getTransaction(transactionId));
  return { status: 200, body: { transaction: present(transaction) } };
});
