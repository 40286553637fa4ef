import { BoundedMap } from '#basics/bounded-map.ts';
import { inSeconds } from '#basics/time.ts';
import type { Caller, Maker } from '#domain/caller.ts';
import { pairingRoute } from '#domain/console/till.ts';
import { type Id, newId } from '#domain/id.ts';
import type { Reader } from '#domain/mail/notices.ts';
import type { AppLimits, FoundLimits } from '#domain/merchants/app-limits.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { may, type Role, roles } from '#domain/merchants/roles.ts';
import { NoAccess, NotFound, Outcome } from '#domain/outcome.ts';
import { listOwnSummary } from '../mail/summaries.ts';
import {
  invitationsTo,
  type Key,
  limitedAppKey,
  membershipKey,
  membersOf,
  merchantsOf,
  userKey,
} from '../table/keys.ts';
import { listFrom, type Slice } from '../table/list.ts';
import { get, type Item, queryPartition } from '../table/read.ts';
import { StaleRead } from '../table/retry.ts';
import { check, mustExist, put, remove, transact, update, type Write } from '../table/transact.ts';
import { assignments, updateOf } from '../table/update-parts.ts';
import { type App, keepApp } from './apps.ts';
import { listKeyEnd } from './key-ends.ts';

/** A person, identified by an e-mail address. */
export interface User {
  id: Id;
  email: string;
}

/** A user as stored. `signedIn`: the time of the last sign-in to the console, which proves that the address is theirs. */
export type StoredUser = Item & User & { signedIn?: number };

/** A user's membership as it is stored, including the data for the mail about it. */
export interface UserMembership extends User, Pick<Reader, 'notices'> {
  merchantId: Id;
  /** The merchant's name, as its owner wrote it. */
  merchant: string;
  test: boolean;
  /** Absent for members from before there were roles, who are owners. */
  role?: Role;
  /**
   * The id of the present admission: the time without a gap in which the user may pair tills. A new invitation, and a
   * return from a role without that right, make a new admission. Absent for members from before there were
   * admissions.
   */
  admission?: Id;
  /** The app that has invited the user, or whose merchant a user has invited to. */
  invitedBy: Id;
  /** The address of the user who has invited this user, for the mail. Absent once the user has accepted. */
  inviter?: string | undefined;
  /**
   * Present until the user accepts the invitation: its time in milliseconds since 1970. The merchant lists the user already. For
   * the user it counts for nothing, as anybody can invite any address.
   */
  invited?: number;
  /** In seconds since 1970: when an invitation of an unvouched app expires. */
  expires?: number | undefined;
}

/** An app's membership as it is stored. `founding`: the app has made the merchant. */
export interface AppMembership extends App, AppLimits {
  founding?: true;
  /** Present for an app with limits: the version of them. */
  revision?: Id;
  /** The sender of the request that has made the key or its limits. */
  madeBy?: Maker;
  /** The key was made at this merchant. Absent for an app that somebody added by its id. */
  keyMade?: true;
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

/**
 * Requires that the caller is still a member at the time of the write, and that a user still has a role that may call the
 * route. Two owners who take each other's role at once would otherwise both succeed, and leave the merchant without an owner.
 */
export const requireMember = (merchantId: Id, caller: Caller): Write => {
  const onFailed = () => new NoAccess();
  if (caller.kind === 'app' && caller.limits)
    return { item: mustHaveLimits(caller.id, caller.limits), onFailed };
  const key = membershipKey(merchantId, caller);
  return { item: caller.kind === 'user' ? mustHaveRole(key, caller.route) : mustExist(key), onFailed };
};

/** Requires that an app's limits are those that its request has found. */
export const mustHaveLimits = (appId: Id, { merchantId, revision }: FoundLimits) =>
  check(limitedAppKey(merchantId, appId), 'revision = :revision', { ':revision': revision });

/** Requires a user's membership with a role that may call the route. Members without a role are owners, who may call every route. */
const mustHaveRole = (key: Key, route: string) => {
  const { condition, values, names } = roleCondition(route);
  return check(key, condition, values, names);
};

/** Requires a user's membership with such a role, and that it still has the admission. */
export const mustHaveAdmission = (key: Key, route: string, admission: Id | undefined) => {
  const { condition, values, names } = roleCondition(route);
  return admission === undefined
    ? check(key, `${condition} AND attribute_not_exists(admission)`, values, names)
    : check(key, `${condition} AND admission = :admission`, { ...values, ':admission': admission }, names);
};

function roleCondition(route: string) {
  const allowed = roles.filter((role) => may(role, route));
  const values = Object.fromEntries(allowed.map((role) => [`:${role}`, role]));
  const isAllowed = `(attribute_not_exists(#role) OR #role IN (${Object.keys(values)}))`;
  return {
    condition: `attribute_exists(pk) AND attribute_not_exists(invited) AND ${isAllowed}`,
    values,
    names: { '#role': 'role' },
  };
}

export const isMember = async (merchantId: Id, member: Pick<Caller, 'kind' | 'id'>): Promise<boolean> =>
  (await get(membershipKey(merchantId, member))) !== undefined;

/** The membership of a user or a till. */
export const membershipOf = (
  merchantId: Id,
  caller: Pick<Caller, 'kind' | 'id'>,
): Promise<(Item & Partial<UserMembership>) | undefined> => get(membershipKey(merchantId, caller));

/**
 * The membership of an app. Only an app with limits, and one that is no member, cost a second read. After the first request of an
 * app with limits, this instance reads the item with limits first.
 */
export async function appMembershipOf(
  merchantId: Id,
  appId: Id,
): Promise<(Item & AppMembership) | undefined> {
  const keys = [membershipKey(merchantId, { kind: 'app', id: appId }), limitedAppKey(merchantId, appId)];
  const place = `${merchantId} ${appId}`;
  const [first, second] = (lastLimited.get(place) ? keys.reverse() : keys) as [Key, Key];
  const found = (await get<Item & AppMembership>(first)) ?? (await get<Item & AppMembership>(second));
  if (found?.revision) lastLimited.set(place, true);
  else lastLimited.delete(place);
  return found;
}

/** The apps that this instance has found with limits. It decides what to read first, never what is allowed. */
const lastLimited = new BoundedMap<string, true>(1000);

/** The user with this address. */
export const userOf = (email: string): Promise<StoredUser | undefined> => get(userKey(email));

/**
 * Stores a user's membership as an invitation, and the user if it is new. The table's stream then sends the mail.
 *
 * @param vouched whether an operator vouches for the app that invites
 * @throws AlreadyMember, BecameUser, NoAccess
 */
export async function addUser(
  { vouched = false, ...membership }: UserMembership & { vouched?: boolean },
  caller: Caller,
  isNew: boolean,
  alongside: readonly Write[],
): Promise<void> {
  const { merchantId, id, email } = membership;
  const user: Write = {
    item: put({ ...userKey(email), id, email }, 'attribute_not_exists(pk)'),
    onFailed: () => new BecameUser(),
  };
  const key = membershipKey(merchantId, { kind: 'user', id });
  const [admission, { pk: listPk }] = [newId(), invitationsTo(id, vouched)];
  const invitation = { ...membership, admission, invited: Date.now(), listPk, listSk: admission };
  await transact([
    requireMember(merchantId, caller),
    ...alongside,
    ...(isNew ? [user] : []),
    {
      // DynamoDB deletes an expired invitation within days.
      item: put({ ...key, ...invitation }, 'attribute_not_exists(pk) OR expires <= :now', {
        ':now': inSeconds(Date.now()),
      }),
      onFailed: () => new AlreadyMember(),
    },
  ]);
}

/** The place of an accepted membership in the list of the user's merchants. */
export const inListOf = ({ id, merchantId, test }: Pick<UserMembership, 'id' | 'merchantId' | 'test'>) => ({
  listPk: merchantsOf({ kind: 'user', id }, test).pk,
  listSk: merchantId,
});

/** Lists a membership that was written before there was a list of a user's merchants. An invitation stays in its list. */
export function listMembership(membership: Pick<UserMembership, 'id' | 'merchantId' | 'test'>): Write {
  const { merchantId, id } = membership;
  const { listPk, listSk } = inListOf(membership);
  return {
    item: update(
      membershipKey(merchantId, { kind: 'user', id }),
      'SET listPk = if_not_exists(listPk, :pk), listSk = if_not_exists(listSk, :sk)',
      { ':pk': listPk, ':sk': listSk },
      { condition: 'attribute_exists(pk)' },
    ),
    onFailed: () => new NotFound(),
  };
}

/** Writes changes that any member may make. @throws NoAccess */
export const writeAsMember = (merchantId: Id, caller: Caller, writes: readonly Write[]): Promise<void> =>
  transact([requireMember(merchantId, caller), ...writes]);

/** The fields of an app's membership. It contains the app's name, so that a list of members needs no other item. */
export const fieldsOf = ({ id: merchantId, test }: Merchant, { id, name }: App) => ({
  id,
  name,
  listPk: merchantsOf({ kind: 'app', id }, test).pk,
  listSk: merchantId,
});

/** The membership of the app that makes a merchant. It has no event. */
export const foundingMembership = (merchant: Merchant, app: App) =>
  put({
    ...membershipKey(merchant.id, { kind: 'app', id: app.id }),
    ...fieldsOf(merchant, app),
    founding: true,
  });

/**
 * Makes an app a member. If the app is a member already, its membership stays as it is, including the mark of the
 * founding app.
 */
export const addMembership = (merchant: Merchant, app: App) =>
  updateOf(membershipKey(merchant.id, { kind: 'app', id: app.id }), [
    assignments(Object.entries(fieldsOf(merchant, app)).map(([name, value]) => [[name], value])),
  ]);

/**
 * Adds an app to a merchant's members; an app that is a member stays one. The write requires that the caller is a
 * member. For an app that adds itself nothing is written, so that it cannot restore a membership that was removed.
 */
export const addApp = (
  merchant: Merchant,
  caller: Caller,
  app: App,
  alongside: readonly Write[],
): Promise<void> =>
  transact([
    requireMember(merchant.id, caller),
    ...alongside,
    ...(caller.id === app.id ? [] : [{ item: addMembership(merchant, app) }, ...keepApp(app)]),
  ]);

/**
 * Removes a member. An app can remove itself even if it is the last one, as clients rely on that. A user leaves by
 * {@link removeLeaving}.
 *
 * @throws NotFound if the member does not exist, NoAccess
 */
export const removeMember = (
  merchantId: Id,
  caller: Caller,
  member: Pick<Caller, 'kind' | 'id'>,
): Promise<void> => {
  const removing = (key: Key) => {
    const gone = [
      { item: remove(key), onFailed: () => new NotFound() },
      member.kind === 'user'
        ? listOwnSummary(merchantId, member.id, false)
        : listKeyEnd(merchantId, member.id, undefined),
    ];
    return transact(member.id === caller.id ? gone : [requireMember(merchantId, caller), ...gone]);
  };
  return removing(membershipKey(merchantId, member)).catch((error) => {
    if (member.kind !== 'app' || !(error instanceof NotFound)) throw error;
    return removing(limitedAppKey(merchantId, member.id));
  });
};

/**
 * Removes a user who wants to leave.
 *
 * @param seen the user's membership, whose role must not have changed since
 * @param heir an owner who stays, or is invited; only an owner with colleagues needs one
 * @throws StaleRead if the user or the heir has changed since the caller read them
 */
export function removeLeaving(
  { merchantId, id, role }: Pick<UserMembership, 'merchantId' | 'id' | 'role'>,
  heir?: Id,
): Promise<void> {
  const key = membershipKey(merchantId, { kind: 'user', id });
  const onFailed = () => new StaleRead();
  const item =
    role === undefined
      ? remove(key, 'attribute_exists(pk) AND attribute_not_exists(#role)', undefined, { '#role': 'role' })
      : remove(key, '#role = :role', { ':role': role }, { '#role': 'role' });
  const stays = heir && membershipKey(merchantId, { kind: 'user', id: heir });
  return transact([
    ...(stays ? [{ item: mustBeOwner(stays), onFailed }] : []),
    { item, onFailed },
    listOwnSummary(merchantId, id, false),
  ]);
}

const mustBeOwner = (key: Key) =>
  check(
    key,
    'attribute_exists(pk) AND (attribute_not_exists(#role) OR #role = :owner)',
    { ':owner': 'owner' satisfies Role },
    { '#role': 'role' },
  );

/** The other users of a merchant, read consistently, with those that are invited. */
export async function colleaguesOf(merchantId: Id, userId: Id): Promise<UserMembership[]> {
  const { pk, prefix } = membersOf(merchantId, 'user');
  const users = (await queryPartition(pk, prefix)) as (Item & UserMembership)[];
  return users.filter(({ id }) => id !== userId);
}

/**
 * Changes the role of a user. A role that may pair no tills ends the admission, so that the user's tills stay
 * without access even if the user gets such a role again.
 *
 * @throws NotFound if the user is no member, NoAccess
 */
export const setRole = (merchantId: Id, caller: Caller, userId: Id, role: Role): Promise<void> =>
  transact([
    requireMember(merchantId, caller),
    {
      item: update(
        membershipKey(merchantId, { kind: 'user', id: userId }),
        may(role, pairingRoute) ? 'SET #role = :role' : 'SET #role = :role, admission = :admission',
        { ':role': role, ...(may(role, pairingRoute) ? {} : { ':admission': newId() }) },
        { condition: 'attribute_exists(pk)', names: { '#role': 'role' } },
      ),
      onFailed: () => new NotFound(),
    },
  ]);

/** The apps of a merchant. */
export const listApps = (merchantId: Id, slice: Slice): AsyncIterable<Item & AppMembership> =>
  listFrom<AppMembership>(membersOf(merchantId, 'app'), slice);

/** The users of a merchant. */
export const listUsers = (merchantId: Id, slice: Slice): AsyncIterable<Item & UserMembership> =>
  listFrom<UserMembership>(membersOf(merchantId, 'user'), slice);
