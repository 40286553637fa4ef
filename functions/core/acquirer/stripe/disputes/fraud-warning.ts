import type { FraudWarning } from '../../acquirer.ts';
import { dateOf } from '../api/shapes.ts';

/** https://docs.stripe.com/api/radar/early_fraud_warnings/object */
export interface EarlyFraudWarning {
  id: string;
  payment_intent?: string | null;
  fraud_type: string;
  created: number;
}

/** Stripe's types of fraud, by the codes of a fraud alert. */
const fraudReasons: Record<string, number> = {
  misc: 0,
  unauthorized_use_of_card: 1,
  fraudulent_card_application: 2,
  made_with_counterfeit_card: 3,
  card_never_received: 5,
  made_with_stolen_card: 6,
  made_with_lost_card: 7,
};

/** Undefined for a warning about a charge without a payment intent, which Florin has not made. */
export const fraudWarningOf = ({
  id,
  payment_intent,
  fraud_type,
  created,
}: EarlyFraudWarning): FraudWarning | undefined =>
  payment_intent
    ? {
        reference: id,
        payment: payment_intent,
        reported: dateOf(created),
        reason: fraudReasons[fraud_type] ?? 0,
      }
    : undefined;
