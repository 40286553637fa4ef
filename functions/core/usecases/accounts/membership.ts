import { Recent } from '#basics/recent.ts';
import type { Id } from '#domain/id.ts';
import { found, NoAccess } from '#domain/outcome.ts';
import { isMember } from '#store/members.ts';
import { findMerchant } from '#store/merchants.ts';

/** @throws NotFound if there is no such merchant, NoAccess if the app is no member of it */
export async function assertMember(merchantId: Id, appId: Id): Promise<void> {
  await asMember(merchantId, appId, undefined);
}

/**
 * Returns data of a merchant to a member of the merchant. The data and the membership are read at once, in one round
 * trip.
 *
 * @throws NotFound if there is no such merchant, NoAccess
 */
export async function asMember<T>(merchantId: Id, appId: Id, reading: T | Promise<T>): Promise<T> {
  const [value, member] = await Promise.all([reading, isMember(merchantId, appId)]);
  if (member) return value;
  found(await findMerchant(merchantId));
  throw new NoAccess();
}

/**
 * Returns a merchant's object to a member of the merchant. Only the object says which merchant owns it. Most apps have
 * one merchant, so the membership of the app's last merchant is read at the same time.
 *
 * @throws NotFound if there is no such object, NoAccess
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

/**
 * The last merchant of each app that this instance has served. It decides what to read first, never what is allowed.
 */
const lastMerchant = new Recent<Id, Id>(1000);
