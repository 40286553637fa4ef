import type { Fault } from '#domain/outcome.ts';
import { parseBoolean } from '#http/coercion.ts';
import { merchantsApi } from '#http/merchants-api.ts';
import { listAnswer, listQuery, paginated } from '#http/pagination.ts';
import { present } from '#presenters/transaction.ts';
import { listTransactions } from '#store/transactions.ts';
import { asMember } from '#usecases/accounts/membership.ts';

const pendingFilter = 'filter[pending]';

/** There is no list of all others: it would be most of them. */
const pendingFaults = (query: Record<string, string | undefined>): Fault[] =>
  query[pendingFilter] === undefined || parseBoolean(query[pendingFilter])
    ? []
    : [{ field: pendingFilter, message: 'Must be yes' }];

/** The transactions of a merchant, each with its trail; or those of which something is pending. */
export const handler = merchantsApi('GET /merchants/{merchantId}/transactions', [
  ...listQuery,
  'filter[test]',
  'filter[successful]',
  pendingFilter,
])
  .use(paginated(pendingFaults))
  .handler(async (_, { appId, params: { merchantId }, query, pagination }) => {
    const pending = query[pendingFilter] === undefined ? undefined : true;
    const transactions = listTransactions(merchantId, { ...pagination, pending });
    return asMember(merchantId, appId, listAnswer(transactions, pagination, present));
  });
