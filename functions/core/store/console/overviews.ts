import { daySeconds, inSeconds } from '#basics/time.ts';
import {
  addFigures,
  type Figures,
  figuresOfLine,
  figuresOfPayment,
  noFigures,
} from '#domain/console/overview.ts';
import { firstIdAt, type Id } from '#domain/id.ts';
import type { Day } from '#domain/merchants/days.ts';
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
const lifetime = 200 * daySeconds;

/** The time between two moments, in milliseconds since 1970. */
type Span = Pick<Day, 'start' | 'end'>;

/** Zones whose days begin at the same moment share the figures of a day, unless their clocks change differently. */
const nameOf = ({ start, end }: Span): string =>
  `${new Date(start).toISOString()}/${new Date(end).toISOString()}`;

/** Reads the stored figures of days, by the first moment of each day. */
export async function getFigures(merchantId: Id, days: readonly Span[]): Promise<Map<Day['start'], Figures>> {
  const items = await getAll<Item & { figures: Figures }>(
    days.map((day) => overviewKey(merchantId, nameOf(day))),
  );
  const stored = new Map(items.map(({ sk, figures }) => [sk, figures]));
  return new Map(
    days.flatMap((day) => {
      const figures = stored.get(overviewKey(merchantId, nameOf(day)).sk);
      return figures ? [[day.start, figures]] : [];
    }),
  );
}

/** Stores the figures of a day. The caller must know that they no longer change. */
export const keepFigures = (merchantId: Id, day: Span, figures: Figures): Promise<void> => {
  const expires = inSeconds(Date.now()) + lifetime;
  return transact([{ item: put({ ...overviewKey(merchantId, nameOf(day)), figures, expires }) }]);
};

/** Adds up the lines that were booked between two moments, and the payments that began between them. */
export async function readFigures(merchantId: Id, { start, end }: Span): Promise<Figures> {
  const slice = { limit: atOnce, from: firstIdAt(start), to: firstIdAt(end) };
  const [lines, approved, declined] = await Promise.all([
    sum(listLines(merchantId, { limit: atOnce, booked: { from: start, to: end } }), figuresOfLine),
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
