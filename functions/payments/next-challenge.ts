import { type ChallengeName, challenges } from '#domain/cards/challenges.ts';
import type { Answer } from '#http/answer/answer.ts';
import type { PaymentBody } from './check-body.ts';
import { readOrder } from './order.ts';
import { payee } from './payee.ts';

/** Answers with the next challenge of a payment. */
export async function nextChallenge(body: PaymentBody): Promise<Answer> {
  const { challenge } = await readOrder(body, await payee(body));
  if (!challenge) throw new Error('A payment without a proof that pays has met all its challenges');
  return challengeAnswer(challenge);
}

export const challengeAnswer = (name: ChallengeName): Answer => ({
  status: 200,
  body: { challenges: [{ name, type: challenges[name], path: `/payments/challenges/${name}` }] },
});
