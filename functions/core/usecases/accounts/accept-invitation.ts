import type { UserCaller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import { NoAccess } from '#domain/outcome.ts';
import { putAccepted } from '#store/merchants/invitations.ts';
import { membershipOf } from '#store/merchants/members.ts';
import { repeatWhileStale } from '#store/table/retry.ts';
import { requireRoom } from '../console/accept-by-sign-in.ts';
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
    await requireRoom(caller.id, test);
    await audit(merchantId, caller, test);
    await putAccepted({ id: caller.id, merchantId, test });
  });
