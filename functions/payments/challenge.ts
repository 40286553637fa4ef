import check from 'check:payment';
import { isChallenge } from '#domain/payment.ts';
import { body } from '#http/body.ts';
import { failure } from '#http/errors.ts';
import { posApi, posError } from '#http/pos-api.ts';
import { baseUrl } from '#http/url.ts';
import { idempotencyKey } from '#idempotency/key.ts';
import { type FrameName, frames, sealFrame } from './frames.ts';
import { checkBody, type Order, type PaymentBody, payee, readOrder } from './order.ts';
import { sealProof } from './proof.ts';

/** Performs the challenge that the same payment has to meet next. */
export const handler = posApi('POST /payments/challenges/{challenge}')
  .use(body<PaymentBody>(check))
  .use(idempotencyKey())
  .handler(async (event, { params: { challenge }, body }) => {
    if (!isChallenge(challenge)) throw failure(404, 'ENDPOINT_NOT_FOUND', 'There is no such challenge');
    checkBody(body);
    const order = await readOrder(body, await payee(body));
    if (order.challenge !== challenge)
      throw posError(
        'PAYMENT_CHALLENGE_UNAVAILABLE',
        order.challenge ? `The next challenge is ${order.challenge}` : 'All challenges have been met',
      );
    if (challenge === 'tds-frictionless')
      return { status: 200, body: { hints: [await frictionless(order)] } };
    return { status: 200, body: await inFrame(challenge, order, baseUrl(event)) };
  });

const frictionless = ({ digest, test }: Order) =>
  sealProof(digest, { challenge: 'tds', result: test.tds?.status ?? 'authenticated' });

/** A fingerprint whose iframe times out must not hold the payment up; a challenge of the customer must be met. */
async function begun(challenge: FrameName, { digest }: Order): Promise<string[]> {
  return challenge === 'tds-challenge' ? [] : [await sealProof(digest, { challenge, result: 'begun' })];
}

/** How the page is to open the iframe that performs the challenge. */
const inFrame = async (challenge: FrameName, order: Order, posUrl: string) => ({
  action: `${posUrl}/payments/frames/${challenge}`,
  method: 'POST',
  fields: { state: await sealFrame(challenge, order) },
  ...frames[challenge],
  hints: await begun(challenge, order),
});
