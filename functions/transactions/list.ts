import type { Fault } from '#domain/outcome.ts';
import { parseBoolean } from '#http/body/coercion.ts';
import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/transaction.ts';
import { listTransactions } from '#store/transactions/transactions.ts';
import { asMember } from '#usecases/accounts/membership.ts';

const pendingFilter = 'filter[pending]';

/**
 * Only `yes` is allowed, as a list of the transactions without pending money would be nearly as long as the full
 * list.
 */
const pendingFaults = (query: Record<string, string | undefined>): Fault[] =>
  query[pendingFilter] === undefined || parseBoolean(query[pendingFilter])
    ? []
    : [{ field: pendingFilter, message: 'Must be yes' }];

/** Lists a merchant's transactions with their trails, or only those with pending money. */
export const handler = merchantsApi('GET /merchants/{merchantId}/transactions', [
  ...listQuery,
  'filter[test]',
  'filter[successful]',
  pendingFilter,
])
  .use(pagination(pendingFaults))
  .handler(async (_, { caller, params: { merchantId }, query, pagination }) => {
    const pending = query[pendingFilter] === undefined ? undefined : true;
    const transactions = listTransactions(merchantId, { ...pagination, pending });
    return asMember(merchantId, caller, listAnswer(transactions, pagination, present));
  });
