import check from 'check:payment';
import { isChallenge } from '#domain/payment.ts';
import { failure } from '#http/errors.ts';
import type { Answer } from '#http/pipeline.ts';
import { pos, posError } from '#http/pos.ts';
import { frames, sealFrame } from './frames.ts';
import { checkBody, type Order, type PaymentBody, payee, readOrder } from './order.ts';
import { sealProof } from './proof.ts';

/** `POST /payments/challenges/<challenge>`: performs the challenge that the same payment has to meet next. */
export const handler = pos<PaymentBody>(async ({ params: { challenge }, body, baseUrl }): Promise<Answer> => {
  if (!isChallenge(challenge)) throw failure(404, 'ENDPOINT_NOT_FOUND', 'There is no such challenge');
  checkBody(body);
  const order = await readOrder(body, await payee(body));
  if (order.challenge !== challenge)
    throw posError(
      'PAYMENT_CHALLENGE_UNAVAILABLE',
      order.challenge ? `The next challenge is ${order.challenge}` : 'All challenges have been met',
    );
  if (challenge === 'tds-frictionless') return { status: 200, body: { hints: [await frictionless(order)] } };
  const { width, height, timeout } = frames[challenge];
  return {
    status: 200,
    body: {
      action: `${baseUrl}/payments/frames/${challenge}`,
      method: 'POST',
      fields: { state: await sealFrame(challenge, order) },
      width,
      height,
      timeout,
      hints: await begun(challenge, order),
    },
  };
}, check);

const frictionless = ({ digest, test }: Order) =>
  sealProof(digest, { challenge: 'tds', result: test.tds?.status ?? 'authenticated' });

/** A fingerprint whose iframe times out must not hold the payment up; a challenge of the customer must be met. */
async function begun(challenge: keyof typeof frames, { digest }: Order): Promise<string[]> {
  return challenge === 'tds-challenge' ? [] : [await sealProof(digest, { challenge, result: 'begun' })];
}
