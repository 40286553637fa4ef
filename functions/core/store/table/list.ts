import type { Id } from '#domain/id.ts';
import type { List } from './keys.ts';
import { type Item, stream } from './read.ts';

/**
 * A part of a list, newest first; oldest first if only `after` is given. No item with the id of `before`, `after`,
 * `from` or `to` need exist.
 */
export interface Slice {
  /** The most items that the caller wants. */
  limit: number;
  before?: Id;
  after?: Id;
  /** Only items with this id or a greater one. Unlike `after`, it does not change the order. */
  from?: Id;
  /** Only items with a smaller id. */
  to?: Id;
}

export const isNewestFirst = ({ before, after }: Slice): boolean =>
  after === undefined || before !== undefined;

const sources = {
  index: { IndexName: 'list', key: 'listPk', sort: 'listSk' },
  pending: { IndexName: 'pending', key: 'pendingPk', sort: 'listSk' },
  table: { IndexName: undefined, key: 'pk', sort: 'sk' },
} as const;

/** Characters that sort before and after all ids, and after the suffix of an id in a sort key, `<id>#…`. */
const [start, end] = ['!', '~'];

const predecessor = (id: Id): string => (BigInt(`0x${id}`) - 1n).toString(16).padStart(24, '0');

/**
 * Reads the items of a list from the slice's start on, `batch` at a time. The sort key orders the items, so each
 * page costs the same, wherever the page begins.
 */
export function listFrom<T>(
  { pk, prefix = '', from }: List,
  slice: Slice,
  batch = slice.limit,
): AsyncGenerator<Item & T> {
  const { IndexName, key, sort } = sources[from];
  const { before, after, from: first, to } = slice;
  const lows = [
    start,
    ...(after === undefined ? [] : [after + end]),
    ...(first === undefined ? [] : [first]),
  ];
  const highs = [before, to].map((id) => (id === undefined ? end : predecessor(id) + end));
  const low = prefix + lows.sort().at(-1);
  const high = prefix + highs.sort()[0];
  if (low > high) return nothing();
  return stream({
    IndexName,
    KeyConditionExpression: `${key} = :pk AND ${sort} BETWEEN :low AND :high`,
    ExpressionAttributeValues: { ':pk': pk, ':low': low, ':high': high },
    ScanIndexForward: !isNewestFirst(slice),
    Limit: batch,
  });
}

/**
 * The number of items to read from each of several lists at a time, as each is expected to have a part of the slice.
 */
export const batchOf = ({ limit }: Slice, lists: number): number =>
  lists === 1 ? limit : Math.ceil((1.2 * limit) / lists) + 2;

/** Merges lists in the order of the slice. Reads from all lists at once, but from each only as much as is needed. */
export async function* merge<T>(
  lists: readonly AsyncGenerator<T>[],
  idOf: (thing: T) => Id,
  slice: Slice,
): AsyncGenerator<T> {
  const heads = await Promise.all(lists.map(async (list) => ({ list, next: await list.next() })));
  for (;;) {
    const left = heads.filter(({ next }) => !next.done);
    if (left.length === 0) return;
    const first = left.reduce((a, b) =>
      idOf(a.next.value) > idOf(b.next.value) === isNewestFirst(slice) ? a : b,
    );
    yield first.next.value;
    first.next = await first.list.next();
  }
}

/** Groups the items by `size`. The last group may be smaller. */
export async function* chunks<T>(things: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const thing of things) {
    if (chunk.push(thing) < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

async function* nothing(): AsyncGenerator<never> {}

/** Reads the first items of a list, `most` at most, and nothing beyond them. */
export async function firstOf<T>(things: AsyncIterable<T>, most: number): Promise<T[]> {
  const first: T[] = [];
  for await (const thing of things) if (first.push(thing) >= most) break;
  return first;
}
