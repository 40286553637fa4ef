import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<number>();

/**
 * From here on this request must be answered by `end` (milliseconds since 1970): whatever it waits for and tries again,
 * all of it together, stops in time to say so. Others that run at the same time have ends of their own.
 */
export const endBy = (end: number): void => requests.enterWith(end);

/** When the request that this is part of must be answered; never, where nobody waits for an answer. */
export const requestEnd = (): number => requests.getStore() ?? Number.POSITIVE_INFINITY;
