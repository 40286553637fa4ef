import type { UserCaller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import { NoAccess, refuse } from '#domain/outcome.ts';
import { putAccepted } from '#store/merchants/invitations.ts';
import { membershipOf } from '#store/merchants/members.ts';
import { mostMerchants } from '#store/merchants/user-merchants.ts';
import { repeatWhileStale } from '#store/table/retry.ts';
import { hasRoom } from '../console/accept-by-sign-in.ts';
import { audit } from './audit.ts';

/**
 * Makes the caller a member of a merchant that has invited them. A repeat changes nothing.
 *
 * @throws NoAccess without an invitation, Refused if the caller has as many merchants as possible
 */
export const acceptInvitation = (merchantId: Id, caller: UserCaller): Promise<void> =>
  repeatWhileStale(async () => {
    const membership = await membershipOf(merchantId, caller);
    if (!membership) throw new NoAccess();
    if (membership.invited === undefined) return;
    const { test = false } = membership;
    if (!(await hasRoom(caller.id, test)))
      refuse('merchants', `You are a member of ${mostMerchants} merchants of this kind. Leave one first`);
    await audit(merchantId, caller, test);
    await putAccepted({ id: caller.id, merchantId, test });
  });
