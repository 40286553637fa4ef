import { merchantsApi } from '#http/routes/merchants-api.ts';
import { present } from '#presenters/dispute.ts';
import { getAlert } from '#store/disputes/alerts.ts';
import { forMember } from '#usecases/accounts/membership.ts';

/** Returns a dispute to members of its merchant. */
export const handler = merchantsApi('GET /disputes/{disputeId}').handler(async (_, { caller, params }) => {
  const dispute = await forMember(caller, getAlert('dispute', params.disputeId));
  return { status: 200, body: { dispute: present(dispute) } };
});
