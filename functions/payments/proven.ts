import type { Idempotency } from '#domain/idempotency.ts';
import { ProofReused } from '#domain/outcome.ts';
import type { Middleware } from '#http/middleware.ts';
import { checkBody, type PaymentBody } from './order.ts';
import { badHint, payingProof } from './proof.ts';

/** What is known of a payment before it is opened. */
export interface ProvenPayment {
  body: PaymentBody;
  proof?: Idempotency;
}

/**
 * Looks at what can be said of a payment by itself, and gives the handler the proof of 3-D Secure that it pays with, if
 * it has one.
 */
export const provenPayment = (): Middleware<ProvenPayment> => ({
  before: ({ context }) => {
    checkBody(context.body);
    context.proof = payingProof(context.body);
  },
  onError: (request) => {
    if (request.error instanceof ProofReused)
      request.error = badHint('this 3-D Secure proof is of another request, which it pays once');
  },
});
