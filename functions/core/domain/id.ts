import { randomBytes } from 'node:crypto';
import { inSeconds } from '#basics/time.ts';

/**
 * An id: 24 lowercase hex characters in the BSON ObjectId layout. The first 8 are the creation time in seconds, the
 * next 3 its milliseconds, and the other 13 are random. Ids therefore sort by creation time, and a timestamp padded
 * with zeros is a cursor for "since this date".
 */
export type Id = string;

const pattern = /^[0-9a-f]{24}$/;

export const isId = (text: unknown): text is Id => typeof text === 'string' && pattern.test(text);

/** Makes a new id. @param now milliseconds since 1970 */
export function newId(now: number = Date.now()): Id {
  const seconds = inSeconds(now);
  const time = seconds.toString(16).padStart(8, '0') + (now - seconds * 1000).toString(16).padStart(3, '0');
  return time + randomBytes(7).toString('hex').slice(0, 13);
}

/** The creation time of an id, in milliseconds since 1970. */
export const idTime = (id: Id): number =>
  Number.parseInt(id.slice(0, 8), 16) * 1000 + Number.parseInt(id.slice(8, 11), 16);

/** The creation time in the form of every date of the API: ISO 8601, UTC, with milliseconds. */
export const idDate = (id: Id): string => new Date(idTime(id)).toISOString();

/**
 * Returns the first id of a millisecond: it sorts after all ids of earlier milliseconds, and before all others. Times
 * out of range give the first or the last possible id.
 */
export function firstIdAt(time: number): Id {
  const [last, now] = [0xffffffff * 1000 + 999, Math.floor(time)];
  const at = Math.min(Math.max(now, 0), last);
  const seconds = inSeconds(at);
  const digits = seconds.toString(16).padStart(8, '0') + (at % 1000).toString(16).padStart(3, '0');
  return digits.padEnd(24, now > last ? 'f' : '0');
}

/** The first id of a date, ISO 8601. */
export const firstIdOf = (time: string): Id => firstIdAt(Date.parse(time));
