import { Conflict, Declined } from '#domain/outcome.ts';
import { processingError } from '#domain/processing-error.ts';
import { conflict, declineCount } from '#observability/metrics.ts';
import type { Middleware } from '../middleware.ts';
import { failure, HttpError } from './errors.ts';

/**
 * Counts conflicts over money. Must stand before `idempotent` in the pipeline. Error handlers run in reverse order, so
 * `idempotent` first replaces the conflict of a repeated request by the recorded answer, which must not count.
 */
export const moneyConflicts = (): Middleware => ({
  onError: (request) => {
    const { error } = request;
    if (error instanceof Conflict) request.error = failure(409, error.code, error.message, conflict);
  },
});

/**
 * Answers a payment that was declined before any acquirer was asked: 400 with the processing error in an array. The
 * answer counts as a decline.
 */
export const declineAnswers = (): Middleware => ({
  onError: (request) => {
    const { error } = request;
    if (error instanceof Declined)
      request.error = new HttpError(
        400,
        [processingError(error.code, error.advice)],
        'Declined',
        declineCount(error.code),
      );
  },
});
