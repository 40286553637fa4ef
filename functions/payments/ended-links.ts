import { LinkEnded } from '#domain/transactions/link.ts';
import type { Middleware } from '#http/middleware.ts';
import { posError } from '#http/pos-api.ts';

/**
 * Answers a payment by a link that has ended, which blames neither card nor bank. Stands before `idempotent`: what a
 * repeat is refused for may be its own first payment.
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
