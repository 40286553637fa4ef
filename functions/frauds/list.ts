import { readAlertFilter } from '#http/alert-filter.ts';
import { api } from '#http/api.ts';
import { fill, readPage } from '#http/page.ts';
import { listAlerts } from '#store/alerts.ts';
import { asMember } from '#store/merchants.ts';
import { present } from './present.ts';

/** `GET /frauds`: of a merchant, or of one of its transactions. */
export const handler = api(async ({ appId, query }) => {
  const page = readPage(query);
  const { merchantId, transactionId } = readAlertFilter(query);
  const alerts = fill(listAlerts('fraud', merchantId, transactionId, page), page, present);
  return { status: 200, body: await asMember(merchantId, appId, alerts) };
});
