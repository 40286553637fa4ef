import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<number>();

/**
 * Runs a request that must be answered by `end` (milliseconds since 1970): whatever it waits for and tries again, all
 * of it together, stops in time to say so.
 */
export const endingBy = <T>(end: number, work: () => T): T => requests.run(end, work);

/** When the request that this is part of must be answered; never, where nobody waits for an answer. */
export const requestEnd = (): number => requests.getStore() ?? Number.POSITIVE_INFINITY;
