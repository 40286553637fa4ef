import { type ChallengeName, challenges } from '#domain/cards/challenges.ts';
import type { Answer } from '#http/answer/answer.ts';
import type { PaymentBody } from './check-body.ts';
import { readOrder } from './order.ts';
import { payee } from './payee.ts';

/** Answers with the next challenges, of which the client performs one. */
export async function nextChallenge(body: PaymentBody): Promise<Answer> {
  const order = await readOrder(body, await payee(body));
  if (!order.challenges[0]) throw new Error('A payment without a proof that pays has met all its challenges');
  return challengeAnswer(...order.challenges);
}

export const challengeAnswer = (...names: ChallengeName[]): Answer => ({
  status: 200,
  body: {
    challenges: names.map((name) => ({ name, type: challenges[name], path: `/payments/challenges/${name}` })),
  },
});
