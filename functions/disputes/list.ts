import { readAlertFilter } from '#http/alert-filter.ts';
import { api } from '#http/api.ts';
import { paginate, readPagination } from '#http/pagination.ts';
import { listAlerts } from '#store/alerts.ts';
import { asMember } from '#store/merchants.ts';
import { present } from './present.ts';

/** `GET /disputes`: of a merchant, or of one of its transactions. */
export const handler = api(async ({ appId, query }) => {
  const pagination = readPagination(query);
  const { merchantId, transactionId } = readAlertFilter(query);
  const alerts = paginate(listAlerts('dispute', merchantId, transactionId, pagination), pagination, present);
  return { status: 200, body: await asMember(merchantId, appId, alerts) };
});
