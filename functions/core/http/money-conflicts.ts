import { Conflict } from '#domain/outcome.ts';
import { conflict } from '#observability/metrics.ts';
import { failure } from './errors.ts';
import type { Middleware } from './middleware.ts';

/** Has conflicts over money counted; elsewhere a 409 is just an answer. Stands before what may still answer a repeat. */
export const moneyConflicts = (): Middleware => ({
  onError: (request) => {
    const { error } = request;
    if (error instanceof Conflict) request.error = failure(409, 'CONFLICT', error.message, conflict);
  },
});
