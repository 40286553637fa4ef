import { type Id, newId } from '#domain/id.ts';
import type { Merchant } from '#domain/merchant.ts';
import { NotFound, Outcome, refuse } from '#domain/outcome.ts';
import { type Once, recordAnswer } from '#idempotency/record.ts';
import type { App } from './apps.ts';
import { type Key, membershipKey, membersOf, userKey, userMembershipKey } from './keys.ts';
import { listFrom, type Slice } from './list.ts';
import { putMembership, requireMember } from './merchants.ts';
import { get, type Item, stream } from './read.ts';
import { mustExist, put, remove, transact } from './transact.ts';

/** A person, known by an e-mail address. */
export interface User {
  id: Id;
  email: string;
}

/** A user's membership as it is stored, with what the mail about it needs. */
export interface UserMembership extends User {
  merchantId: Id;
  /** The merchant's name, as its owner has it. */
  merchant: string;
  test: boolean;
  /** The app that invited. */
  invitedBy: Id;
}

/** The user was a member already. */
class AlreadyMember extends Outcome {}

/** Another request has made a user of the address in the meantime. */
class BecameUser extends Outcome {}

/** The person with this address, if there is one. */
export const userOf = (email: string): Promise<(Item & User) | undefined> => get(userKey(email));

/**
 * Makes a user a member of a merchant, and a user of an address that is none yet. The invitation's e-mail is sent
 * from the table's stream, by the new membership.
 *
 * @param known the user with this address, from {@link userOf}
 * @returns whether they were a member already
 */
export async function inviteUser(
  merchant: Merchant,
  appId: Id,
  email: string,
  known: User | undefined,
  once?: Once,
): Promise<boolean> {
  const user = known ?? { id: newId(), email };
  const membership: UserMembership = {
    ...pick(user),
    merchantId: merchant.id,
    merchant: merchant.name ?? merchant.descriptor,
    test: merchant.test,
    invitedBy: appId,
  };
  try {
    await transact([
      requireMember(merchant.id, appId),
      ...recordAnswer(once, { isMember: false }),
      ...(known
        ? []
        : [
            {
              item: put({ ...userKey(email), ...pick(user) }, 'attribute_not_exists(pk)'),
              onFailed: () => new BecameUser(),
            },
          ]),
      {
        item: put({ ...userMembershipKey(merchant.id, user.id), ...membership }, 'attribute_not_exists(pk)'),
        onFailed: () => new AlreadyMember(),
      },
    ]);
    return false;
  } catch (error) {
    if (error instanceof BecameUser) return inviteUser(merchant, appId, email, await userOf(email), once);
    if (!(error instanceof AlreadyMember)) throw error;
    await transact([requireMember(merchant.id, appId), ...recordAnswer(once, { isMember: true })]);
    return true;
  }
}

const pick = ({ id, email }: User): User => ({ id, email });

/**
 * Makes an app a member of a merchant; one that is already stays one. Who adds must be a member in the same write, and
 * who adds itself is asked for nothing else: a membership that was removed does not come back by its own hand.
 */
export async function addApp(
  merchant: Merchant,
  appId: Id,
  app: App,
  once: Once | undefined,
  answer: unknown,
): Promise<void> {
  await transact([
    requireMember(merchant.id, appId),
    ...recordAnswer(once, answer),
    ...(appId === app.id ? [] : [{ item: putMembership(merchant, app) }]),
  ]);
}

/** Who removes another app stays a member itself; who removes itself leaves another one behind. */
export const removeApp = (merchantId: Id, appId: Id, member: Id): Promise<void> =>
  appId === member
    ? leave(merchantId, appId)
    : removeOther(merchantId, appId, membershipKey(merchantId, member));

export const removeUser = (merchantId: Id, appId: Id, userId: Id): Promise<void> =>
  removeOther(merchantId, appId, userMembershipKey(merchantId, userId));

/** @throws NotFound when there is no such member, NoAccess */
const removeOther = (merchantId: Id, appId: Id, member: Key): Promise<void> =>
  transact([requireMember(merchantId, appId), { item: remove(member), onFailed: () => new NotFound() }]);

/** The other app has left in the meantime. */
class OtherHasLeft extends Outcome {}

/**
 * Removes an app's own membership, unless it is the last one: users have no keys, so the money of a merchant without
 * apps is out of reach. The other app must be a member in the same write: of the last two only one can leave.
 *
 * @throws Refused, NotFound
 */
async function leave(merchantId: Id, appId: Id): Promise<void> {
  for (;;) {
    const other = await anotherApp(merchantId, appId);
    if (!other) return refuse('appId', 'The last app of a merchant cannot be removed; add another one first');
    try {
      return await transact([
        { item: remove(membershipKey(merchantId, appId)), onFailed: () => new NotFound() },
        { item: mustExist(other), onFailed: () => new OtherHasLeft() },
      ]);
    } catch (error) {
      if (!(error instanceof OtherHasLeft)) throw error;
    }
  }
}

/** The membership of any app but this one. */
async function anotherApp(merchantId: Id, appId: Id): Promise<Key | undefined> {
  const own = membershipKey(merchantId, appId);
  const apps = stream({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': own.pk, ':prefix': membersOf(merchantId, 'app').prefix },
    Limit: 2,
  });
  for await (const app of apps) if (app.sk !== own.sk) return app;
  return undefined;
}

/** The apps, or users, of a merchant. */
export const listMembers = <M extends App | User>(
  merchantId: Id,
  kind: 'app' | 'user',
  slice: Slice,
): AsyncIterable<Item & M> => listFrom(membersOf(merchantId, kind), slice) as AsyncIterable<Item & M>;
