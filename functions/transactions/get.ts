import { NoAccess, NotFound } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import { isMember } from '#store/merchants.ts';
import { getTransaction } from '#store/transactions.ts';
import { present } from './present.ts';

/** `GET /transactions/<id>` */
export const handler = api(async ({ appId, params: { transactionId = '' } }) => {
  const transaction = await getTransaction(transactionId);
  if (!transaction) throw new NotFound();
  if (!(await isMember(transaction.merchantId, appId))) throw new NoAccess();
  return { status: 200, body: { transaction: present(transaction) } };
});
