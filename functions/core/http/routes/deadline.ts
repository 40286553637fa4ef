import type { Context } from 'aws-lambda';
import { endBy } from '#aws/deadline.ts';
import type { Middleware } from '../middleware.ts';

/**
 * Sets the time at which repeats of requests to other services stop, so that there is time left to answer. It must
 * come first in its pipeline, so that the limit also applies to the calls of all other middlewares.
 */
export const deadline = (): Middleware => ({
  before: ({ context }) => {
    // Outside of Lambda the context may lack this function.
    const { getRemainingTimeInMillis }: Partial<Context> = context;
    endBy(Date.now() + (getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY));
  },
});
