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
  /** Sorts by the time of the invitation; empty for members from before there were admissions. */
  admission: string;
}

/** The most merchants of one kind that are read from each end of a user's list. */
const most = 100;

/**
 * The merchants of a user: first the live ones, then the test ones, each in the order of the invitations. The console
 * opens the first one in a new browser, so a stranger who invites the user must not come before the user's own merchants.
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
 * The memberships of a user as the index has them, which may be a moment behind: of each kind the newest 100 and the
 * oldest 100, the newest first. Both ends are read because a stranger can make any number of merchants and invite
 * anybody to them, which must not hide the merchants that the user had before.
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
