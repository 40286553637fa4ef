import type { AuthorizationOrder } from '../../acquirer.ts';
import { type Answer, ask } from '../api/client.ts';
import type { PaymentIntent, SetupIntent } from '../api/shapes.ts';
import { methodOf } from '../methods.ts';
import { applicationFeeOf, toStripe } from '../money/currency-units.ts';
import { keyOf } from './idempotency-key.ts';
import { statementFieldOf } from './statement.ts';

/**
 * Creates the intent of an authorization, which reserves nothing until it is confirmed
 * (https://docs.stripe.com/payments/paymentintents/lifecycle). Its fields come from the order, and not from the card,
 * so that a repeated request for the order gets the same intent as long as Stripe remembers the key.
 */
export async function createIntent(order: AuthorizationOrder): Promise<Answer<PaymentIntent | SetupIntent>> {
  const method = methodOf(order);
  const made = await ask<PaymentIntent | SetupIntent>({
    path: order.amount === 0 ? 'setup_intents' : 'payment_intents',
    account: order.account,
    key: keyOf(order, '-intent'),
    renew: 'failed',
    form: {
      ...(order.amount === 0
        ? { usage: 'off_session' }
        : {
            amount: toStripe(order.amount, order.currency),
            currency: order.currency.toLowerCase(),
            capture_method: method?.captured === 'at once' ? 'automatic' : 'manual',
            application_fee_amount: applicationFeeOf(order.fee, order.amount, order.currency),
            ...statementFieldOf(order.descriptor, method !== undefined),
            description: order.orderReference,
          }),
      customer: order.customer,
      allowed_payment_method_types: [method?.type ?? 'card'],
      // The bank or the app of another method identifies the customer, without 3-D Secure.
      metadata: { florin: order.id, tds: order.requireTds && !method ? 'full' : undefined },
    },
  });
  // Florin must never confirm the intent of another payment.
  const isOwn = made.state !== 'done' || (made.body.id && made.body.metadata.florin === order.id);
  return isOwn ? made : { state: 'unknown', cause: 'No id' };
}
