import { merchantsApi } from '#http/merchants-api.ts';
import { leave, removeOtherApp } from '#store/members.ts';
import { assertMember } from '#usecases/accounts/membership.ts';

/** Ends an app's access at once. An app can remove itself even if it is the last one, as clients rely on that. */
export const handler = merchantsApi('DELETE /merchants/{merchantId}/apps/{appId}').handler(
  async (_, { appId, params }) => {
    const { merchantId } = params;
    await assertMember(merchantId, appId);
    if (params.appId === appId) await leave(merchantId, appId);
    else await removeOtherApp(merchantId, appId, params.appId);
    return { status: 204 };
  },
);
