import { inSeconds } from '#basics/time.ts';
import {
  addFigures,
  type Figures,
  figuresOfLine,
  figuresOfPayment,
  noFigures,
} from '#domain/console/overview.ts';
import { firstIdAt, type Id } from '#domain/id.ts';
import type { ProcessingErrorCode } from '#domain/processing-error.ts';
import { listLines } from '../ledger/lines.ts';
import { overviewKey, transactionKey, transactionsOf } from '../table/keys.ts';
import { ofAllLanes } from '../table/lanes.ts';
import { batchOf, listFrom, type Slice } from '../table/list.ts';
import { getAll, type Item } from '../table/read.ts';
import { put, transact } from '../table/transact.ts';

/** The number of lines or payments in one read. */
const atOnce = 500;

/** In seconds. The console asks for the figures of 180 days at most. */
const lifetime = 200 * 24 * 60 * 60;

const nameOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** Reads the stored figures of days. A day is given by its first moment, in milliseconds since 1970. */
export async function getFigures(merchantId: Id, days: readonly number[]): Promise<Map<number, Figures>> {
  const items = await getAll<Item & { figures: Figures }>(
    days.map((day) => overviewKey(merchantId, nameOf(day))),
  );
  return new Map(items.map(({ sk, figures }) => [Date.parse(sk), figures]));
}

/** Stores the figures of a day. The caller must know that they no longer change. */
export const keepFigures = (merchantId: Id, day: number, figures: Figures): Promise<void> => {
  const expires = inSeconds(Date.now()) + lifetime;
  return transact([{ item: put({ ...overviewKey(merchantId, nameOf(day)), figures, expires }) }]);
};

/** Adds up the lines and payments of a period. @param start and `end`: milliseconds since 1970 */
export async function readFigures(merchantId: Id, start: number, end: number): Promise<Figures> {
  const slice = { limit: atOnce, from: firstIdAt(start), to: firstIdAt(end) };
  const [lines, approved, declined] = await Promise.all([
    sum(listLines(merchantId, slice), figuresOfLine),
    sum(payments(merchantId, true, slice), () => figuresOfPayment()),
    sum(payments(merchantId, false, slice), ({ error }) => figuresOfPayment(error)),
  ]);
  return addFigures(lines, addFigures(approved, declined));
}

async function sum<T>(things: AsyncIterable<T>, figuresOf: (thing: T) => Figures): Promise<Figures> {
  let figures = noFigures;
  for await (const thing of things) figures = addFigures(figures, figuresOf(thing));
  return figures;
}

/** Lists payments by their main items. The index also has the items of details and trails, which are left out. */
async function* payments(
  merchantId: Id,
  successful: boolean,
  slice: Slice,
): AsyncGenerator<Item & { error?: ProcessingErrorCode }> {
  const listsOf = (lane: number, lanes: number) => [
    listFrom<{ error?: ProcessingErrorCode; listSk: Id }>(
      transactionsOf(merchantId, successful, lane),
      slice,
      batchOf(slice, lanes),
    ),
  ];
  const header = transactionKey('').sk;
  for await (const item of ofAllLanes(merchantId, listsOf, ({ listSk }) => listSk, slice))
    if (item.sk === header) yield item;
}
