import { type Id, newId } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { AlreadyMember, addUser, BecameUser, type User, userOf, writeAsMember } from '#store/members.ts';
import type { Write } from '#store/table/transact.ts';

interface Invitation {
  merchant: Merchant;
  /** The app that invites. */
  appId: Id;
  email: string;
  /** The writes that go into the same transaction, given whether the person was a member already. */
  record(isMember: boolean): readonly Write[];
}

/**
 * Makes a person a member of a merchant. If the address has no user yet, the person becomes a user.
 *
 * @param known the user with this address, from {@link userOf}
 * @returns whether they were a member already
 */
export async function inviteUser(invitation: Invitation, known: User | undefined): Promise<boolean> {
  const { merchant, appId, email, record } = invitation;
  const { id, email: address } = known ?? { id: newId(), email };
  const membership = {
    id,
    email: address,
    merchantId: merchant.id,
    merchant: merchant.name ?? merchant.descriptor,
    test: merchant.test,
    invitedBy: appId,
  };
  try {
    await addUser(membership, known === undefined, record(false));
    return false;
  } catch (error) {
    if (error instanceof BecameUser) return inviteUser(invitation, await userOf(email));
    if (!(error instanceof AlreadyMember)) throw error;
    await writeAsMember(merchant.id, appId, record(true));
    return true;
  }
}
