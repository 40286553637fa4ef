import type { ReportProse } from '../event-reader.ts';

/** The API reference's description of the route that Stripe's webhooks call. */
export const reportProse: ReportProse = {
  name: 'Stripe',
  signature: 'Stripe-Signature',
  signedBy: 'By one of the secrets of the endpoint, not older than five minutes',
  subscription:
    '`charge.dispute.*`, `radar.early_fraud_warning.created`, `refund.*`,\n`payment_intent.*`, `setup_intent.*` and `payout.*`',
};
