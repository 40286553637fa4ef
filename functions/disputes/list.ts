import { alertFilter, alertFilterFaults, alertQuery } from '#http/lists/alert-filter.ts';
import { listAnswer } from '#http/lists/list-answer.ts';
import { listQuery, pagination } from '#http/lists/list-query.ts';
import { merchantsApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/dispute.ts';
import { listAlerts } from '#store/disputes/alerts.ts';
import { asMember } from '#usecases/accounts/membership.ts';

/** Lists the disputes of a merchant, or of one of its transactions. */
export const handler = merchantsApi('GET /disputes', [...listQuery, ...alertQuery])
  .use(pagination(alertFilterFaults))
  .handler(async (_, { caller, query, pagination }) => {
    const { merchantId, transactionId } = alertFilter(query);
    const alerts = listAlerts('dispute', merchantId, transactionId, pagination);
    return asMember(merchantId, caller, listAnswer(alerts, pagination, present));
  });
