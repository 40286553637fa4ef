import { type Id, newId } from '#domain/id.ts';
import type { Merchant } from '#domain/merchant.ts';
import { Conflict, NotFound, Outcome } from '#domain/outcome.ts';
import type { App } from './apps.ts';
import { type Key, membershipKey, membersOf, userKey, userMembershipKey } from './keys.ts';
import { listPage, type Slice } from './list.ts';
import { putMembership, requireMember } from './merchants.ts';
import { type Once, recordAnswer } from './once.ts';
import { get, type Item } from './read.ts';
import { put, remove, transact } from './transact.ts';

/** A person, known by an e-mail address. */
export interface User {
  id: Id;
  email: string;
}

/** The user was a member already. */
class AlreadyMember extends Outcome {}

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
  try {
    await transact([
      requireMember(merchant.id, appId),
      ...recordAnswer(once, { isMember: false }),
      ...(known
        ? []
        : [
            {
              item: put({ ...userKey(email), ...pick(user) }, 'attribute_not_exists(pk)'),
              onFailed: () => new Conflict('The same address was invited at the same time; please try again'),
            },
          ]),
      {
        item: put(
          {
            ...userMembershipKey(merchant.id, user.id),
            ...pick(user),
            merchant: merchant.name ?? merchant.descriptor,
          },
          'attribute_not_exists(pk)',
        ),
        onFailed: () => new AlreadyMember(),
      },
    ]);
    return false;
  } catch (error) {
    if (!(error instanceof AlreadyMember)) throw error;
    await transact([requireMember(merchant.id, appId), ...recordAnswer(once, { isMember: true })]);
    return true;
  }
}

const pick = ({ id, email }: User): User => ({ id, email });

/** Makes an app a member of a merchant; one that is already stays one. */
export async function addApp(
  merchant: Merchant,
  appId: Id,
  app: App,
  once: Once | undefined,
  answer: unknown,
): Promise<void> {
  await transact([
    // An app that adds itself is a member already, and one transaction may not touch an item twice.
    ...(appId === app.id ? [] : [requireMember(merchant.id, appId)]),
    ...recordAnswer(once, answer),
    { item: putMembership(merchant, app) },
  ]);
}

export const removeApp = (merchantId: Id, appId: Id, member: Id): Promise<void> =>
  removeMember(merchantId, appId, membershipKey(merchantId, member));

export const removeUser = (merchantId: Id, appId: Id, userId: Id): Promise<void> =>
  removeMember(merchantId, appId, userMembershipKey(merchantId, userId));

/** @throws NotFound when there is no such member, NoAccess */
async function removeMember(merchantId: Id, appId: Id, key: Key): Promise<void> {
  const own = membershipKey(merchantId, appId).sk === key.sk;
  await transact([
    ...(own ? [] : [requireMember(merchantId, appId)]),
    { item: remove(key), onFailed: () => new NotFound() },
  ]);
}

/** A page of the apps, or users, of a merchant. */
export const listMembers = (merchantId: Id, kind: 'app' | 'user', slice: Slice): Promise<Item[]> =>
  listPage(membersOf(merchantId, kind), slice);
