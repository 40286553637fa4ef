import type { Id } from '#domain/id.ts';
import type { Line } from '#domain/transaction.ts';
import { lineKey, linesOf } from './keys.ts';
import { listFrom, type Slice } from './list.ts';
import { get, type Item } from './read.ts';
import { put, type Write } from './transact.ts';

export const putLine = (line: Line): Write => ({
  item: put({ ...line, ...lineKey(line.id), listPk: linesOf(line.merchantId).pk, listSk: line.id }),
});

export const getLine = async (id: Id): Promise<Line | undefined> => get<Item & Line>(lineKey(id));

/** A merchant's lines, from the index. */
export const listLines = (merchantId: Id, slice: Slice): AsyncIterable<Line> =>
  listFrom<Line>(linesOf(merchantId), slice);
