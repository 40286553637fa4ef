import { Recent } from '#basics/recent.ts';
import type { Id } from '#domain/id.ts';
import { merchantKey, publicKeyKey } from './keys.ts';
import { merge, type Slice } from './list.ts';
import { get, type Item } from './read.ts';
import { update } from './transact.ts';
import { unlessUnneeded, unneeded } from './unneeded-writes.ts';

/**
 * DynamoDB takes a thousand write units a second for one partition key. That is about 400 captures, which write to the
 * lists and the balance of their merchant. After throttling, a merchant gets twice as many partitions for each of
 * these: its lanes. The number is stored with the merchant and only grows, so that readers find everything that was
 * written under a smaller number.
 */
const most = 32;

export interface WithLanes {
  /** Absent for a merchant with one lane. */
  lanes?: number;
}

export const lanesOf = ({ lanes = 1 }: WithLanes): number => lanes;

/** The lanes of merchants that this function has found busy. A number that is too small does no harm. */
const knownLanes = new Recent<Id, number>(1000);

/** The lane for a new write. The same id has the same lane, as long as the number of lanes stays the same. */
export function laneFor(merchantId: Id, id: Id, atLeast = 1): number {
  const lanes = Math.max(atLeast, knownLanes.get(merchantId) ?? 1);
  return lanes === 1 ? 0 : Number.parseInt(id.slice(-4), 16) % lanes;
}

/** The throttled writes of a merchant that this function has seen since a time in milliseconds. */
const collisions = new Recent<Id, { count: number; since: number }>(1000);

/**
 * Lanes are added after this many throttles within this time, in milliseconds. A partition that is too small throttles
 * again soon, while a single throttle may have another cause.
 */
const [enough, window] = [3, 10_000];

/**
 * Called for each throttled write. Adds lanes after several throttles, unless the merchant has more lanes already than
 * this function knew.
 */
export async function moreLanes(merchantId: Id, now = Date.now()): Promise<void> {
  const last = collisions.get(merchantId);
  const { count, since } = last && now - last.since < window ? last : { count: 0, since: now };
  collisions.set(merchantId, { count: (count + 1) % enough, since });
  if (count + 1 < enough) return;
  const merchant = await get<Item & WithLanes & { key: string }>(merchantKey(merchantId));
  if (!merchant) return;
  const lanes = lanesOf(merchant);
  const more = lanes > (knownLanes.get(merchantId) ?? 1) ? lanes : Math.min(most, 2 * lanes);
  if (more > lanes) await setLanes([merchantKey(merchantId), publicKeyKey(merchant.key)], lanes, more);
  knownLanes.set(merchantId, more);
}

/** Raises the number of lanes, unless another function has done so at the same time. */
async function setLanes(keys: readonly ReturnType<typeof merchantKey>[], from: number, to: number) {
  const condition = from === 1 ? 'attribute_not_exists(lanes)' : 'lanes = :from';
  const values = { ':to': to, ...(from === 1 ? {} : { ':from': from }) };
  // Another function has added lanes.
  const writes = keys.map((key) => ({
    item: update(key, 'SET lanes = :to', values, { condition }),
    onFailed: unneeded,
  }));
  await unlessUnneeded(writes);
}

/** The number of lanes for reading a list. The read may be a moment late, like the list itself. */
const readLanes = async (merchantId: Id): Promise<number> =>
  lanesOf((await get<Item & WithLanes>(merchantKey(merchantId), { consistent: false })) ?? {});

/**
 * Merges the lists of all lanes of a merchant, in the order of the slice. Reads the first lane, the only one of most
 * merchants, at the same time as the number of lanes.
 */
export async function* ofAllLanes<T>(
  merchantId: Id,
  listsOf: (lane: number, lanes: number) => AsyncGenerator<T>[],
  idOf: (thing: T) => Id,
  slice: Slice,
): AsyncGenerator<T> {
  const first = listsOf(0, 1).map(beginAll);
  const lanes = await readLanes(merchantId);
  const others = Array.from({ length: lanes - 1 }, (_, n) => listsOf(n + 1, lanes));
  yield* merge([...first, ...others.flat()], idOf, slice);
}

/** Starts to read a generator's first value at once. */
function beginAll<T>(values: AsyncGenerator<T>): AsyncGenerator<T> {
  const first = values.next();
  first.catch(() => {}); // thrown where it is asked for
  return (async function* () {
    for (let next = await first; !next.done; next = await values.next()) yield next.value;
  })();
}
