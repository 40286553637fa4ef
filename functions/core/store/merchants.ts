import type { Id } from '#domain/id.ts';
import { type Integer, sumOf } from '#domain/integer.ts';
import type { Merchant, MerchantUpdate } from '#domain/merchant.ts';
import { NoAccess, NotFound } from '#domain/outcome.ts';
import { type Once, recordAnswer } from '#idempotency/record.ts';
import type { App } from './apps.ts';
import { isShare } from './balance.ts';
import { allMerchants, appMerchants, membershipKey, merchantKey, publicKeyKey } from './keys.ts';
import { chunks, listFrom, merge, type Slice } from './list.ts';
import { get, type Item, queryPartition } from './read.ts';
import { mustExist, put, transact, update, type Write } from './transact.ts';

/** A merchant as it stands, with the sum of its ledger in minor units of its currency. */
export type MerchantAccount = Merchant & { balance: Integer };

/** The writing app must still be a member when the rest of the transaction is written. */
export const requireMember = (merchantId: Id, appId: Id): Write => ({
  item: mustExist(membershipKey(merchantId, appId)),
  onFailed: () => new NoAccess(),
});

export const isMember = async (merchantId: Id, appId: Id): Promise<boolean> =>
  (await get(membershipKey(merchantId, appId))) !== undefined;

/**
 * What was read of a merchant, for a member of it; one round trip, as both are read at once.
 *
 * @throws NotFound when there is no such merchant, NoAccess
 */
export async function asMember<T>(merchantId: Id, appId: Id, reading: Promise<T>): Promise<T> {
  const [value, member] = await Promise.all([reading, isMember(merchantId, appId)]);
  if (member) return value;
  throw (await findMerchant(merchantId)) ? new NoAccess() : new NotFound();
}

/**
 * A thing that belongs to a merchant, for a member of that merchant.
 *
 * @throws NotFound when there is no such thing, NoAccess
 */
export async function forMember<T extends { merchantId: Id }>(
  appId: Id,
  reading: Promise<T | undefined>,
): Promise<T> {
  const thing = await reading;
  if (!thing) throw new NotFound();
  if (!(await isMember(thing.merchantId, appId))) throw new NoAccess();
  return thing;
}

/** A merchant without its balance. */
export const findMerchant = (id: Id): Promise<(Item & Merchant) | undefined> => get(merchantKey(id));

/** Stores a new merchant, its public key, and the creating app as its first member. */
export async function createMerchant(
  merchant: Merchant,
  app: App,
  once?: Once,
  answer?: unknown,
): Promise<void> {
  const { id, key } = merchant;
  await transact([
    ...recordAnswer(once, answer),
    { item: put({ ...merchant, ...merchantKey(id), listPk: allMerchants.pk, listSk: id }) },
    { item: put({ ...merchant, ...publicKeyKey(key) }) },
    { item: putMembership(merchant, app) },
  ]);
}

/** An app's membership, with its name, so that a list of members needs no other item. */
export const putMembership = ({ id, test }: Merchant, { id: appId, name }: App) =>
  put({ ...membershipKey(id, appId), id: appId, name, listPk: appMerchants(appId, test).pk, listSk: id });

/** Changes what may change, in both places where a merchant is looked up. */
export async function updateMerchant(
  { id, key }: Merchant,
  appId: Id,
  changes: MerchantUpdate,
): Promise<void> {
  const fields = (['name', 'email', 'descriptor'] as const).filter((field) => changes[field] !== undefined);
  if (fields.length === 0) return;
  const expression = `SET ${fields.map((field) => `#${field} = :${field}`).join(', ')}`;
  const values = Object.fromEntries(fields.map((field) => [`:${field}`, changes[field]]));
  const names = Object.fromEntries(fields.map((field) => [`#${field}`, field]));
  await transact([
    requireMember(id, appId),
    ...[merchantKey(id), publicKeyKey(key)].map((at) => ({
      item: update(at, expression, values, { names }),
    })),
  ]);
}

/** A merchant and its balance: one query. */
export async function getMerchant(id: Id): Promise<MerchantAccount | undefined> {
  const items = await queryPartition(merchantKey(id).pk, '#');
  const merchant = items.find(({ sk }) => sk === '#merchant');
  if (!merchant) return undefined;
  return {
    ...(merchant as unknown as Merchant),
    balance: sumOf(items.filter(isShare).map(({ balance }) => balance)),
  };
}

/** A page of all merchants there are, newest first, as the index has them: what never changes of them is right. */
export const listAllMerchants = (slice: Slice): AsyncIterable<Item & Merchant> =>
  listFrom(allMerchants, slice) as AsyncIterable<Item & Merchant>;

/** The merchant with this public key, without its balance. */
export const merchantOfKey = (key: string): Promise<(Item & Merchant) | undefined> => get(publicKeyKey(key));

/**
 * The merchants of an app; test and live ones are lists of their own, merged where both are asked for. The index lags
 * behind: a merchant that the app was just removed from is left out.
 */
export async function* listMerchants(
  appId: Id,
  slice: Slice & { test?: boolean },
): AsyncGenerator<MerchantAccount> {
  const of = (test: boolean) => listFrom(appMerchants(appId, test), slice);
  const memberships =
    slice.test === undefined
      ? merge([of(true), of(false)], ({ listSk }) => listSk as Id, slice)
      : of(slice.test);
  for await (const some of chunks(memberships, Math.min(slice.limit, atOnce))) {
    const merchants = await Promise.all(some.map(({ listSk }) => merchantOfMember(listSk as Id, appId)));
    for (const merchant of merchants) if (merchant) yield merchant;
  }
}

async function merchantOfMember(id: Id, appId: Id): Promise<MerchantAccount | undefined> {
  const [merchant, member] = await Promise.all([getMerchant(id), isMember(id, appId)]);
  return member ? merchant : undefined;
}

/** How many merchants are read at once, each a query of its own. */
const atOnce = 50;
