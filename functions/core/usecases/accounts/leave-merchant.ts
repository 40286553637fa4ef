import type { UserCaller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import { roleOf } from '#domain/merchants/roles.ts';
import { NoAccess, refuse } from '#domain/outcome.ts';
import { colleaguesOf, membershipOf, removeLeaving } from '#store/merchants/members.ts';
import { repeatWhileStale } from '#store/table/retry.ts';

/**
 * Ends the caller's own access to a merchant, or declines an invitation. Leaving is always possible, as anybody can
 * invite a person to a merchant without another owner. The only owner of several people makes one of them an owner first:
 * if two owners leave at the same moment, one of them is refused.
 *
 * @throws Refused for the only owner of several people, NoAccess if the caller is no member by now
 */
export const leaveMerchant = (merchantId: Id, caller: UserCaller): Promise<void> =>
  repeatWhileStale(async () => {
    const membership = await membershipOf(merchantId, caller);
    if (!membership) throw new NoAccess();
    const leaving = { merchantId, id: caller.id, role: membership.role };
    if (membership.invited || roleOf(membership) !== 'owner') return removeLeaving(leaving);
    const colleagues = await colleaguesOf(merchantId, caller.id);
    const heir = colleagues.find((one) => roleOf(one) === 'owner')?.id;
    if (colleagues.length > 0 && !heir)
      return refuse('role', 'You are the only owner. Make another person an owner first');
    return removeLeaving(leaving, heir);
  });
