import schema from 'validator:payment';
import { isChallenge } from '#domain/cards/challenges.ts';
import { body } from '#http/body/body.ts';
import { failure } from '#http/errors/errors.ts';
import { baseUrl } from '#http/request/url.ts';
import { payingApi, posError } from '#http/routes/pos-api.ts';
import { checkIdempotencyKey } from '#idempotency/key.ts';
import type { Operation } from '#store/transactions/operations.ts';
import { answerSimulatedBank } from '#usecases/acquirer-operations/answer-simulated-bank.ts';
import { bankFrame, begin, frictionless, simulatedFrame } from './challenge-frames.ts';
import { endedLinks } from './link-terms.ts';
import { methodAction } from './method-return.ts';
import { type Order, readOrder } from './order.ts';
import { payee } from './payee.ts';
import { checkBody, meansFaults, type PaymentBody } from './payment-body.ts';
import { earlierOperation, payingProof } from './proof.ts';

/** Performs the next challenge of a payment. */
export const handler = payingApi('POST /payments/challenges/{challenge}')
  .use(body<PaymentBody>({ ...schema, rules: meansFaults }))
  .use(checkIdempotencyKey())
  .use(endedLinks())
  .handler(async (event, { params: { challenge }, body }) => {
    if (!isChallenge(challenge)) throw failure(404, 'ENDPOINT_NOT_FOUND', 'There is no such challenge');
    checkBody(body);
    const earlier = () => earlierOperation(payingProof(body));
    const order = await readOrder(body, await payee(body, earlier));
    if (challenge === 'method') return { status: 200, body: await atTheMethod(order, await earlier()) };
    if (challenge === 'tds-challenge' && !order.merchant.test)
      return { status: 200, body: await atTheBank(order, await earlier(), baseUrl(event)) };
    const next = order.challenges.join(' or ');
    if (!order.challenges.includes(challenge))
      throw posError(
        'PAYMENT_CHALLENGE_UNAVAILABLE',
        next ? `The next challenge is ${next}` : 'All challenges have been met',
      );
    if (challenge === 'tds-frictionless')
      return { status: 200, body: { hints: [await frictionless(order)] } };
    if (challenge === 'begin') return { status: 200, body: { hints: [await begin(order)] } };
    return { status: 200, body: await simulatedFrame(challenge, order, baseUrl(event)) };
  });

/** The customer's task in the app or on the page of their method. */
async function atTheMethod(order: Order, operation: Operation | undefined) {
  const action = operation?.kind === 'authorize' && operation.state === 'open' && operation.challenge;
  if (!action || !order.method)
    throw posError('PAYMENT_CHALLENGE_UNAVAILABLE', 'The method asks nothing of the customer now');
  const { answer, after } = order.test.method ?? {};
  if (order.merchant.test && answer && answer !== 'never')
    await answerSimulatedBank(operation, answer, after);
  return methodAction(order, operation, action);
}

/** The challenge of a real bank, at the URL that the acquirer gave. */
async function atTheBank(order: Order, operation: Operation | undefined, posUrl: string) {
  const url = operation?.kind === 'authorize' && operation.challenge?.url;
  if (!url)
    throw posError('PAYMENT_CHALLENGE_UNAVAILABLE', 'The bank has asked for no challenge of this payment');
  return bankFrame(order, url, posUrl);
}
