import type { Id } from '#domain/id.ts';
import { newId } from '#domain/id.ts';
import { invitationsTo, membershipKey } from '../table/keys.ts';
import { firstOf, listFrom } from '../table/list.ts';
import { StaleRead } from '../table/retry.ts';
import { transact, update } from '../table/transact.ts';
import { inListOf, type UserMembership } from './members.ts';

/** The most invitations of each kind that a person sees. The link in the mail accepts any other. */
export const mostShown = 50;

/**
 * The newest invitations that a person has not accepted: those of vouched apps first. They are in lists of their own, so
 * that no number of invitations hides a merchant of the person, or an invitation of a vouched app. The index may be a
 * moment behind.
 */
export async function invitationsOf(userId: Id): Promise<UserMembership[]> {
  const lists = [true, false].map((vouched) =>
    listFrom<UserMembership>(invitationsTo(userId, vouched), { limit: mostShown }),
  );
  return (await Promise.all(lists.map((list) => firstOf(list, mostShown)))).flat();
}

/**
 * Turns an invitation into a membership, which begins now, and lists the merchant among those of the user.
 *
 * @throws StaleRead if the invitation was accepted or withdrawn meanwhile
 */
export function putAccepted(membership: Pick<UserMembership, 'id' | 'merchantId' | 'test'>): Promise<void> {
  const { listPk, listSk } = inListOf(membership);
  const key = membershipKey(membership.merchantId, { kind: 'user', id: membership.id });
  const item = update(
    key,
    'SET listPk = :pk, listSk = :sk, admission = :admission REMOVE invited, inviter, expires',
    { ':pk': listPk, ':sk': listSk, ':admission': newId() },
    { condition: 'attribute_exists(invited)' },
  );
  return transact([{ item, onFailed: () => new StaleRead() }]);
}
