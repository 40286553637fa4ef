import type { Logged } from './gateway/server.ts';
import { shownPath } from './gateway/shown-path.ts';

/** A request that this Florin has answered, with the time of the answer in milliseconds since 1970. */
export interface KeptRequest extends Logged {
  time: number;
}

export interface Requests {
  add(entry: Logged): void;
  /** The kept requests of a time, in milliseconds since 1970, oldest first. */
  between(from: number, to: number): KeptRequest[];
}

/** Stores the newest requests in memory only, so that they are lost when Florin ends. */
export function keepRequests(most = 1000, now = Date.now): Requests {
  const kept: KeptRequest[] = [];
  return {
    add(entry) {
      const path = shownPath(entry.shown ?? entry.path).slice(0, 200);
      kept.push({ ...entry, path, time: now() });
      if (kept.length > most) kept.shift();
    },
    between: (from, to) => kept.filter(({ time }) => time >= from && time < to),
  };
}
