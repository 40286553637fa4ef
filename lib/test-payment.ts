import { declines } from '../functions/core/acquirer/decline.ts';
import { testCards } from '../functions/core/domain/cards/test-cards.ts';
import type { Client } from './client.ts';

export interface TestPayment {
  /** The merchant's public key. */
  key: string;
  /** One of the card numbers in docs/testing.md. */
  card: string;
  currency: string;
  /** Minor units of a currency with two decimals. */
  amount: number;
  /** Additional fields of `POST /payments`: `text` or `linkId`. */
  more?: object;
}

/**
 * The most answers of `POST /payments` until a payment without a bank's challenge is authorized; a few more than
 * needed.
 */
const mostRounds = 5;

/**
 * Pays with a test card that needs no challenge of the bank, as the customer's device does.
 *
 * @param expected statuses of refusals that the caller expects, such as that of a declined payment
 * @returns the transaction's id; undefined if the payment was declined, or asks for a challenge that needs a browser
 * @throws Error that says why the request was refused
 */
export async function payByTestCard(
  { pos }: Client,
  { key, card, currency, amount, more }: TestPayment,
  expected: readonly number[] = [],
): Promise<string | undefined> {
  const total = { currency, exponent: 2, value: amount };
  // The simulated acquirer reads the outcome from the options, which the payment page also derives from the number.
  const test = testCards(total).find(({ number }) => number === card)?.test;
  const order = {
    integration: { key },
    test: { ...test, tds: { ...test?.tds, challenge: false } },
    amount: total,
    ...more,
    card: {
      number: await pos('/vault', { type: 'pcn', value: card }),
      code: await pos('/vault', { type: 'pcsc', value: '123' }),
      expiry: { month: 12, year: 2090 },
    },
  };
  const hints: string[] = [];
  for (let round = 0; round < mostRounds; round++) {
    const answer = await pos('/payments', { ...order, hints }, expected);
    if (answer.authorizationId) return answer.authorizationId;
    if (answer.code && !Object.hasOwn(declines, answer.code))
      throw new Error(`POST /payments: ${answer.code} ${answer.message}`);
    const challenge = answer.challenges?.[0];
    if (challenge?.type !== 'fetch') return undefined;
    hints.push(...(await pos(challenge.path, { ...order, hints })).hints);
  }
  return undefined;
}
