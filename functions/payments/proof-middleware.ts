import type { Idempotency } from '#domain/idempotency.ts';
import { ProofReused } from '#domain/outcome.ts';
import type { Middleware } from '#http/middleware.ts';
import { checkBody, type PaymentBody } from './check-body.ts';
import { badHint, payingProof } from './proof.ts';

/** A payment before its tokens are decrypted. */
export interface PaymentWithProof {
  body: PaymentBody;
  proof?: Idempotency;
}

/** Checks the body of a payment, and gives the handler the proof of 3-D Secure that the payment uses, if it has one. */
export const paymentProof = (): Middleware<PaymentWithProof> => ({
  before: ({ context }) => {
    checkBody(context.body);
    context.proof = payingProof(context.body);
  },
  onError: (request) => {
    if (request.error instanceof ProofReused)
      request.error = badHint('this 3-D Secure proof is of another request, which it pays once');
  },
});
