import { utcDay } from '#basics/time.ts';
import type { Caller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import { type Funds, fundsOf, otherCurrencies, totalOf } from '#domain/ledger/funds.ts';
import { refusalOf } from '#domain/merchants/app-limits.ts';
import { changeable, type Merchant, type MerchantUpdate } from '#domain/merchants/merchant.ts';
import { isShare, readFurtherShares, type Share } from '../ledger/balance.ts';
import { allMerchants, type Key, merchantKey, merchantsOf, publicKeyKey } from '../table/keys.ts';
import { lanesOf, type WithLanes } from '../table/lanes.ts';
import { chunks, listFrom, merge, type Slice } from '../table/list.ts';
import { get, getAll, type Item, queryEventually, queryPartition } from '../table/read.ts';
import { repeatWhileStale, StaleRead } from '../table/retry.ts';
import { put, transact, type Write } from '../table/transact.ts';
import { assignments, updateOf } from '../table/update-parts.ts';
import { type Founder, foundingWrites } from './founders.ts';
import { type AppMembership, requireMember } from './members.ts';

/** A merchant with its present funds, in its own currency and in others. */
export type MerchantAccount = Merchant & Funds & { balances: Record<string, Funds> };

export type StoredMerchant = Item & Merchant & WithLanes;

/** A merchant without its balance. */
export const findMerchant = (id: Id): Promise<StoredMerchant | undefined> => get(merchantKey(id));

/**
 * Stores a new merchant, its public key, and its founder as its first member.
 *
 * @throws NoAccess if the founder is a user who may no longer make merchants
 */
export async function createMerchant(
  merchant: Merchant,
  founder: Founder,
  alongside: readonly Write[] = [],
): Promise<void> {
  const { id, key } = merchant;
  await transact([
    ...foundingWrites(merchant, founder),
    ...alongside,
    { item: put({ ...merchant, ...merchantKey(id), listPk: allMerchants.pk, listSk: id }) },
    { item: put({ ...merchant, ...publicKeyKey(key) }) },
  ]);
}

/**
 * Changes a merchant's changeable fields, in both items from which merchants are read. Each choice of mails is written on its
 * own, so that simultaneous changes of different choices stay.
 */
export async function updateMerchant(
  merchant: Merchant,
  caller: Caller,
  changes: MerchantUpdate,
  alongside: readonly Write[] = [],
): Promise<void> {
  const { id, key } = merchant;
  const { notifications = {} } = changes;
  const whole = changeable.filter((field) => field !== 'notifications' && changes[field] !== undefined);
  const fields = whole.map((field): Field => [[field], changes[field]]);
  const choices = Object.entries(notifications).map(([kind, is]): Field => [['notifications', kind], is]);
  if (fields.length + choices.length === 0) return;
  const set = (at: Key, hasChoices: boolean) =>
    updateOf(
      at,
      hasChoices || choices.length === 0
        ? [assignments([...fields, ...choices])]
        : [
            assignments([...fields, [['notifications'], notifications]]),
            { condition: 'attribute_not_exists(#notifications)' },
          ],
    );
  await repeatWhileStale<void, Merchant>((now = merchant) =>
    transact([
      requireMember(id, caller),
      ...[merchantKey(id), publicKeyKey(key)].map((at) => ({
        item: set(at, now.notifications !== undefined),
        onFailed: (existing: unknown) => new StaleRead(existing as Merchant),
      })),
      ...alongside,
    ]),
  );
}

type Field = [path: readonly string[], value: unknown];

/** Reads the items of a partition whose sort keys begin with a prefix. */
type Reader = (pk: string, prefix: string) => Promise<Item[]>;

/** Reads a merchant and its balance, with one query and another one for each further lane of a busy merchant. */
export async function getMerchant(
  id: Id,
  read: Reader = queryPartition,
): Promise<MerchantAccount | undefined> {
  const { merchant, shares } = await readAccount(id, read);
  return merchant && accountOf(merchant, shares);
}

/** @param shares empty for a new merchant */
export function accountOf<M extends Merchant>(merchant: M, shares: readonly Share[]): M & MerchantAccount {
  const today = utcDay(Date.now());
  const sums = totalOf(shares);
  const of = (currency?: string) => fundsOf(sums, merchant.test, today, currency);
  const balances = Object.fromEntries(otherCurrencies(sums).map((currency) => [currency, of(currency)]));
  return { ...merchant, ...of(), balances };
}

/** Reads a merchant and the shares of its balance, as they are stored. */
export async function readAccount(
  id: Id,
  read: Reader = queryPartition,
): Promise<{ merchant: StoredMerchant | undefined; shares: Share[] }> {
  const items = await read(merchantKey(id).pk, '#');
  const merchant = items.find(isMerchant);
  const further = await readFurtherShares(id, lanesOf(merchant ?? {}));
  return { merchant, shares: [...items.filter(isShare), ...further] };
}

const isMerchant = (item: Item): item is StoredMerchant => item.sk === merchantKey('').sk;

/** Lists all merchants, newest first, from the index. The index may be behind, so use only fields that never change. */
export const listAllMerchants = (slice: Slice): AsyncIterable<Item & Merchant> =>
  listFrom<Merchant>(allMerchants, slice);

/** The merchant with this public key, without its balance. */
export const merchantOfKey = (key: string): Promise<StoredMerchant | undefined> => get(publicKeyKey(key));

/**
 * Lists the merchants of an app or a user. Test and live merchants are separate lists, and merged if both are wanted. As the
 * index may be behind, the result leaves out merchants that the caller is no longer a member of. Its reads may be a moment old,
 * as those of the index, so that each merchant costs one read unit.
 */
export async function* listMerchants(
  caller: Caller,
  slice: Slice & { test?: boolean },
): AsyncGenerator<MerchantAccount> {
  const of = (test: boolean) => listFrom(merchantsOf(caller, test), slice);
  const memberships =
    slice.test === undefined
      ? merge([of(true), of(false)], ({ listSk }) => listSk as Id, slice)
      : of(slice.test);
  for await (const some of chunks(memberships, Math.min(slice.limit, atOnce))) {
    const [merchants, memberships] = await Promise.all([
      Promise.all(some.map(({ listSk }) => getMerchant(listSk as Id, queryEventually))),
      getAll<Item & Partial<AppMembership>>(some, { consistent: false }),
    ]);
    const joined = new Map(memberships.map((membership) => [membership.pk, membership]));
    for (const merchant of merchants) {
      const membership = merchant && joined.get(merchantKey(merchant.id).pk);
      if (membership && mayRead(membership, caller)) yield merchant;
    }
  }
}

/** Whether the limits of an app allow it to see the merchant. */
const mayRead = (membership: Partial<AppMembership>, caller: Caller): boolean =>
  caller.kind !== 'app' ||
  membership.revision === undefined ||
  refusalOf(membership, { ...caller, route: 'GET /merchants/{merchantId}' }, Date.now()) === undefined;

/** The number of merchants that are read at the same time, each by its own query. */
const atOnce = 50;
