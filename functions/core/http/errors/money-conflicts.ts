import { Conflict } from '#domain/outcome.ts';
import { conflict } from '#observability/metrics.ts';
import type { Middleware } from '../middleware.ts';
import { failure } from './errors.ts';

/**
 * Counts conflicts over money. Must stand before `idempotent` in the pipeline. Error handlers run in reverse order, so
 * `idempotent` first replaces the conflict of a repeated request by the recorded answer, which must not count.
 */
export const moneyConflicts = (): Middleware => ({
  onError: (request) => {
    const { error } = request;
    if (error instanceof Conflict) request.error = failure(409, 'CONFLICT', error.message, conflict);
  },
});
