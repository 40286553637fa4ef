import notices from 'validator:noticesChoose';
import role from 'validator:roleChange';
import { refuse } from '#domain/outcome.ts';
import { body, noFields } from '#http/body/body.ts';
import { byRoute } from '#http/routes/by-route.ts';
import { consoleApi } from '#http/routes/console-api.ts';
import type { Requests } from '#schemas/index.ts';
import { setNotices } from '#store/merchants/member-notices.ts';
import { membershipOf, setRole } from '#store/merchants/members.ts';
import { admitWriteAt } from '#store/merchants/unvouched-writes.ts';
import { acceptInvitation } from '#usecases/accounts/accept-invitation.ts';
import { leaveMerchant } from '#usecases/accounts/leave-merchant.ts';
import { assertMember } from '#usecases/accounts/membership.ts';
import { makeAnother } from './another-merchant.ts';

/** Gives a user another role. Nobody can change their own role, so that a merchant never loses its last owner. */
const changeRole = consoleApi('PUT /api/merchants/{merchantId}/users/{userId}')
  .use(body<Requests['roleChange']>(role))
  .handler(async (_, { caller, params: { merchantId, userId }, body: { role } }) => {
    await assertMember(merchantId, caller);
    if (userId === caller.id) refuse('role', 'Another owner changes your role');
    await admitWriteAt(merchantId);
    await setRole(merchantId, caller, userId, role);
    return { status: 204 };
  });

/** Stores which mails the user of the session gets about a merchant. Nobody can choose for another user. */
const chooseNotices = consoleApi('PUT /api/merchants/{merchantId}/notifications')
  .use(body<Requests['noticesChoose']>(notices))
  .handler(async (_, { caller, params: { merchantId }, body }) => {
    await assertMember(merchantId, caller);
    await admitWriteAt(merchantId);
    await setNotices(merchantId, caller, body);
    return { status: 204 };
  });

/** Accepts the invitation of a merchant to the user of the session. */
const accept = consoleApi('PUT /api/merchants/{merchantId}/membership')
  .use(noFields())
  .handler(async (_, { caller, params: { merchantId } }) => {
    await acceptInvitation(merchantId, caller);
    return { status: 204 };
  });

/**
 * Ends the access of the user of the session, or declines an invitation. Other people are removed by owners. The audit log of
 * the inviting merchant must not show the address and the device of a person who declines.
 */
const leave = consoleApi('DELETE /api/merchants/{merchantId}/membership').handler(
  async (_, { caller, params: { merchantId } }) => {
    const membership = await membershipOf(merchantId, caller);
    if (membership?.invited === undefined) await assertMember(merchantId, caller);
    await leaveMerchant(merchantId, caller);
    return { status: 204 };
  },
);

export const handler = byRoute({
  'PUT /api/merchants/{merchantId}/users/{userId}': changeRole,
  'PUT /api/merchants/{merchantId}/notifications': chooseNotices,
  'PUT /api/merchants/{merchantId}/membership': accept,
  'DELETE /api/merchants/{merchantId}/membership': leave,
  'POST /api/merchants/{merchantId}/merchants': makeAnother,
});
