import { Recent } from '#basics/recent.ts';
import type { Id } from '#domain/id.ts';
import { found, NoAccess } from '#domain/outcome.ts';
import { isMember } from '#store/members.ts';
import { findMerchant } from '#store/merchants.ts';

/** @throws NotFound when there is no such merchant, NoAccess where the app is no member of it */
export async function assertMember(merchantId: Id, appId: Id): Promise<void> {
  await asMember(merchantId, appId, undefined);
}

/**
 * What was read of a merchant, for a member of it; one round trip, as both are read at once.
 *
 * @throws NotFound when there is no such merchant, NoAccess
 */
export async function asMember<T>(merchantId: Id, appId: Id, reading: T | Promise<T>): Promise<T> {
  const [value, member] = await Promise.all([reading, isMember(merchantId, appId)]);
  if (member) return value;
  found(await findMerchant(merchantId));
  throw new NoAccess();
}

/**
 * A thing that belongs to a merchant, for a member of that merchant. Whose it is shows only when it is read; most apps
 * have one merchant, so that the membership of the last one is read at the same time.
 *
 * @throws NotFound when there is no such thing, NoAccess
 */
export async function forMember<T extends { merchantId: Id }>(
  appId: Id,
  reading: Promise<T | undefined>,
): Promise<T> {
  const foreseen = lastMerchant.get(appId);
  const [read, early] = await Promise.all([reading, foreseen !== undefined && isMember(foreseen, appId)]);
  const thing = found(read);
  const { merchantId } = thing;
  const member = merchantId === foreseen ? early : await isMember(merchantId, appId);
  if (!member) throw new NoAccess();
  lastMerchant.set(appId, merchantId);
  return thing;
}

/** Of each app that this function has served lately. A guess of what to read, never of what is allowed. */
const lastMerchant = new Recent<Id, Id>(1000);
