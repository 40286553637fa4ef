import type { Caller, UserCaller } from '#domain/caller.ts';
import { type Id, newId } from '#domain/id.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { foundedFor, founderKey, membershipKey, membersOf, merchantsOf } from '../table/keys.ts';
import { listFrom } from '../table/list.ts';
import { get, type Item, queryPartition } from '../table/read.ts';
import { put, type Write } from '../table/transact.ts';
import { type App, keepApp } from './apps.ts';
import { foundingMembership, inListOf, requireMember } from './members.ts';

/** The maker of a merchant: an app with its key, or a user of the console. */
export type Founder = App | FoundingUser;

/** An owner of a merchant, who makes another one. */
export interface FoundingUser {
  caller: UserCaller;
  email: string;
  /** The merchant that the user owns already. */
  merchantId: Id;
  /** The app whose standing counts for that merchant, and so for the new one. */
  appId: Id;
}

/**
 * The writes that make the founder a merchant's first member. For a user they require that the user may still make merchants.
 * The app whose standing counts gets no access to the merchant.
 */
export function foundingWrites(merchant: Merchant, founder: Founder): Write[] {
  if (!('caller' in founder)) return [{ item: foundingMembership(merchant, founder) }, ...keepApp(founder)];
  const { caller, email, merchantId, appId } = founder;
  const { id, test } = merchant;
  const membership = { id: caller.id, email, merchantId: id, test };
  const { pk: listPk } = foundedFor(appId);
  return [
    requireMember(merchantId, caller),
    {
      item: put({
        ...membershipKey(id, { kind: 'user', id: caller.id }),
        ...membership,
        ...inListOf(membership),
        merchant: merchant.name ?? merchant.descriptor,
        role: 'owner',
        admission: newId(),
        invitedBy: appId,
      }),
    },
    { item: put({ ...founderKey(id), id: appId, ...(test && { listPk, listSk: id }) }) },
  ];
}

/**
 * The app that made a merchant; undefined if it is no longer a member. For a merchant that a user has made, it is the app
 * whose standing counts.
 */
export async function founderOf(merchantId: Id): Promise<Id | undefined> {
  const { pk, prefix } = membersOf(merchantId, 'app');
  const [apps, byUser] = await Promise.all([
    queryPartition(pk, prefix) as Promise<(Item & { id: Id; founding?: true })[]>,
    get<Item & { id: Id }>(founderKey(merchantId)),
  ]);
  return (apps.find(({ founding }) => founding) ?? byUser)?.id;
}

/**
 * The id under which Florin counts what a caller makes, and whose approval by an operator lifts the quotas. For an app
 * this is the app itself. For a user this is the app that founded the merchant ({@link founderOf}). If the merchant has no
 * founder, this is the user.
 */
export const standingOf = async (merchantId: Id, { kind, id }: Caller): Promise<Id> =>
  kind === 'app' ? id : ((await founderOf(merchantId)) ?? id);

/** The test merchants that an app has made and is still a member of, and those that users have made by its standing. */
export async function* foundedBy(appId: Id): AsyncGenerator<Id> {
  const founded = listFrom<{ founding?: true }>(merchantsOf({ kind: 'app', id: appId }, true), {
    limit: 100,
  });
  for await (const { listSk, founding } of founded) if (founding) yield listSk as Id;
  for await (const { listSk } of listFrom<Item>(foundedFor(appId), { limit: 100 })) yield listSk as Id;
}
