/** The rules of Stripe for a method other than a card. */
export interface MethodRules {
  currencies: readonly string[];
  /** The smallest and greatest amounts by currency, in Stripe's units. */
  least?: Record<string, number>;
  most?: Record<string, number>;
  /** Whether it can be captured later, whether then in part, and within how many days. */
  captureDays?: number;
  capturesPart?: true;
  /** The fields of `billing_details` without which Stripe refuses a confirmation. */
  needs?: readonly ('name' | 'email')[];
  /** The kind of the action, a redirect if absent, and the customer's time for it, in seconds. */
  action?: 'swish_handle_redirect_or_display_qr_code' | 'blik_authorize';
  seconds: number;
  /** Refunds are possible for so many days. */
  refundDays?: number;
  /** The type of its disputes. */
  disputes?: 'card' | 'klarna';
}

const hour = 60 * 60;

/**
 * The rules by the type of a payment method, each from its pages below https://docs.stripe.com/payments/. The adapter's
 * rows are written apart from these.
 */
export const methodRules: Record<string, MethodRules> = {
  mobilepay: {
    currencies: ['dkk', 'eur', 'nok', 'sek'],
    // As a card (https://docs.stripe.com/payments/place-a-hold-on-a-payment-method), and "manual captures of the full amount".
    captureDays: 7,
    seconds: 5 * 60,
    disputes: 'card',
  },
  ideal: { currencies: ['eur'], least: { eur: 1 }, seconds: hour, refundDays: 180 },
  bancontact: { currencies: ['eur'], needs: ['name'], seconds: hour, refundDays: 180 },
  eps: { currencies: ['eur'], needs: ['name'], seconds: hour, refundDays: 180 },
  p24: { currencies: ['eur', 'pln'], needs: ['email'], seconds: hour, refundDays: 180 },
  twint: { currencies: ['chf'], most: { chf: 500_000 }, seconds: 15 * 60, refundDays: 180, disputes: 'card' },
  swish: {
    currencies: ['sek'],
    action: 'swish_handle_redirect_or_display_qr_code',
    seconds: 3 * 60,
    refundDays: 365,
  },
  blik: { currencies: ['pln'], action: 'blik_authorize', seconds: 60, disputes: 'card' },
  klarna: {
    currencies: 'aud cad chf czk dkk eur gbp nok nzd pln ron sek usd'.split(' '),
    captureDays: 28,
    capturesPart: true,
    seconds: 48 * hour,
    refundDays: 180,
    disputes: 'klarna',
  },
};
