import type { UserCaller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import { roleOf } from '#domain/merchants/roles.ts';
import { NoAccess, refuse } from '#domain/outcome.ts';
import { membershipOf, otherOwnerOf, removeLeaving } from '#store/merchants/members.ts';
import { repeatWhileStale } from '#store/table/retry.ts';

/**
 * Ends the caller's own access to a merchant. An owner leaves only while another owner stays: if two owners leave at
 * the same moment, one of them is refused.
 *
 * @throws Refused for the only owner, NoAccess if the caller is no member by now
 */
export const leaveMerchant = (merchantId: Id, caller: UserCaller): Promise<void> =>
  repeatWhileStale(async () => {
    const membership = await membershipOf(merchantId, caller);
    if (!membership) throw new NoAccess();
    const leaving = { merchantId, id: caller.id, role: membership.role };
    if (roleOf(membership) !== 'owner') return removeLeaving(leaving);
    const heir = await otherOwnerOf(merchantId, caller.id);
    if (!heir) return refuse('role', 'You are the only owner. Make another person an owner first');
    return removeLeaving(leaving, heir);
  });
