import { merchantsApi } from '#http/routes/merchants-api.ts';
import { removeMember } from '#store/merchants/members.ts';
import { assertMember } from '#usecases/accounts/membership.ts';

/** Ends an app's access at once. An app can remove itself even if it is the last one, as clients rely on that. */
export const handler = merchantsApi('DELETE /merchants/{merchantId}/apps/{appId}').handler(
  async (_, { caller, params: { merchantId, appId } }) => {
    await assertMember(merchantId, caller);
    await removeMember(merchantId, caller, { kind: 'app', id: appId });
    return { status: 204 };
  },
);
