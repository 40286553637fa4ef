import { randomUUID } from 'node:crypto';
import type { AuthorizationOrder, AuthorizationOutcome, MovementOutcome } from '../../acquirer.ts';
import { ask } from '../api/client.ts';
import { causeOf } from '../api/read.ts';
import type { PaymentIntent, SetupIntent } from '../api/shapes.ts';
import { methodOf } from '../methods.ts';
import { keyOf } from './idempotency-key.ts';
import { returnMoney } from './return-money.ts';
import { isCapturedAtOnce, verdictOf } from './verdict.ts';

/** The path of intents of the reference's kind. */
export const pathOf = (reference: string): string =>
  reference.startsWith('seti_') ? 'setup_intents' : 'payment_intents';

/** The fields that Stripe expands in an intent, with the issuer's answer about the card. */
export const expansionOf = (path: string): string[] =>
  path === 'setup_intents' ? ['latest_attempt'] : ['latest_charge'];

/**
 * The outcome of an authorization by its intent. If nobody will use the authorization, the intent is cancelled first.
 */
export async function resolveIntent(
  order: AuthorizationOrder,
  intent: PaymentIntent | SetupIntent,
): Promise<AuthorizationOutcome> {
  const { outcome, cancel } = verdictOf(intent, methodOf(order));
  if (!cancel)
    return order.fee && outcome.state === 'approved'
      ? { ...outcome, payment: { ...outcome.payment, manyCaptures: false } }
      : outcome;
  const { state } = await abandon(order, intent.id);
  // A decline would be final, although the acquirer still holds the money. So the outcome stays unknown.
  return state === 'approved' ? outcome : { state: 'unknown', cause: `Cancelling it was ${state}` };
}

/**
 * Cancels an intent and releases its hold, even if the customer has passed 3-D Secure in the meantime
 * (https://docs.stripe.com/api/payment_intents/cancel). Each request has a new key, as Stripe would repeat a failure
 * for a used key, and a second cancellation has no effect. The money of a method that is captured at once is returned to the
 * customer. While the provider of a method still decides, Stripe refuses the cancellation, so that the outcome is a
 * decline: its caller asks again.
 */
export async function abandon(order: AuthorizationOrder, reference: string): Promise<MovementOutcome> {
  const { id, account } = order;
  const path = `${pathOf(reference)}/${reference}`;
  const answer = await ask<PaymentIntent | SetupIntent>({
    path: `${path}/cancel`,
    account,
    key: keyOf({ id }, `-abandon-${randomUUID()}`),
    form: { cancellation_reason: 'abandoned' },
  });
  if (answer.state === 'done') return cancellationOutcome(answer.body);
  if (answer.state === 'unknown') return answer;
  const now = await ask<PaymentIntent | SetupIntent>({ path, account });
  if (now.state !== 'done') return { state: 'unknown', cause: causeOf(now) };
  if (isCapturedAtOnce(now.body)) return returnMoney(order, reference);
  return now.body.status === 'canceled'
    ? { state: 'approved' }
    : { state: 'declined', decline: 'PAYMENT_REJECTED' };
}

const cancellationOutcome = ({ status }: PaymentIntent | SetupIntent): MovementOutcome =>
  status === 'canceled' ? { state: 'approved' } : { state: 'unknown', cause: `Cancelled, and ${status}` };
