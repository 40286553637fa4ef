import type { Id } from '#domain/id.ts';
import { type Item, stream } from './read.ts';

/** A part of a list, newest first; with `after` oldest first. Cursors need not name an item. */
export interface Slice {
  limit: number;
  before?: Id;
  after?: Id;
}

/** Sorts behind everything whose key starts with the id, `<id>#…`. */
const end = '~';

const predecessor = (id: Id): Id => (BigInt(`0x${id}`) - 1n).toString(16).padStart(24, '0');

/**
 * The items of one list from the slice's start on, read `batch` at a time. The index gives them in order, so that
 * a page costs what its items cost, wherever it lies.
 */
export function listFrom(listPk: string, { before, after }: Slice, batch: number): AsyncGenerator<Item> {
  const [condition, values] = range(before, after);
  if (!values) return nothing();
  return stream({
    IndexName: 'list',
    KeyConditionExpression: `listPk = :pk${condition}`,
    ExpressionAttributeValues: { ':pk': listPk, ...values },
    ScanIndexForward: after !== undefined,
    Limit: batch,
  });
}

/** One page of a list whose things are one item each. */
export async function listPage(listPk: string, slice: Slice): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of listFrom(listPk, slice, slice.limit)) if (items.push(item) === slice.limit) break;
  return items;
}

function range(before?: Id, after?: Id): [condition: string, values?: Record<string, string>] {
  if (before !== undefined && after !== undefined) {
    if (after >= before) return [''];
    return [
      ' AND listSk BETWEEN :after AND :before',
      { ':after': after + end, ':before': predecessor(before) + end },
    ];
  }
  if (before !== undefined) return [' AND listSk < :before', { ':before': before }];
  if (after !== undefined) return [' AND listSk > :after', { ':after': after + end }];
  return ['', {}];
}

async function* nothing(): AsyncGenerator<Item> {}
