import { merchantsApi } from '#http/merchants-api.ts';
import { removeUser } from '#store/members.ts';
import { assertMember } from '#usecases/accounts/membership.ts';

/** Ends a person's access. */
export const handler = merchantsApi('DELETE /merchants/{merchantId}/users/{userId}').handler(
  async (_, { appId, params: { merchantId, userId } }) => {
    await assertMember(merchantId, appId);
    await removeUser(merchantId, appId, userId);
    return { status: 204 };
  },
);
