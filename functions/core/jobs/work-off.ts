import type { Context } from 'aws-lambda';
import { logFinished } from './log-finished.ts';

interface Work<T> {
  /** The job's name in logs and metrics. */
  job: string;
  /** The most milliseconds that the last round may take. */
  lastRound: number;
  /** Reads the next items that are due. */
  read(): Promise<readonly T[]>;
  /** Works on them. An item that stays due must get a later time, or the next round reads it again. */
  look(due: readonly T[]): Promise<unknown>;
}

/**
 * Works on due items, round by round, until none is due or the function's time runs out.
 *
 * @returns the number of items
 */
export async function workOff<T>(
  { getRemainingTimeInMillis }: Context,
  { job, lastRound, read, look }: Work<T>,
): Promise<{ looked: number }> {
  let looked = 0;
  while (getRemainingTimeInMillis() > lastRound) {
    const due = await read();
    if (due.length === 0) break;
    await look(due);
    looked += due.length;
  }
  logFinished(job, { looked });
  return { looked };
}
