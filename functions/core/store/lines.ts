import type { Id } from '#domain/id.ts';
import type { Line } from '#domain/transaction.ts';
import { lineKey, linesOf } from './keys.ts';
import { listPage, type Slice } from './list.ts';
import { get, type Item } from './read.ts';
import { put, type Write } from './transact.ts';

export const putLine = (line: Line): Write => ({
  item: put({ ...line, ...lineKey(line.id), listPk: linesOf(line.merchantId).pk, listSk: line.id }),
});

export const getLine = async (id: Id): Promise<Line | undefined> => get<Item & Line>(lineKey(id));

/** A page of a merchant's lines: one query of the index. */
export const listLines = async (merchantId: Id, slice: Slice): Promise<Line[]> =>
  (await listPage(linesOf(merchantId), slice)) as unknown as Line[];
