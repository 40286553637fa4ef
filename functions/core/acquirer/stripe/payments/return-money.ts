import { randomUUID } from 'node:crypto';
import type { AuthorizationOrder, MovementOutcome } from '../../acquirer.ts';
import { ask } from '../api/client.ts';
import { causeOf, findIn } from '../api/read.ts';
import type { Refund } from '../api/shapes.ts';
import { keyOf } from './idempotency-key.ts';

/**
 * Refunds a payment that nobody will use, because its customer agreed after Florin had given it up. A second request finds
 * the first refund. Two requests at the same time cannot return more than the payment, since each asks for all of it
 * (https://docs.stripe.com/api/refunds/create). Each has a key of its own, as Stripe would repeat a failure for a used key.
 */
export async function returnMoney(
  { id, account, fee }: AuthorizationOrder,
  reference: string,
): Promise<MovementOutcome> {
  const path = 'refunds';
  const form = { payment_intent: reference, expand: ['data.balance_transaction'] };
  const earlier = await findIn<Refund>({ path, account, form }, isReturning);
  if (earlier.state === 'found') return { state: 'approved' };
  if (earlier.state === 'unknown') return earlier;
  const answer = await ask<Refund>({
    path,
    account,
    key: keyOf({ id }, `-return-${randomUUID()}`),
    form: {
      payment_intent: reference,
      // The platform keeps no fee of a payment that nobody uses.
      refund_application_fee: fee ? true : undefined,
      expand: ['balance_transaction'],
    },
  });
  if (answer.state !== 'done') return { state: 'unknown', cause: causeOf(answer) };
  return isReturning(answer.body)
    ? { state: 'approved' }
    : { state: 'unknown', cause: `Its refund is ${answer.body.status}` };
}

const isReturning = ({ status }: Refund): boolean => status !== 'failed' && status !== 'canceled';
