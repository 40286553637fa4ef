import { type Caller, type Maker, makerOf } from '#domain/caller.ts';
import { type Id, newId } from '#domain/id.ts';
import { type AppLimits, isLimited } from '#domain/merchants/app-limits.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { Conflict, NotFound, requireFound } from '#domain/outcome.ts';
import { appKey, limitedAppKey, membershipKey } from '../table/keys.ts';
import type { Item } from '../table/read.ts';
import { put, remove, transact, update, type Write } from '../table/transact.ts';
import { type App, newApp } from './apps.ts';
import { listKeyEnd } from './key-ends.ts';
import { type AppMembership, appMembershipOf, fieldsOf, requireMember } from './members.ts';

/** Makes an app with a key, and with these limits at the merchant. @throws NoAccess */
export const makeKey = (
  merchant: Merchant,
  caller: Caller,
  { app, key, limits }: { app: App; key: string; limits: AppLimits },
  alongside: readonly Write[],
): Promise<void> =>
  transact([
    requireMember(merchant.id, caller),
    ...alongside,
    ...newApp({ ...app, hasLimits: isLimited(limits) }, key),
    { item: put(membershipItem(merchant, { ...app, keyMade: true }, limits, makerOf(caller))) },
    ...(limits.expiresAt ? [listKeyEnd(merchant.id, app.id, limits.expiresAt)] : []),
  ]);

/**
 * Makes a key with the limits of another app's, which ends later: until then both work. A cap of a day is one for both.
 *
 * @param until the end of the other one, ISO 8601
 * @param expiresAt the end of the new one, if it differs from that of the other one
 * @throws NotFound if the other app is no member, NoAccess, Conflict
 */
export async function replaceKey(
  merchant: Merchant,
  caller: Caller,
  {
    old,
    until,
    expiresAt,
    app,
    key,
  }: { old: Id; until: string; expiresAt: string | undefined; app: App; key: string },
  alongside: readonly Write[],
): Promise<void> {
  const membership = requireFound(await appMembershipOf(merchant.id, old));
  const { role, refundCaps, networks, expiresAt: end, countsWith } = membership;
  const limits = {
    role,
    refundCaps,
    networks,
    expiresAt: expiresAt ?? end,
    ...(refundCaps && { countsWith: countsWith ?? old }),
  };
  const before = { role, refundCaps, networks, expiresAt: end && end < until ? end : until, countsWith };
  await transact([
    // The write of the own membership requires it already.
    ...(caller.id === old ? [] : [requireMember(merchant.id, caller)]),
    ...alongside,
    ...newApp({ ...app, hasLimits: isLimited(limits) }, key),
    { item: put(membershipItem(merchant, { ...app, keyMade: true }, limits, makerOf(caller))) },
    ...(limits.expiresAt ? [listKeyEnd(merchant.id, app.id, limits.expiresAt)] : []),
    ...changeWrites(merchant, membership, before, makerOf(caller)),
  ]);
}

/**
 * Replaces the limits of an app of the merchant. An app without limits has another item than one with limits.
 *
 * @throws NotFound if the app is no member, NoAccess, Conflict if its limits have changed since they were read
 */
export async function setLimits(
  merchant: Merchant,
  caller: Caller,
  appId: Id,
  limits: AppLimits,
): Promise<void> {
  const membership = requireFound(await appMembershipOf(merchant.id, appId));
  await transact([
    requireMember(merchant.id, caller),
    ...changeWrites(merchant, membership, { ...limits, countsWith: membership.countsWith }, makerOf(caller)),
  ]);
}

/** The writes that give a membership other limits. */
function changeWrites(
  merchant: Merchant,
  membership: Item & AppMembership,
  limits: AppLimits,
  madeBy: Maker,
): Write[] {
  const { pk, sk, revision } = membership;
  const next = membershipItem(merchant, membership, limits, madeBy);
  const onFailed = () => new Conflict('The limits of this app have changed in the meantime');
  const [condition, values] = revision
    ? ['revision = :revision', { ':revision': revision }]
    : ['attribute_exists(pk)'];
  const writes =
    next.sk === sk
      ? [{ item: put(next, condition, values), onFailed }]
      : [
          { item: remove({ pk, sk }, condition, values), onFailed },
          { item: put(next, 'attribute_not_exists(pk)'), onFailed },
        ];
  const ends = membership.expiresAt ?? limits.expiresAt;
  return [
    ...writes,
    ...(ends ? [listKeyEnd(merchant.id, membership.id, limits.expiresAt)] : []),
    ...noteLimits(membership.id, limits),
  ];
}

function membershipItem(
  merchant: Merchant,
  { id, name, founding, keyMade }: Pick<AppMembership, 'id' | 'name' | 'founding' | 'keyMade'>,
  limits: AppLimits,
  madeBy: Maker,
) {
  const marks = { ...(founding && { founding }), ...(keyMade && { keyMade }) };
  const kept = { ...fieldsOf(merchant, { id, name }), ...marks, madeBy };
  return isLimited(limits)
    ? { ...limitedAppKey(merchant.id, id), ...kept, ...limits, revision: newId() }
    : { ...membershipKey(merchant.id, { kind: 'app', id }), ...kept };
}

/** Marks an app that has limits somewhere, so that only for such apps an addition looks for them. */
const noteLimits = (appId: Id, limits: AppLimits): Write[] =>
  isLimited(limits)
    ? [
        {
          item: update(
            appKey(appId),
            'SET hasLimits = :yes',
            { ':yes': true },
            { condition: 'attribute_exists(pk)' },
          ),
          onFailed: () => new NotFound(),
        },
      ]
    : [];
