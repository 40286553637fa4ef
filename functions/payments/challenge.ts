import validator from 'validator:payment';
import { isChallenge } from '#domain/payment.ts';
import { body } from '#http/body.ts';
import { failure } from '#http/errors.ts';
import { posApi, posError } from '#http/pos-api.ts';
import { baseUrl } from '#http/url.ts';
import { idempotencyKey } from '#idempotency/key.ts';
import { endedLinks } from './ended-links.ts';
import { frictionless, inFrame } from './frames.ts';
import { checkBody, type PaymentBody, payee, readOrder } from './order.ts';

/** Performs the challenge that the same payment has to meet next. */
export const handler = posApi('POST /payments/challenges/{challenge}')
  .use(body<PaymentBody>(validator))
  .use(idempotencyKey())
  .use(endedLinks())
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
