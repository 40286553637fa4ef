import { hour } from '#basics/time.ts';
import { type Id, idTime } from '#domain/id.ts';

/**
 * The idempotency key of a movement (https://docs.stripe.com/api/idempotent_requests). Stripe keeps its own failures
 * under a key, too, so each attempt after such a failure has another key.
 */
export const keyOf = ({ id, attempts }: { id: Id; attempts?: number }, part = ''): string =>
  id + part + (attempts ? `-${attempts}` : '');

/** In milliseconds. Stripe forgets keys after a day. One hour is a margin for clocks that differ. */
const keyLifetime = 23 * hour;

/** Whether Stripe may have forgotten the key of an object with this id. A repeat would then be a new request. */
export const isForgotten = (id: Id): boolean => Date.now() - idTime(id) > keyLifetime;
