import { firstIdAt, type Id } from '#domain/id.ts';
import { type Notices, noticesOf } from '#domain/mail/notices.ts';
import { type Role, roleOf } from '#domain/merchants/roles.ts';
import { type List, membershipKey, merchantKey, merchantsOf } from '../table/keys.ts';
import { firstOf, listFrom, type Slice } from '../table/list.ts';
import { getAll, type Item } from '../table/read.ts';
import type { UserMembership } from './members.ts';
import type { StoredMerchant } from './merchants.ts';

/** A merchant that a user is a member of. */
export interface UserMerchant {
  merchant: StoredMerchant;
  role: Role;
  /** The mails that the user gets about the merchant. */
  notices: Notices;
  /** Sorts by the time at which the user has accepted; empty for members from before there were admissions. */
  admission: string;
}

/** The most merchants of one kind that are read from each end of a user's list. */
const most = 250;

/** The most merchants of one kind that a user can join. So the two ends of a list are all of it. */
export const mostMerchants = 2 * most;

/**
 * The merchants that a user has joined: first the live ones, then the test ones, each in the order in which the user has
 * accepted. The console opens the first one in a new browser.
 * The index may be behind, so the memberships are read again from the table: a member who was removed must see nothing of
 * the merchant.
 */
export async function merchantsOfUser(userId: Id): Promise<UserMerchant[]> {
  const user = { kind: 'user', id: userId } as const;
  const ids = (await membershipsOfUser(userId)).map(({ merchantId }) => merchantId);
  const items = await getAll(ids.flatMap((id) => [merchantKey(id), membershipKey(id, user)]));
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  const find = ({ pk, sk }: Pick<Item, 'pk' | 'sk'>) => byKey.get(`${pk} ${sk}`);
  const found = ids.flatMap((id) => {
    const merchant = find(merchantKey(id)) as StoredMerchant | undefined;
    const membership = find(membershipKey(id, user)) as UserMembership | undefined;
    if (!merchant || !membership) return [];
    const { admission = '' } = membership;
    return [{ merchant, role: roleOf(membership), notices: noticesOf(membership, merchant), admission }];
  });
  return found.sort(inOrder);
}

const inOrder = (one: UserMerchant, other: UserMerchant): number =>
  Number(one.merchant.test) - Number(other.merchant.test) || one.admission.localeCompare(other.admission);

/**
 * The memberships of a user as the index has them, which may be a moment behind: of each kind the newest 250 and the
 * oldest 250, the newest first. A user can join no more. Earlier releases listed invitations here as well, without a limit, so
 * both ends are read.
 */
export async function membershipsOfUser(userId: Id): Promise<UserMembership[]> {
  const user = { kind: 'user', id: userId } as const;
  const lists = await Promise.all([false, true].map((test) => bothEndsOf(merchantsOf(user, test))));
  return lists.flat();
}

async function bothEndsOf(list: List): Promise<UserMembership[]> {
  const read = (slice: Pick<Slice, 'after'>) =>
    firstOf(listFrom<UserMembership>(list, { limit: most, ...slice }), most);
  const newest = await read({});
  if (newest.length < most) return newest;
  const known = new Set(newest.map(({ merchantId }) => merchantId));
  const oldest = await read({ after: firstIdAt(0) });
  return [...newest, ...oldest.reverse().filter(({ merchantId }) => !known.has(merchantId))];
}
