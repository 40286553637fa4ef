import { readAlertFilter } from '#http/alert-filter.ts';
import { api } from '#http/api.ts';
import { readPage } from '#http/page.ts';
import { listAlerts } from '#store/alerts.ts';
import { asMember } from '#store/merchants.ts';
import { present } from './present.ts';

/** `GET /disputes`: of a merchant, or of one of its transactions. */
export const handler = api(async ({ appId, query }) => {
  const slice = readPage(query);
  const { merchantId, transactionId } = readAlertFilter(query);
  const alerts = await asMember(merchantId, appId, listAlerts('dispute', merchantId, transactionId, slice));
  return { status: 200, body: alerts.map(present) };
});
