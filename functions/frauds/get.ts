import { api } from '#http/api.ts';
import { getAlert } from '#store/alerts.ts';
import { forMember } from '#store/merchants.ts';
import { present } from './present.ts';

/** `GET /frauds/<id>` */
export const handler = api(async ({ appId, params: { fraudId = '' } }) => {
  const fraud = await forMember(appId, getAlert('fraud', fraudId));
  return { status: 200, body: { fraud: present(fraud) } };
});
