import type { Capabilities } from '../live.ts';

/** Stripe's capabilities; the schemes are from https://docs.stripe.com/payments/cards/supported-card-brands. */
export const stripe: Capabilities = {
  schemes: ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'],
  /** Of the 50 that Stripe makes, and of the 50 names that a payment's metadata has; two of these are not captures'. */
  mostCaptures: 48,
  keepsCards: true,
  /**
   * The page of the customer's bank is opened by one of Stripe's own, `hooks.stripe.com`, and stands in it
   * (https://docs.stripe.com/security/guide#content-security-policy); or of what stands in for Stripe.
   */
  pages() {
    const { STRIPE_URL } = process.env;
    return STRIPE_URL ? new URL(STRIPE_URL).origin : 'https://hooks.stripe.com https://*.stripe.com';
  },
};
