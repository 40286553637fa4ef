import { api } from '#http/api.ts';
import { removeApp } from '#store/members.ts';
import { asMember } from '#store/merchants.ts';

/** `DELETE /merchants/<id>/apps/<app-id>`: ends an app's access at once; an app can revoke itself, unless it is the last. */
export const handler = api(async ({ appId, params: { merchantId = '', appId: member = '' } }) => {
  await asMember(merchantId, appId, Promise.resolve());
  await removeApp(merchantId, appId, member);
  return { status: 204 };
});
