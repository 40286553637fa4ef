import type { Id } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { NoAccess, NotFound, Outcome } from '#domain/outcome.ts';
import type { App } from './apps.ts';
import {
  appMerchants,
  type Key,
  membershipKey,
  membersOf,
  userKey,
  userMembershipKey,
} from './table/keys.ts';
import { listFrom, type Slice } from './table/list.ts';
import { get, type Item, queryPartition } from './table/read.ts';
import { mustExist, put, remove, transact, type Write } from './table/transact.ts';

/** A person, identified by an e-mail address. */
export interface User {
  id: Id;
  email: string;
}

/** A user's membership as it is stored, including the data for the mail about it. */
export interface UserMembership extends User {
  merchantId: Id;
  /** The merchant's name, as its owner wrote it. */
  merchant: string;
  test: boolean;
  /** The app that has invited the user. */
  invitedBy: Id;
}

/** The user was a member already. */
export class AlreadyMember extends Outcome {
  override readonly name = 'AlreadyMember';

  constructor() {
    super('The user is a member already');
  }
}

/** Another request has created a user with this address in the meantime. */
export class BecameUser extends Outcome {
  override readonly name = 'BecameUser';

  constructor() {
    super('There is a user with this address by now');
  }
}

/** Requires that the app is still a member at the time of the write. */
export const requireMember = (merchantId: Id, appId: Id): Write => ({
  item: mustExist(membershipKey(merchantId, appId)),
  onFailed: () => new NoAccess(),
});

export const isMember = async (merchantId: Id, appId: Id): Promise<boolean> =>
  (await get(membershipKey(merchantId, appId))) !== undefined;

/** The user with this address. */
export const userOf = (email: string): Promise<(Item & User) | undefined> => get(userKey(email));

/**
 * Stores a user's membership, and the user if it is new. The table's stream then sends the invitation.
 *
 * @throws AlreadyMember, BecameUser, NoAccess
 */
export async function addUser(
  membership: UserMembership,
  isNew: boolean,
  alongside: readonly Write[],
): Promise<void> {
  const { merchantId, invitedBy, id, email } = membership;
  const user: Write = {
    item: put({ ...userKey(email), id, email }, 'attribute_not_exists(pk)'),
    onFailed: () => new BecameUser(),
  };
  await transact([
    requireMember(merchantId, invitedBy),
    ...alongside,
    ...(isNew ? [user] : []),
    {
      item: put({ ...userMembershipKey(merchantId, id), ...membership }, 'attribute_not_exists(pk)'),
      onFailed: () => new AlreadyMember(),
    },
  ]);
}

/** Writes changes that any member may make. @throws NoAccess */
export const writeAsMember = (merchantId: Id, appId: Id, writes: readonly Write[]): Promise<void> =>
  transact([requireMember(merchantId, appId), ...writes]);

/**
 * The membership of an app. It contains the app's name, so that a list of members needs no other item.
 *
 * @param more `founding` for the membership that is created with the merchant, which has no event
 */
export const putMembership = ({ id, test }: Merchant, { id: appId, name }: App, more = {}) =>
  put({
    ...membershipKey(id, appId),
    id: appId,
    name,
    ...more,
    listPk: appMerchants(appId, test).pk,
    listSk: id,
  });

/**
 * Adds an app to a merchant's members; an app that is a member stays one. The adding app must be a member in the same
 * write. An app that adds itself writes nothing: it cannot restore a membership that was removed.
 */
export const addApp = (merchant: Merchant, appId: Id, app: App, alongside: readonly Write[]): Promise<void> =>
  transact([
    requireMember(merchant.id, appId),
    ...alongside,
    ...(appId === app.id ? [] : [{ item: putMembership(merchant, app) }]),
  ]);

export const removeOtherApp = (merchantId: Id, appId: Id, member: Id): Promise<void> =>
  removeMember(merchantId, appId, membershipKey(merchantId, member));

export const removeUser = (merchantId: Id, appId: Id, userId: Id): Promise<void> =>
  removeMember(merchantId, appId, userMembershipKey(merchantId, userId));

/** @throws NotFound if the member does not exist, NoAccess */
const removeMember = (merchantId: Id, appId: Id, member: Key): Promise<void> =>
  transact([requireMember(merchantId, appId), { item: remove(member), onFailed: () => new NotFound() }]);

/**
 * Removes an app's own membership, even if it is the last one of the merchant. @throws NotFound if the app is not a
 * member
 */
export const leave = (merchantId: Id, appId: Id): Promise<void> =>
  transact([{ item: remove(membershipKey(merchantId, appId)), onFailed: () => new NotFound() }]);

/** The app that made a merchant; undefined if it is no longer a member. */
export async function founderOf(merchantId: Id): Promise<Id | undefined> {
  const { pk, prefix } = membersOf(merchantId, 'app');
  const apps = (await queryPartition(pk, prefix ?? '')) as (Item & { id: Id; founding?: true })[];
  return apps.find(({ founding }) => founding)?.id;
}

/** The test merchants that an app has made and is still a member of. */
export async function* foundedBy(appId: Id): AsyncGenerator<Id> {
  for await (const { listSk, founding } of listFrom<{ founding?: true }>(appMerchants(appId, true), {
    limit: 100,
  }))
    if (founding) yield listSk as Id;
}

/** The apps of a merchant. */
export const listApps = (merchantId: Id, slice: Slice): AsyncIterable<Item & App> =>
  listFrom<App>(membersOf(merchantId, 'app'), slice);

/** The users of a merchant. */
export const listUsers = (merchantId: Id, slice: Slice): AsyncIterable<Item & User> =>
  listFrom<User>(membersOf(merchantId, 'user'), slice);
