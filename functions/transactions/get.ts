import { merchantsApi } from '#http/merchants-api.ts';
import { getTransaction } from '#store/transactions.ts';
import { forMember } from '#usecases/membership.ts';
import { present } from './present.ts';

/** A transaction with its trail. */
export const handler = merchantsApi('GET /transactions/{transactionId}').handler(
  async (_, { appId, params }) => {
    const transaction = await forMember(appId, getTransaction(params.transactionId));
    return { status: 200, body: { transaction: present(transaction) } };
  },
);
