import { merchantsApi } from '#http/merchants-api.ts';
import { assertMember } from '#usecases/membership.ts';
import { removeApp } from '#usecases/remove-app.ts';

/** Ends an app's access at once; an app can revoke itself, unless it is the last. */
export const handler = merchantsApi('DELETE /merchants/{merchantId}/apps/{appId}').handler(
  async (_, { appId, params }) => {
    await assertMember(params.merchantId, appId);
    await removeApp(params.merchantId, appId, params.appId);
    return { status: 204 };
  },
);
