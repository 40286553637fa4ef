import type { Context } from 'aws-lambda';
import { endBy } from '#aws/deadline.ts';
import type { Middleware } from '../middleware.ts';

/**
 * Sets the time at which retries stop, so that there is time left to answer. Must be the first in its pipeline, so that
 * the time limit covers the calls of all other middleware.
 */
export const deadline = (): Middleware => ({
  before: ({ context }) => {
    // Outside of Lambda the context may lack this function.
    const { getRemainingTimeInMillis }: Partial<Context> = context;
    endBy(Date.now() + (getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY));
  },
});
