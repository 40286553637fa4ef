import type { AcquirerFigures } from '#domain/operation.ts';
import { ask } from './client.ts';
import { figuresOf as figuresIn } from './figures.ts';
import { causeOf } from './pages.ts';
import type { BalanceTransaction } from './shapes.ts';

/**
 * What an entry in the books says (https://docs.stripe.com/api/balance_transactions/retrieve).
 *
 * @param of minor units and currency of the payment
 * @throws where Stripe does not answer: what asks is run again
 */
export async function figuresOf(
  account: string | undefined,
  reference: string,
  of: { amount: number; currency: string },
): Promise<AcquirerFigures> {
  const answer = await ask<BalanceTransaction>({ path: `balance_transactions/${reference}`, account });
  if (answer.state !== 'done') throw new Error(`Stripe does not show ${reference}: ${causeOf(answer)}`);
  return figuresIn(answer.body, of);
}
