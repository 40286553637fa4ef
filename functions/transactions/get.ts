import { requireFound } from '#domain/outcome.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/transaction.ts';
import { readTransaction } from '#store/transactions/transactions.ts';
import { forMember } from '#usecases/accounts/membership.ts';

/** A transaction with its trail. */
export const handler = merchantsApi('GET /transactions/{transactionId}').handler(
  async (_, { caller, params }) => {
    const { whole } = await forMember(caller, readTransaction(params.transactionId));
    const transaction = requireFound(await whole);
    return { status: 200, body: { transaction: present(transaction) } };
  },
);
