import type { Id } from '#domain/id.ts';
import { type Item, stream } from './read.ts';

/** A part of a list, newest first; with `after` oldest first. Cursors need not name an item. */
export interface Slice {
  limit: number;
  before?: Id;
  after?: Id;
}

/** Where a list is kept: items of one partition, whose sort keys are a prefix and an id, in order. */
export interface List {
  pk: string;
  prefix?: string;
  /** In the index `list`, or in the table itself. */
  from: 'index' | 'table';
}

const sources = {
  index: { IndexName: 'list', key: 'listPk', sort: 'listSk' },
  table: { IndexName: undefined, key: 'pk', sort: 'sk' },
} as const;

/** Sort before, and behind, every id and what belongs to it, `<id>#…`. */
const [start, end] = ['!', '~'];

const predecessor = (id: Id): string => (BigInt(`0x${id}`) - 1n).toString(16).padStart(24, '0');

/**
 * The items of a list from the slice's start on, read `batch` at a time. The key gives them in order, so that a
 * page costs what its items cost, wherever it lies.
 */
export function listFrom(
  { pk, prefix = '', from }: List,
  { before, after }: Slice,
  batch: number,
): AsyncGenerator<Item> {
  const { IndexName, key, sort } = sources[from];
  const low = prefix + (after === undefined ? start : after + end);
  const high = prefix + (before === undefined ? end : predecessor(before) + end);
  if (low > high) return nothing();
  return stream({
    IndexName,
    KeyConditionExpression: `${key} = :pk AND ${sort} BETWEEN :low AND :high`,
    ExpressionAttributeValues: { ':pk': pk, ':low': low, ':high': high },
    ScanIndexForward: after !== undefined,
    Limit: batch,
  });
}

/** One page of a list whose things are one item each. */
export async function listPage(list: List, slice: Slice): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of listFrom(list, slice, slice.limit)) if (items.push(item) === slice.limit) break;
  return items;
}

async function* nothing(): AsyncGenerator<Item> {}
