import { type Id, idTime } from '#domain/id.ts';

/**
 * What Stripe tells a repeat by (https://docs.stripe.com/api/idempotent_requests). Stripe keeps a failure of its own under
 * a key too: a movement that has ended so is sent with another key.
 */
export const keyOf = ({ id, attempts }: { id: Id; attempts?: number }, part = ''): string =>
  id + part + (attempts ? `-${attempts}` : '');

/** In milliseconds. Stripe forgets keys after a day; an hour is kept for clocks. */
const remembered = 23 * 60 * 60 * 1000;

/** Whether a key of then may be forgotten, so that a repeat would be another request. */
export const isForgotten = (id: Id): boolean => Date.now() - idTime(id) > remembered;
