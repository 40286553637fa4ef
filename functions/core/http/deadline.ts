import type { Context } from 'aws-lambda';
import { endBy } from '#aws/deadline.ts';
import type { Middleware } from './middleware.ts';

/** Sets until when retries may go on, so that there is time left to answer. The first in its pipeline. */
export const deadline = (): Middleware => ({
  before: ({ context }) => {
    // A bundle that is called outside of Lambda may have no such function.
    const { getRemainingTimeInMillis }: Partial<Context> = context;
    endBy(Date.now() + (getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY));
  },
});
