import { merchantsApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/transaction.ts';
import { getTransaction } from '#store/transactions/transactions.ts';
import { forMember } from '#usecases/accounts/membership.ts';

/** A transaction with its trail. */
export const handler = merchantsApi('GET /transactions/{transactionId}').handler(
  async (_, { caller, params }) => {
    const transaction = await forMember(caller, getTransaction(params.transactionId));
    return { status: 200, body: { transaction: present(transaction) } };
  },
);
