import { challenges } from '#domain/payment.ts';
import type { Answer } from '#http/answer.ts';
import { type PaymentBody, payee, readOrder } from './order.ts';

/** What a payment is to do before it can be made. */
export async function nextChallenge(body: PaymentBody): Promise<Answer> {
  const { challenge } = await readOrder(body, await payee(body));
  if (!challenge) throw new Error('A payment without a proof of 3-D Secure has met all its challenges');
  const path = `/payments/challenges/${challenge}`;
  return { status: 200, body: { challenges: [{ name: challenge, type: challenges[challenge], path }] } };
}
