import { setTimeout as sleep } from 'node:timers/promises';

/** The execution environments of all functions. Each works on one call at a time. */
export interface Environments {
  /**
   * Takes a free environment of the function, or starts one.
   *
   * @param loading the milliseconds that the function's code takes to load
   * @param waited the milliseconds that this call has waited for the code
   * @returns a function that frees the environment after the call
   */
  take(id: string, loading: number, waited: number): Promise<() => void>;
}

/**
 * In milliseconds: the time that Lambda takes to start Node.js, before it loads the function's code. AWS publishes no
 * figure, but the `Init Duration` of a function without code is about this long.
 */
const startOfNode = 200;

/**
 * In milliseconds: an environment without a call for this time is removed. AWS promises nothing; some minutes are
 * usual.
 */
const kept = 5 * 60_000;

/**
 * Imitates Lambda's cold starts: a call that finds no free environment waits for the start of one.
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
      // The environment that was used last is taken first, so if it is too old, all others are, too.
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
