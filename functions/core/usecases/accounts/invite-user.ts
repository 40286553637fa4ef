import type { Caller } from '#domain/caller.ts';
import { type Id, newId } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import type { Role } from '#domain/merchants/roles.ts';
import {
  AlreadyMember,
  addUser,
  BecameUser,
  listMembership,
  type User,
  userOf,
  writeAsMember,
} from '#store/merchants/members.ts';
import type { Write } from '#store/table/transact.ts';

interface Invitation {
  merchant: Merchant;
  /** The member that invites. */
  caller: Caller;
  /** The app whose standing counts for the mail. */
  invitedBy: Id;
  /** Whether an operator vouches for this app. */
  vouched?: boolean;
  /** The time at which the invitation expires, in seconds since 1970, unless the person accepts it. */
  expires?: number | undefined;
  role: Role;
  email: string;
  /** The writes that go into the same transaction, given whether the person was a member already. */
  record(isMember: boolean): readonly Write[];
}

/**
 * Invites a person to a merchant, whose list of users shows them at once. Their membership begins when they accept. If the address has no user yet, the person becomes a user.
 *
 * @param known the user with this address, from {@link userOf}
 * @returns whether they were a member or invited already
 */
export async function inviteUser(invitation: Invitation, known: User | undefined): Promise<boolean> {
  const { merchant, caller, invitedBy, vouched, expires, role, email, record } = invitation;
  const { id, email: address } = known ?? { id: newId(), email };
  const membership = {
    id,
    email: address,
    merchantId: merchant.id,
    merchant: merchant.name ?? merchant.descriptor,
    test: merchant.test,
    role,
    invitedBy,
    inviter: caller.kind === 'user' ? caller.request?.email : undefined,
    vouched,
    expires,
  };
  // A user who invites their own address is a member already, and a database transaction cannot write an item
  // twice.
  if (id === caller.id) {
    await writeAsMember(merchant.id, caller, record(true));
    return true;
  }
  try {
    await addUser(membership, caller, known === undefined, record(false));
    return false;
  } catch (error) {
    if (error instanceof BecameUser) return inviteUser(invitation, await userOf(email));
    if (!(error instanceof AlreadyMember)) throw error;
    await writeAsMember(merchant.id, caller, [listMembership(membership), ...record(true)]);
    return true;
  }
}
