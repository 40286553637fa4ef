import check from 'check:payment';
import { ProofReused } from '#domain/outcome.ts';
import { challenges } from '#domain/payment.ts';
import type { Answer } from '#http/answer.ts';
import { body } from '#http/body.ts';
import type { Middleware } from '#http/middleware.ts';
import { moneyConflicts } from '#http/money-conflicts.ts';
import { posApi } from '#http/pos-api.ts';
import type { Idempotency } from '#idempotency/idempotency.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { checkBody, type PaymentBody, payee, readOrder } from './order.ts';
import { pay } from './pay.ts';
import { badHint, payingProof } from './proof.ts';

interface Payment {
  body: PaymentBody;
  proof?: Idempotency;
}

/**
 * The customer's first transaction, or the challenge to meet before it. Two things make it one payment, however often
 * it is sent: its `Idempotency-Key`, if it has one, and its proof of 3-D Secure, which pays once.
 */
export const handler = posApi('POST /payments')
  .use(body<PaymentBody>(check))
  .use(provenPayment())
  .use(moneyConflicts())
  .use(idempotent({ scope: ({ body }: Payment) => `pos ${body.integration.key}` }))
  .handler(async (_, { body, proof, idempotency }) =>
    proof ? pay(body, proof, idempotency) : nextChallenge(body),
  );

/** Gives the handler the proof of 3-D Secure that the payment pays with, if it has one. */
function provenPayment(): Middleware<Payment> {
  return {
    before: ({ context }) => {
      checkBody(context.body);
      context.proof = payingProof(context.body);
    },
    onError: (request) => {
      if (request.error instanceof ProofReused)
        request.error = badHint('this 3-D Secure proof is of another request, which it pays once');
    },
  };
}

async function nextChallenge(body: PaymentBody): Promise<Answer> {
  const { challenge } = await readOrder(body, await payee(body));
  if (!challenge) throw new Error('A payment without a proof of 3-D Secure has met all its challenges');
  const path = `/payments/challenges/${challenge}`;
  return { status: 200, body: { challenges: [{ name: challenge, type: challenges[challenge], path }] } };
}
