import { setTimeout as sleep } from 'node:timers/promises';

/** The present work of functions and of the readers of streams and queues. */
export interface Activity {
  /** The calls and batches that are under way. */
  readonly running: number;
  /** The calls of functions that have ended so far. */
  calls: number;
  /** The records of streams that readers have read so far. */
  records: number;
  /** Counts a piece of work among those under way, for as long as it takes. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Notes that a reader has found no new record in its stream. @param wakeUps the number of wake-ups before it looked */
  noteEmpty(reader: string, wakeUps: number): void;
  /** Whether each of these readers has found no new record after at least this number of wake-ups. */
  areEmpty(readers: readonly string[], wakeUps: number): boolean;
  /** Whether readers of streams make no pauses. */
  isHurried: boolean;
}

export function makeActivity(): Activity {
  const empty = new Map<string, number>();
  const activity = {
    running: 0,
    calls: 0,
    records: 0,
    isHurried: false,
    async during<T>(work: () => Promise<T>): Promise<T> {
      activity.running++;
      try {
        return await work();
      } finally {
        activity.running--;
      }
    },
    noteEmpty: (reader: string, wakeUps: number) => void empty.set(reader, wakeUps),
    areEmpty: (readers: readonly string[], wakeUps: number) =>
      readers.every((reader) => (empty.get(reader) ?? -1) >= wakeUps),
  };
  return activity;
}

/** Waits until a condition holds. @returns whether it did, within so many milliseconds */
export async function holdsWithin(milliseconds: number, holds: () => boolean): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!holds()) {
    if (performance.now() > end) return false;
    await sleep(1);
  }
  return true;
}
