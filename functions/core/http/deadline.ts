import type { Context } from 'aws-lambda';
import { endBy } from '#aws/deadline.ts';
import type { Middleware } from './middleware.ts';

/** Has all that a request waits for, and tries again, stop in time for an answer. The first in its pipeline. */
export const deadline = (): Middleware => ({
  before: ({ context }) => {
    // Whoever calls a bundle by hand may have no clock to give.
    const { getRemainingTimeInMillis }: Partial<Context> = context;
    endBy(Date.now() + (getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY));
  },
});
