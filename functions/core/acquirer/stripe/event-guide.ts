import type { EventGuide } from '../event-reader.ts';

/** The texts of the API reference about the route that Stripe's webhooks call. */
export const eventGuide: EventGuide = {
  name: 'Stripe',
  signature: 'Stripe-Signature',
  signedBy: 'By one of the secrets of the endpoint, not older than five minutes',
  subscription:
    '`charge.dispute.*`, `radar.early_fraud_warning.created`, `refund.*`,\n`payment_intent.*`, `setup_intent.*` and `payout.*`',
};
