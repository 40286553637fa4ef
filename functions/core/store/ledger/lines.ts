import type { Id } from '#domain/id.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { lineKey, linesOf } from '../table/keys.ts';
import { laneFor, moreLanes, ofAllLanes } from '../table/lanes.ts';
import { batchOf, listFrom, type Slice } from '../table/list.ts';
import { get, getAll, type Item } from '../table/read.ts';
import { put, type Write } from '../table/transact.ts';

/** @param lanes the least number of lanes that the merchant is known to have */
export function putLine(line: Line, lanes?: number): Write {
  const { id, merchantId } = line;
  const inLane = () =>
    put({
      ...line,
      ...lineKey(id),
      listPk: linesOf(merchantId, laneFor(merchantId, id, lanes)).pk,
      listSk: id,
    });
  return { item: inLane(), onThrottled: () => moreLanes(merchantId).then(inLane) };
}

export const getLine = async (id: Id): Promise<Line | undefined> => get<Item & Line>(lineKey(id));

/** Reads lines by their ids, in any order. The result leaves out missing ones. */
export const getLines = (ids: readonly Id[]): Promise<Line[]> => getAll<Item & Line>(ids.map(lineKey));

/** Lists a merchant's lines from the index. */
export const listLines = (merchantId: Id, slice: Slice): AsyncIterable<Line> =>
  ofAllLanes(merchantId, linesIn(merchantId, slice), ({ id }) => id, slice);

const linesIn = (merchantId: Id, slice: Slice) => (lane: number, lanes: number) => [
  listFrom<Line>(linesOf(merchantId, lane), slice, batchOf(slice, lanes)),
];
