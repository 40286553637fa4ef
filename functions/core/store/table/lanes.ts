import { Recent } from '#basics/recent.ts';
import type { Id } from '#domain/id.ts';
import { merchantKey, publicKeyKey } from './keys.ts';
import { merge, type Slice } from './list.ts';
import { get, type Item } from './read.ts';
import { update } from './transact.ts';
import { unlessUnneeded, unneeded } from './unneeded.ts';

/**
 * DynamoDB takes a thousand write units a second for one partition key: some 400 captures, which write to the lists
 * and to the balance of their merchant. A merchant that is throttled gets twice as many partitions for each of these,
 * its lanes. How many there are is kept with the merchant and only grows: who reads has all that was written by those
 * who knew of fewer.
 */
const most = 32;

export interface WithLanes {
  /** Absent for the one lane that most merchants have. */
  lanes?: number;
}

export const lanesOf = ({ lanes = 1 }: WithLanes): number => lanes;

/** The lanes of merchants that this function has found busy. A number that is too small does no harm. */
const known = new Recent<Id, number>(1000);

/** A lane for what is written now. The same for the same id, while there are no more of them. */
export function laneFor(merchantId: Id, id: Id, atLeast = 1): number {
  const lanes = Math.max(atLeast, known.get(merchantId) ?? 1);
  return lanes === 1 ? 0 : Number.parseInt(id.slice(-4), 16) % lanes;
}

/** The throttled writes of a merchant that this function has seen since a time in milliseconds. */
const met = new Recent<Id, { count: number; since: number }>(1000);

/** A partition that is too small is met again at once; a single throttle may be anything. */
const [enough, window] = [3, 10_000];

/** After some throttled writes, makes more lanes where those that this function knows of are all there are. */
export async function moreLanes(merchantId: Id, now = Date.now()): Promise<void> {
  const last = met.get(merchantId);
  const { count, since } = last && now - last.since < window ? last : { count: 0, since: now };
  met.set(merchantId, { count: (count + 1) % enough, since });
  if (count + 1 < enough) return;
  const merchant = await get<Item & WithLanes & { key: string }>(merchantKey(merchantId));
  if (!merchant) return;
  const lanes = lanesOf(merchant);
  const more = lanes > (known.get(merchantId) ?? 1) ? lanes : Math.min(most, 2 * lanes);
  if (more > lanes) await setLanes([merchantKey(merchantId), publicKeyKey(merchant.key)], lanes, more);
  known.set(merchantId, more);
}

/** Another function may have done so at the same time; then there are as many already. */
async function setLanes(keys: readonly ReturnType<typeof merchantKey>[], from: number, to: number) {
  const condition = from === 1 ? 'attribute_not_exists(lanes)' : 'lanes = :from';
  const values = { ':to': to, ...(from === 1 ? {} : { ':from': from }) };
  // There are more lanes already.
  const writes = keys.map((key) => ({
    item: update(key, 'SET lanes = :to', values, { condition }),
    onFailed: unneeded,
  }));
  await unlessUnneeded(writes);
}

/** How many lanes a list is to be read from; as eventually as the list itself is. */
const readLanes = async (merchantId: Id): Promise<number> =>
  lanesOf((await get<Item & WithLanes>(merchantKey(merchantId), { consistent: false })) ?? {});

/**
 * The lists of all lanes of a merchant as one, in the order of the slice. The first lane, which is all that most
 * merchants have, is read while the number of lanes is.
 */
export async function* ofAllLanes<T>(
  merchantId: Id,
  listsOf: (lane: number, lanes: number) => AsyncGenerator<T>[],
  idOf: (thing: T) => Id,
  slice: Slice,
): AsyncGenerator<T> {
  const first = listsOf(0, 1).map(begun);
  const lanes = await readLanes(merchantId);
  const others = Array.from({ length: lanes - 1 }, (_, n) => listsOf(n + 1, lanes));
  yield* merge([...first, ...others.flat()], idOf, slice);
}

/** A generator whose first value is being read already. */
function begun<T>(values: AsyncGenerator<T>): AsyncGenerator<T> {
  const first = values.next();
  first.catch(() => {}); // thrown where it is asked for
  return (async function* () {
    for (let next = await first; !next.done; next = await values.next()) yield next.value;
  })();
}
