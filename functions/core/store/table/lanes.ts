import { BoundedMap } from '#basics/bounded-map.ts';
import type { Id } from '#domain/id.ts';
import { type Key, merchantKey, publicKeyKey, webhookKey } from './keys.ts';
import { merge, type Slice } from './list.ts';
import { get, type Item } from './read.ts';
import { update } from './transact.ts';
import { unlessUnneeded, unneededWrite } from './unneeded-writes.ts';

/**
 * DynamoDB takes a thousand write units a second for one partition key. That is enough for about 400 captures, each
 * of which writes to the lists and the balance of its merchant. After throttling, the number of partitions for each
 * list and balance of the merchant is doubled. These partitions are the merchant's lanes. The number is stored with
 * the merchant and only grows, so that readers find everything that was written under a smaller number.
 */
const most = 32;

export interface WithLanes {
  /** Absent for a merchant with one lane. */
  lanes?: number;
}

export const lanesOf = ({ lanes = 1 }: WithLanes): number => lanes;

/**
 * The number of lanes of merchants and endpoints that this function instance knows to be busy. A number that is too
 * small does no harm.
 */
const knownLanes = new BoundedMap<Id, number>(1000);

/**
 * The lane for a new write. The same id has the same lane, as long as the number of lanes stays the same.
 *
 * @param ownerId of the merchant or endpoint
 */
export function laneFor(ownerId: Id, id: Id, atLeast = 1): number {
  const lanes = Math.max(atLeast, knownLanes.get(ownerId) ?? 1);
  return lanes === 1 ? 0 : Number.parseInt(id.slice(-4), 16) % lanes;
}

/**
 * The throttled writes of a merchant or endpoint that this function instance has counted, since a time in
 * milliseconds.
 */
const collisions = new BoundedMap<Id, { count: number; since: number }>(1000);

/**
 * Lanes are added after this many throttles within this time, in milliseconds. A partition that is too small throttles
 * again soon, while a single throttle may have another cause.
 */
const [enough, window] = [3, 10_000];

/**
 * Called for each throttled write. Adds lanes after several throttles, unless the merchant already has more lanes
 * than this instance knew of.
 */
export const moreLanes = (merchantId: Id, now = Date.now()): Promise<void> =>
  addLanes(merchantId, now, async () => {
    const merchant = await get<Item & WithLanes & { key: string }>(merchantKey(merchantId));
    return merchant && { ...merchant, keys: [merchantKey(merchantId), publicKeyKey(merchant.key)] };
  });

/**
 * Counts a throttled write of a delivery, and adds lanes to its endpoint in the same way. The deliveries to an
 * endpoint have lanes of their own.
 */
export const moreDeliveryLanes = (merchantId: Id, webhookId: Id, now = Date.now()): Promise<void> =>
  addLanes(webhookId, now, async () => {
    const key = webhookKey(merchantId, webhookId);
    const webhook = await get<Item & WithLanes>(key);
    return webhook && { ...webhook, keys: [key] };
  });

/** @param read the present number of lanes, and the items that hold it */
async function addLanes(
  ownerId: Id,
  now: number,
  read: () => Promise<(WithLanes & { keys: Key[] }) | undefined>,
): Promise<void> {
  const last = collisions.get(ownerId);
  const { count, since } = last && now - last.since < window ? last : { count: 0, since: now };
  collisions.set(ownerId, { count: (count + 1) % enough, since });
  if (count + 1 < enough) return;
  const owner = await read();
  if (!owner) return;
  const lanes = lanesOf(owner);
  const more = lanes > (knownLanes.get(ownerId) ?? 1) ? lanes : Math.min(most, 2 * lanes);
  if (more > lanes) await setLanes(owner.keys, lanes, more);
  knownLanes.set(ownerId, more);
}

/** Raises the number of lanes, unless another function has done so at the same time. */
async function setLanes(keys: readonly Key[], from: number, to: number) {
  const condition = from === 1 ? 'attribute_exists(pk) AND attribute_not_exists(lanes)' : 'lanes = :from';
  const values = { ':to': to, ...(from === 1 ? {} : { ':from': from }) };
  // The condition fails if another function has added lanes since.
  const writes = keys.map((key) => ({
    item: update(key, 'SET lanes = :to', values, { condition }),
    onFailed: unneededWrite,
  }));
  await unlessUnneeded(writes);
}

/** The number of lanes for reading a list. The read may be a moment late, like the list itself. */
const readLanes = async (key: Key): Promise<number> =>
  lanesOf((await get<Item & WithLanes>(key, { consistent: false })) ?? {});

type ListsOf<T> = (lane: number, lanes: number) => AsyncGenerator<T>[];

/** Merges the lists of all lanes of a merchant, in the order of the slice. */
export const ofAllLanes = <T>(
  merchantId: Id,
  listsOf: ListsOf<T>,
  idOf: (thing: T) => Id,
  slice: Slice,
): AsyncGenerator<T> => ofLanesAt(merchantKey(merchantId), listsOf, idOf, slice);

/**
 * Merges the lists of all lanes. Reads the first lane, the only one of most merchants and endpoints, at the same time as
 * the number of lanes.
 *
 * @param key of the item that has the number of lanes
 */
export async function* ofLanesAt<T>(
  key: Key,
  listsOf: ListsOf<T>,
  idOf: (thing: T) => Id,
  slice: Slice,
): AsyncGenerator<T> {
  const first = listsOf(0, 1).map(beginAll);
  const lanes = await readLanes(key);
  const others = Array.from({ length: lanes - 1 }, (_, n) => listsOf(n + 1, lanes));
  yield* merge([...first, ...others.flat()], idOf, slice);
}

/** Starts to read a generator's first value at once. */
function beginAll<T>(values: AsyncGenerator<T>): AsyncGenerator<T> {
  const first = values.next();
  first.catch(() => {}); // the reader of the generator gets the error
  return (async function* () {
    for (let next = await first; !next.done; next = await values.next()) yield next.value;
  })();
}
