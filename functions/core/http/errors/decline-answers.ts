import { Declined } from '#domain/outcome.ts';
import { processingError } from '#domain/processing-error.ts';
import { declineCount } from '#observability/metrics.ts';
import type { Middleware } from '../middleware.ts';
import { HttpError } from './errors.ts';

/**
 * Answers a payment that was declined before any acquirer was asked: 400 with the processing error in an array. The
 * answer counts as a decline.
 */
export const declineAnswers = (): Middleware => ({
  onError: (request) => {
    const { error } = request;
    if (error instanceof Declined)
      request.error = new HttpError(400, [processingError(error.code)], 'Declined', declineCount(error.code));
  },
});
