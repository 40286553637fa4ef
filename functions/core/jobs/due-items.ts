import type { Context } from 'aws-lambda';
import { logFinished } from './log-finished.ts';

interface Work<T> {
  /** The job's name in logs and metrics. */
  job: string;
  /** The most milliseconds that the last round may take. */
  lastRound: number;
  /** Reads the next items that are due. */
  read(): Promise<readonly T[]>;
  /** The name of an item. */
  idOf(item: T): string;
  /**
   * Processes these items. An item that stays due must get a later time, as the next run would otherwise read it
   * again.
   */
  work(due: readonly T[]): Promise<unknown>;
}

/**
 * Processes due items, round by round, until none is due or the function's time runs out. A run processes each item
 * once, so that an item whose time cannot be changed does not take the time of others.
 *
 * @returns the number of items
 */
export async function processDueItems<T>(
  { getRemainingTimeInMillis }: Context,
  { job, lastRound, read, idOf, work }: Work<T>,
): Promise<{ looked: number }> {
  const looked = new Set<string>();
  while (getRemainingTimeInMillis() > lastRound) {
    const due = (await read()).filter((item) => !looked.has(idOf(item)));
    if (due.length === 0) break;
    await work(due);
    for (const item of due) looked.add(idOf(item));
  }
  const result = { looked: looked.size };
  logFinished(job, result);
  return result;
}
