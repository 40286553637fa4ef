import type { Id } from '#domain/id.ts';
import { shapeKey } from './table/keys.ts';
import { get, type Item } from './table/read.ts';
import { leastReader, shapeVersion } from './table/shape-version.ts';
import { put, transact } from './table/transact.ts';

/** The next item that a backfill looks at. With nothing but a merchant, it begins with the merchant's members. */
export interface Cursor {
  merchantId: Id;
  lane?: number;
  /** The members and lanes are done, and payments are made findable. */
  search?: true;
  /** The last transaction that was looked at, of the lane or of all payments. */
  before?: Id;
  /** All of the merchant is done. */
  done?: true;
}

/** The shape of the items of the table. */
export interface Shape {
  /** All items have at least this shape. */
  version: number;
  /** A release must know at least this shape to read the table. */
  reader: number;
  /** How far the backfill for the next version is. */
  cursor?: Cursor;
}

/** A table from before there was a shape has version 1. */
export async function readShape(): Promise<Shape> {
  const { version = 1, reader = 1, cursor } = (await get<Item & Shape>(shapeKey)) ?? {};
  return { version, reader, cursor };
}

/** Remembers how far a backfill is. */
export const keepCursor = (shape: Shape, cursor: Cursor): Promise<void> =>
  transact([{ item: put({ ...shapeKey, ...shape, cursor }) }]);

/** Says that all items have the shape of this release. */
export const completeShape = (): Promise<void> =>
  transact([{ item: put({ ...shapeKey, version: shapeVersion, reader: leastReader }) }]);
