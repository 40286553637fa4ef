import { NoAccess, NotFound } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import { getAlert } from '#store/alerts.ts';
import { isMember } from '#store/merchants.ts';
import { present } from './present.ts';

/** `GET /disputes/<id>` */
export const handler = api(async ({ appId, params: { disputeId = '' } }) => {
  const dispute = await getAlert('dispute', disputeId);
  if (!dispute) throw new NotFound();
  if (!(await isMember(dispute.merchantId, appId))) throw new NoAccess();
  return { status: 200, body: { dispute: present(dispute) } };
});
