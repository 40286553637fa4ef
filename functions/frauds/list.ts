import { alertFilter, alertFilterFaults, alertQuery } from '#http/lists/alert-filter.ts';
import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/fraud.ts';
import { listAlerts } from '#store/disputes/alerts.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Lists the fraud alerts of a merchant, or of one of its transactions. */
export const handler = merchantsApi('GET /frauds', [...listQuery, ...alertQuery])
  .use(pagination(alertFilterFaults))
  .handler(async (_, { caller, query, pagination }) => {
    const { merchantId, transactionId } = alertFilter(query);
    const alerts = listAlerts('fraud', merchantId, transactionId, pagination);
    return asMember(merchantId, caller, listAnswer(alerts, pagination, present));
  });
