import { refuse } from '#domain/outcome.ts';
import type { Middleware } from '../middleware.ts';
import { headerValues } from './headers.ts';

/** The headers that name the caller and the version of the API. */
const singleHeaderNames = ['Authorization', 'Accept-Version', 'Content-Type', 'Idempotency-Key'];

/**
 * Refuses a request that sends one of these headers twice. API Gateway passes only one of two `Authorization` headers
 * to the authorizer, and a proxy on the way may have checked the other one.
 *
 * @throws 400 with the name of the header
 */
export const singleHeaders = (): Middleware => ({
  before: ({ event }) => {
    for (const name of singleHeaderNames) {
      const { length } = headerValues(event.multiValueHeaders ?? {}, name.toLowerCase());
      if (length > 1) refuse(name, `Must be sent once, and not ${length} times`);
    }
  },
});
