import { daySeconds } from '#basics/time.ts';
import { isUseNoted } from '#domain/console/session.ts';
import { endOfTill, type Pairing, pairingRoute, type Till } from '#domain/console/till.ts';
import type { Id } from '#domain/id.ts';
import { NotFound, Refused } from '#domain/outcome.ts';
import { mustHaveAdmission, type UserMembership } from '../merchants/members.ts';
import { lastTillKey, membershipKey, membersOf, pairingKey, sha256 } from '../table/keys.ts';
import { get, getAll, type Item, queryPartition } from '../table/read.ts';
import { StaleRead } from '../table/retry.ts';
import { put, remove, transact, update, type Write } from '../table/transact.ts';

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

/** The till that a merchant has paired last, within a day. */
export const lastTillOf = async (merchantId: Id): Promise<Id | undefined> =>
  (await get<Item & { till: Id }>(lastTillKey(merchantId)))?.till;

/** In seconds: far longer than a request that has read the last till. */
/** Stores which till was paired last, unless another one was paired since. */
function putLastTill({ merchantId, id }: Till, seen: Id | undefined, now: number): Write {
  const item = { ...lastTillKey(merchantId), till: id, expires: now + daySeconds };
  return {
    item:
      seen === undefined
        ? put(item, 'attribute_not_exists(pk) OR expires <= :now', { ':now': now })
        : put(item, 'till = :seen', { ':seen': seen }),
    onFailed: () => new StaleRead(),
  };
}

/**
 * Uses a code up, and stores the till in the same write, so that one code never pairs two devices. The user who has
 * made the code must still have the same admission (the period without a gap in which the user may pair tills).
 *
 * @param last the till that was paired last when the caller counted the merchant's tills
 * @param now in seconds since 1970
 * @throws Refused, StaleRead if another till was paired since
 */
export const putTill = (
  till: Till,
  token: string,
  code: string,
  last: Id | undefined,
  now: number,
): Promise<void> =>
  transact([
    { item: remove(pairingKey(code), 'expires > :now', { ':now': now }), onFailed: () => invalidCode() },
    {
      item: mustHaveAdmission(
        membershipKey(till.merchantId, { kind: 'user', id: till.pairedBy.id }),
        pairingRoute,
        till.pairedBy.admission,
      ),
      onFailed: () => invalidCode(),
    },
    {
      item: put(
        { ...keyOf(till.merchantId, till.id), ...till, token: sha256(token), expires: expiryOf(till) },
        'attribute_not_exists(pk)',
      ),
    },
    putLastTill(till, last, now),
  ]);

/** In seconds since 1970, when DynamoDB may delete the till. */
const expiryOf = (till: Pick<Till, 'seen'>): number => Math.ceil(endOfTill(till) / 1000);

/**
 * The till with this token, and the membership of the user who has paired it; absent if the user was removed. With a wrong
 * token, the answer takes as long as for an unknown till.
 */
export async function findTill(
  merchantId: Id,
  id: Id,
  token: string,
): Promise<{ till: StoredTill; pairedBy: UserMembership | undefined } | undefined> {
  const till = await get<StoredTill>(keyOf(merchantId, id));
  if (till?.token !== sha256(token)) return undefined;
  const pairedBy = await get<Item & UserMembership>(
    membershipKey(merchantId, { kind: 'user', id: till.pairedBy.id }),
  );
  return { till, pairedBy };
}

/** Stores the time of use, but not at each request, and not if the till was ended in the meantime. */
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

/** The tills of a merchant, read consistently, the newest first. */
export async function listTills(merchantId: Id): Promise<StoredTill[]> {
  const { pk, prefix } = membersOf(merchantId, 'till');
  return ((await queryPartition(pk, prefix)) as StoredTill[]).reverse();
}

/** The memberships of these users; a removed user has no membership. */
export async function membershipsOf(merchantId: Id, users: readonly Id[]): Promise<Map<Id, UserMembership>> {
  const keys = [...new Set(users)].map((id) => membershipKey(merchantId, { kind: 'user', id }));
  const items = (await getAll(keys)) as (Item & UserMembership)[];
  return new Map(items.map((item) => [item.id, item]));
}

/** Ends a till: its next request is refused. @throws NotFound */
export const removeTill = (merchantId: Id, id: Id): Promise<void> =>
  transact([{ item: remove(keyOf(merchantId, id)), onFailed: () => new NotFound() }]);
