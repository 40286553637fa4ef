import schema from 'validator:payment';
import { networkOf } from '#basics/network.ts';
import { body } from '#http/body/body.ts';
import { moneyConflicts } from '#http/errors/payment-errors.ts';
import { header } from '#http/request/headers.ts';
import { baseUrl } from '#http/request/url.ts';
import { payingApi } from '#http/routes/pos-api.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { endedLinks } from './link-terms.ts';
import { nextChallenge, pay } from './pay.ts';
import { meansFaults, type PaymentBody } from './payment-body.ts';
import { type PaymentWithProof, paymentProof } from './proof.ts';

/**
 * Makes a customer's payment, or answers with the challenges to complete before it. Repeated requests count as the same
 * payment by the `Idempotency-Key`, if present, and by the proof that completes the challenges, which pays only once.
 */
export const handler = payingApi('POST /payments')
  .use(body<PaymentBody>({ ...schema, rules: meansFaults }))
  .use(paymentProof())
  .use(endedLinks())
  .use(moneyConflicts())
  .use(
    idempotent({
      scope: ({ body }: PaymentWithProof) => `pos ${body.integration.key}`,
      // During 3-D Secure the client sends the request again with more hints, under the same key. So the fingerprint
      // covers the proof, and leaves the other hints out.
      text: ({ body, proof }: PaymentWithProof) => (proof ? [proof.key, proof.fingerprint] : body),
    }),
  )
  .handler(async (event, { body, proof, idempotency }) =>
    proof
      ? pay(
          { ...body, language: header(event, 'accept-language') },
          proof,
          idempotency,
          baseUrl(event),
          networkOf(event.requestContext.identity.sourceIp),
        )
      : nextChallenge(body),
  );
