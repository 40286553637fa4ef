import { BoundedMap } from '#basics/bounded-map.ts';
import type { AppCaller, Caller } from '#domain/caller.ts';
import { needsStepUp } from '#domain/console/step-up.ts';
import type { Id } from '#domain/id.ts';
import { type FoundLimits, refusalOf } from '#domain/merchants/app-limits.ts';
import { may, roleOf } from '#domain/merchants/roles.ts';
import { NoAccess, requireFound } from '#domain/outcome.ts';
import { appMembershipOf, membershipOf } from '#store/merchants/members.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { assertStepUp } from '../console/step-up.ts';
import { audit } from './audit.ts';

/**
 * @throws NotFound if the merchant does not exist, NoAccess if the caller is not a member, or has a role that may not call
 *   the route
 */
export async function assertMember(merchantId: Id, caller: Caller): Promise<void> {
  await asMember(merchantId, caller, undefined);
}

/**
 * Returns data of a merchant to a member of the merchant. The data and the membership are read at once, in one round
 * trip.
 *
 * @throws NotFound if there is no such merchant, NoAccess
 */
export async function asMember<T>(merchantId: Id, caller: Caller, reading: T | Promise<T>): Promise<T> {
  const [value, access] = await Promise.all([reading, accessOf(merchantId, caller)]);
  if (access.is === 'none') requireFound(await findMerchant(merchantId));
  await requireAccess(merchantId, caller, access);
  return value;
}

/**
 * Returns a merchant's object to a member of the merchant. Only the object says which merchant owns it. Most callers have
 * one merchant, so the membership of the caller's last merchant is read at the same time.
 *
 * @throws NotFound if there is no such object, NoAccess
 */
export async function forMember<T extends { merchantId: Id }>(
  caller: Caller,
  reading: Promise<T | undefined>,
): Promise<T> {
  const foreseen = lastMerchant.get(caller.id);
  const [read, early] = await Promise.all([
    reading,
    foreseen === undefined ? noAccess : accessOf(foreseen, caller),
  ]);
  const thing = requireFound(read);
  const { merchantId } = thing;
  const access = merchantId === foreseen ? early : await accessOf(merchantId, caller);
  await requireAccess(merchantId, caller, access);
  lastMerchant.set(caller.id, merchantId);
  return thing;
}

interface Access {
  /** Says to a member who is denied why. */
  why?: string;
  /** The limits of an app that has some. */
  limits?: FoundLimits | undefined;
  /** `denied` to a member whose role does not allow the route, `none` to everybody else who is not granted access. */
  is: 'granted' | 'denied' | 'none';
  /** Whether the merchant is a test one, as far as a user's membership says. */
  test?: boolean;
}

const noAccess: Access = { is: 'none' };

/** The access of a caller to a merchant. An app without limits has complete access. */
async function accessOf(merchantId: Id, caller: Caller): Promise<Access> {
  if (caller.kind === 'app') return accessOfApp(merchantId, caller);
  const membership = await membershipOf(merchantId, caller);
  if (!membership || membership.invited) return noAccess;
  const granted = may(roleOf(membership), caller.route);
  return { is: granted ? 'granted' : 'denied', test: membership.test };
}

async function accessOfApp(merchantId: Id, caller: AppCaller): Promise<Access> {
  const membership = await appMembershipOf(merchantId, caller.id);
  if (!membership) return noAccess;
  if (!membership.revision) return { is: 'granted' };
  const { role, refundCaps, expiresAt, networks, countsWith, revision } = membership;
  const limits = { merchantId, role, refundCaps, expiresAt, networks, countsWith, revision };
  const why = refusalOf(limits, caller, Date.now());
  return why === undefined ? { is: 'granted', limits } : { is: 'denied', why };
}

/** Requires access to a merchant. A user's request is written into the audit log here, before it has an effect. */
async function requireAccess(merchantId: Id, caller: Caller, access: Access): Promise<void> {
  const { is, why = 'Your role does not allow this', test = false } = access;
  if (is === 'none') throw new NoAccess();
  if (caller.kind === 'app') caller.limits = access.limits;
  else await audit(merchantId, caller, test);
  if (is === 'denied') throw new NoAccess(why);
  if (caller.kind !== 'app' && needsStepUp(caller.route)) await assertStepUp(caller);
}

/**
 * The last merchant of each caller that this instance has served. It decides what to read first, never what is allowed.
 */
const lastMerchant = new BoundedMap<Id, Id>(1000);
