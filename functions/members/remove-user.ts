import { api } from '#http/api.ts';
import { removeUser } from '#store/members.ts';
import { asMember } from '#store/merchants.ts';

/** `DELETE /merchants/<id>/users/<user-id>` */
export const handler = api(async ({ appId, params: { merchantId = '', userId = '' } }) => {
  await asMember(merchantId, appId, Promise.resolve());
  await removeUser(merchantId, appId, userId);
  return { status: 204 };
});
