import { isUseNoted } from '#domain/console/session.ts';
import { endOfTill, type Pairing, pairingRoute, type Till } from '#domain/console/till.ts';
import type { Id } from '#domain/id.ts';
import { NotFound, Refused } from '#domain/outcome.ts';
import { mustHaveRole, type UserMembership } from '../merchants/members.ts';
import { membershipKey, membersOf, pairingKey, sha256 } from '../table/keys.ts';
import { listFrom } from '../table/list.ts';
import { get, getAll, type Item } from '../table/read.ts';
import { put, remove, transact, update } from '../table/transact.ts';

/** A till is a member of its merchant, with the hash of its cookie's token. One delete ends all of its access. */
export type StoredTill = Item & Till & { token: string };

const keyOf = (merchantId: Id, id: Id) => membershipKey(merchantId, { kind: 'till', id });

/** One answer for every cause: a used, expired or unknown code, or one of a user who may no longer pair tills. */
export const invalidCode = () =>
  new Refused([{ field: 'code', message: 'This code is not known, or it was used, or it is too old' }]);

/** Stores a code by its hash. */
export const putPairing = (pairing: Pairing, code: string): Promise<void> =>
  transact([{ item: put({ ...pairingKey(code), ...pairing }, 'attribute_not_exists(pk)') }]);

export const getPairing = (code: string): Promise<(Item & Pairing) | undefined> => get(pairingKey(code));

/**
 * Uses a code up, and stores the till in the same write, so that one code never pairs two devices. The user who has made the
 * code must still be a member who may pair tills.
 *
 * @param now in seconds since 1970
 * @throws Refused
 */
export const putTill = (till: Till, token: string, code: string, now: number): Promise<void> =>
  transact([
    { item: remove(pairingKey(code), 'expires > :now', { ':now': now }), onFailed: () => invalidCode() },
    {
      item: mustHaveRole(
        membershipKey(till.merchantId, { kind: 'user', id: till.pairedBy.id }),
        pairingRoute,
      ),
      onFailed: () => invalidCode(),
    },
    {
      item: put(
        { ...keyOf(till.merchantId, till.id), ...till, token: sha256(token), expires: expiryOf(till) },
        'attribute_not_exists(pk)',
      ),
    },
  ]);

/** In seconds since 1970, when DynamoDB may delete the till. */
const expiryOf = (till: Pick<Till, 'seen'>): number => Math.ceil(endOfTill(till) / 1000);

/** A till, and the membership of the user who has paired it; absent if the user was removed. */
export async function getTill(
  merchantId: Id,
  id: Id,
): Promise<{ till: StoredTill; pairedBy: UserMembership | undefined } | undefined> {
  const till = await get<StoredTill>(keyOf(merchantId, id));
  if (!till) return undefined;
  const pairedBy = await get<Item & UserMembership>(
    membershipKey(merchantId, { kind: 'user', id: till.pairedBy.id }),
  );
  return { till, pairedBy };
}

export const hasToken = (till: StoredTill, token: string): boolean => till.token === sha256(token);

/** Notes a use now and then, unless the till was ended meanwhile. */
export async function noteTillUse(till: StoredTill, now: number): Promise<void> {
  if (!isUseNoted(till, now)) return;
  const item = update(
    till,
    'SET seen = :seen, expires = :expires',
    { ':seen': now, ':expires': expiryOf({ seen: now }) },
    { condition: 'attribute_exists(pk)' },
  );
  await transact([{ item, onFailed: () => new NotFound() }]).catch((error) => {
    if (!(error instanceof NotFound)) throw error;
  });
}

/** The tills of a merchant, the newest first. @param limit the most that are wanted */
export async function listTills(merchantId: Id, limit: number): Promise<StoredTill[]> {
  const tills: StoredTill[] = [];
  for await (const till of listFrom<StoredTill>(membersOf(merchantId, 'till'), { limit })) {
    tills.push(till as StoredTill);
    if (tills.length === limit) break;
  }
  return tills;
}

/** The memberships of these users; a removed user has none. */
export async function membershipsOf(merchantId: Id, users: readonly Id[]): Promise<Map<Id, UserMembership>> {
  const keys = [...new Set(users)].map((id) => membershipKey(merchantId, { kind: 'user', id }));
  const items = (await getAll(keys)) as (Item & UserMembership)[];
  return new Map(items.map((item) => [item.id, item]));
}

/** Ends a till: its next request is refused. @throws NotFound */
export const removeTill = (merchantId: Id, id: Id): Promise<void> =>
  transact([{ item: remove(keyOf(merchantId, id)), onFailed: () => new NotFound() }]);
