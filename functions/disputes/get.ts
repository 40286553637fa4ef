import { api } from '#http/api.ts';
import { getAlert } from '#store/alerts.ts';
import { forMember } from '#store/merchants.ts';
import { present } from './present.ts';

/** `GET /disputes/<id>` */
export const handler = api(async ({ appId, params: { disputeId = '' } }) => {
  const dispute = await forMember(appId, getAlert('dispute', disputeId));
  return { status: 200, body: { dispute: present(dispute) } };
});
