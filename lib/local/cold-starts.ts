import { setTimeout as sleep } from 'node:timers/promises';

/** The environments of all functions, each of which works on one call at a time. */
export interface Environments {
  /**
   * Takes a free environment of the function, or starts one.
   *
   * @param loading the milliseconds that the function's code takes to load
   * @param waited the milliseconds that this call has waited for the code
   * @returns gives the environment back after the call
   */
  take(id: string, loading: number, waited: number): Promise<() => void>;
}

/**
 * In milliseconds: the time that Lambda takes to start Node.js, before the function's code loads. AWS publishes no figure;
 * a function without code reports an `Init Duration` of about this much.
 */
const startOfNode = 200;

/** In milliseconds: an environment that has had no call for this time is gone. AWS promises nothing; minutes are usual. */
const kept = 5 * 60_000;

/**
 * Plays Lambda's cold starts: a call that finds no free environment waits for the start of one.
 *
 * @param note receives a line for each cold start
 */
export function playColdStarts(note: (text: string) => void): Environments {
  /** For each function, the times at which its free environments had their last calls. */
  const free = new Map<string, number[]>();

  return {
    async take(id, loading, waited) {
      const environments = free.get(id) ?? [];
      free.set(id, environments);
      const last = environments.pop() ?? Number.NEGATIVE_INFINITY;
      // The one that was used last is taken first, so the others are older.
      if (Date.now() - last > kept) {
        environments.length = 0;
        const time = Math.round(startOfNode + loading);
        note(`Cold start of ${id}: ${time} ms`);
        await sleep(time - waited);
      }
      return () => void environments.push(Date.now());
    },
  };
}
