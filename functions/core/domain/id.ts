import { randomBytes } from 'node:crypto';

/**
 * An id: 24 lowercase hex characters in the BSON ObjectId layout. The first 8 are the creation time in
 * seconds, the next 3 its milliseconds, the other 13 are random, so that ids sort by creation time and a bare
 * timestamp padded with zeros is a cursor for "since this date".
 */
export type Id = string;

const pattern = /^[0-9a-f]{24}$/;

export const isId = (text: unknown): text is Id => typeof text === 'string' && pattern.test(text);

/** A new id for the moment `now` (milliseconds since 1970). */
export function newId(now: number = Date.now()): Id {
  const seconds = Math.floor(now / 1000);
  const time = seconds.toString(16).padStart(8, '0') + (now - seconds * 1000).toString(16).padStart(3, '0');
  return time + randomBytes(7).toString('hex').slice(0, 13);
}

/** When the id was made, in milliseconds since 1970. */
export const idTime = (id: Id): number =>
  Number.parseInt(id.slice(0, 8), 16) * 1000 + Number.parseInt(id.slice(8, 11), 16);

/** The same as every date of the API: ISO 8601, UTC, with milliseconds. */
export const idDate = (id: Id): string => new Date(idTime(id)).toISOString();

/**
 * Sorts before every id of that millisecond and later ones, and behind every earlier one. Times that no id can have are
 * the first or the last one that it can.
 */
export function firstIdAt(time: number): Id {
  const [last, now] = [0xffffffff * 1000 + 999, Math.floor(time)];
  const at = Math.min(Math.max(now, 0), last);
  const seconds = Math.floor(at / 1000);
  const digits = seconds.toString(16).padStart(8, '0') + (at % 1000).toString(16).padStart(3, '0');
  return digits.padEnd(24, now > last ? 'f' : '0');
}

/** The same of a date, ISO 8601. */
export const firstIdOf = (time: string): Id => firstIdAt(Date.parse(time));
