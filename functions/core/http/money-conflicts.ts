import { Conflict } from '#domain/outcome.ts';
import { conflict } from '#observability/metrics.ts';
import { failure } from './errors.ts';
import type { Middleware } from './middleware.ts';

/** Counts conflicts over money. Used before `idempotent`, which may still find the first answer to a repeat. */
export const moneyConflicts = (): Middleware => ({
  onError: (request) => {
    const { error } = request;
    if (error instanceof Conflict) request.error = failure(409, 'CONFLICT', error.message, conflict);
  },
});
