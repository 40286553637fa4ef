import type { Id } from '#domain/id.ts';
import { shapeKey } from './table/keys.ts';
import { get, type Item } from './table/read.ts';
import { leastReader, shapeVersion } from './table/shape-version.ts';
import { put, transact } from './table/transact.ts';

/**
 * The position of a backfill: the item that it checks next. If only `merchantId` is set, it begins with the
 * merchant's members.
 */
export interface Cursor {
  merchantId: Id;
  lane?: number;
  /** Set when the members and lanes are done, and the backfill adds payments to the search index. */
  search?: true;
  /** Set when the payments are done, and the backfill adds their orders to disputes. */
  disputes?: true;
  /** The last transaction that was checked, of the lane or of all payments, or the last dispute. */
  before?: Id;
  /** Set when all items of the merchant have the new shape. */
  done?: true;
}

/** The shape of the items of the table. */
export interface Shape {
  /** All items have at least this shape. */
  version: number;
  /** A release must know at least this shape to read the table. */
  reader: number;
  /** The progress of the backfill for the next version. */
  cursor?: Cursor;
}

/** A table from before there was a shape has version 1. */
export async function readShape(): Promise<Shape> {
  const { version = 1, reader = 1, cursor } = (await get<Item & Shape>(shapeKey)) ?? {};
  return { version, reader, cursor };
}

/** Stores the progress of a backfill. */
export const keepCursor = (shape: Shape, cursor: Cursor): Promise<void> =>
  transact([{ item: put({ ...shapeKey, ...shape, cursor }) }]);

/** Stores that all items have the shape of this release. */
export const completeShape = (): Promise<void> =>
  transact([{ item: put({ ...shapeKey, version: shapeVersion, reader: leastReader }) }]);
