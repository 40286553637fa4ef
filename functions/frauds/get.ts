import { NoAccess, NotFound } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import { getAlert } from '#store/alerts.ts';
import { isMember } from '#store/merchants.ts';
import { present } from './present.ts';

/** `GET /frauds/<id>` */
export const handler = api(async ({ appId, params: { fraudId = '' } }) => {
  const fraud = await getAlert('fraud', fraudId);
  if (!fraud) throw new NotFound();
  if (!(await isMember(fraud.merchantId, appId))) throw new NoAccess();
  return { status: 200, body: { fraud: present(fraud) } };
});
