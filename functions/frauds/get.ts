import { merchantsApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/fraud.ts';
import { getAlert } from '#store/disputes/alerts.ts';
import { forMember } from '#usecases/accounts/membership.ts';

/** Returns a fraud alert to members of its merchant. */
export const handler = merchantsApi('GET /frauds/{fraudId}').handler(async (_, { caller, params }) => {
  const fraud = await forMember(caller, getAlert('fraud', params.fraudId));
  return { status: 200, body: { fraud: present(fraud) } };
});
