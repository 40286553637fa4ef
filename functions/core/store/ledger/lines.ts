import { type Id, idTime } from '#domain/id.ts';
import {
  apartMonthOf,
  apartMonths,
  type BookingPeriod,
  idsAround,
  isBookedApart,
  isBookedIn,
} from '#domain/ledger/booking-time.ts';
import type { Line } from '#domain/transactions/transaction.ts';
import { bookedApartIn, lineKey, linesOf } from '../table/keys.ts';
import { laneFor, moreLanes, ofAllLanes } from '../table/lanes.ts';
import { batchOf, listFrom, merge, type Slice } from '../table/list.ts';
import { get, getAll, type Item } from '../table/read.ts';
import { put, type Write } from '../table/transact.ts';

const apartList = (line: Line) => bookedApartIn(line.merchantId, apartMonthOf(line, idTime(line.merchantId)));

/** @param lanes the least number of lanes that the merchant is known to have */
export function putLine(line: Line, lanes?: number): Write {
  const { id, merchantId } = line;
  const inLane = () =>
    put({
      ...line,
      ...lineKey(id),
      listPk: linesOf(merchantId, laneFor(merchantId, id, lanes)).pk,
      listSk: id,
      ...(isBookedApart(line) && { pendingPk: apartList(line).pk }),
    });
  return { item: inLane(), onThrottled: () => moreLanes(merchantId).then(inLane) };
}

export const getLine = async (id: Id): Promise<Line | undefined> => get<Item & Line>(lineKey(id));

/** Reads lines by their ids, in any order. The result leaves out missing ones. */
export const getLines = (ids: readonly Id[]): Promise<Line[]> => getAll<Item & Line>(ids.map(lineKey));

/** A part of a merchant's lines. `booked`: only lines that were booked in this period. */
export type LineSlice = Slice & { booked?: BookingPeriod | undefined };

/** Lists a merchant's lines from the index, in the order of their ids. */
export const listLines = (merchantId: Id, { booked, ...slice }: LineSlice): AsyncGenerator<Line> =>
  booked ? bookedLines(merchantId, booked, slice) : linesOfIds(merchantId, slice);

const linesOfIds = (merchantId: Id, slice: Slice): AsyncGenerator<Line> =>
  ofAllLanes(merchantId, linesIn(merchantId, slice), ({ id }) => id, slice);

const linesIn = (merchantId: Id, slice: Slice) => (lane: number, lanes: number) => [
  listFrom<Line>(linesOf(merchantId, lane), slice, batchOf(slice, lanes)),
];

/**
 * Lists the lines of a period. Most of them are found by their ids. Those that Florin has written long after their booking are
 * in lists of their own, by the month of the booking.
 */
async function* bookedLines(merchantId: Id, period: BookingPeriod, slice: Slice): AsyncGenerator<Line> {
  const { from, to } = idsAround(period);
  const around = {
    ...slice,
    from: [slice.from, from]
      .filter((id) => id !== undefined)
      .sort()
      .at(-1),
    to: [slice.to, to].filter((id) => id !== undefined).sort()[0],
  };
  const months = apartMonths(period, idTime(merchantId), Date.now());
  const lists = [
    withoutApart(linesOfIds(merchantId, around)),
    ...months.map((month) => listFrom<Line>(bookedApartIn(merchantId, month), slice, batchOf(slice, 2))),
  ];
  for await (const line of merge(lists, ({ id }) => id, slice)) if (isBookedIn(line, period)) yield line;
}

async function* withoutApart(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  for await (const line of lines) if (!isBookedApart(line)) yield line;
}
