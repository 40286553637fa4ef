import { LinkEnded } from '#domain/transactions/link.ts';
import type { Middleware } from '#http/middleware.ts';
import { posError } from '#http/routes/pos-api.ts';

/**
 * Answers a payment by an ended link with an error that blames neither the card nor the bank. It must come before
 * `idempotent`, so that its error handler runs later: if the first copy of this request has itself used up the link,
 * `idempotent` returns the recorded answer.
 */
export const endedLinks = (): Middleware => ({
  onError: (request) => {
    if (request.error instanceof LinkEnded)
      request.error = posError(
        'PAYMENT_INTEGRATION_DISABLED',
        'This payment link was paid, has expired or was switched off; nothing was charged',
      );
  },
});
