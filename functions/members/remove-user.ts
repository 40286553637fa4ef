import { merchantsApi } from '#http/routes/merchants-api.ts';
import { removeMember } from '#store/merchants/members.ts';
import { leaveMerchant } from '#usecases/accounts/leave-merchant.ts';
import { assertMember } from '#usecases/accounts/membership.ts';

/** Ends a person's access. */
export const handler = merchantsApi('DELETE /merchants/{merchantId}/users/{userId}').handler(
  async (_, { caller, params: { merchantId, userId } }) => {
    await assertMember(merchantId, caller);
    if (caller.kind === 'user' && caller.id === userId) await leaveMerchant(merchantId, caller);
    else await removeMember(merchantId, caller, { kind: 'user', id: userId });
    return { status: 204 };
  },
);
