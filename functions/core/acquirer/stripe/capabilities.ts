import type { Capabilities } from '../acquirer.ts';
import { methods } from './methods.ts';

/** Stripe's capabilities; the schemes are from https://docs.stripe.com/payments/cards/supported-card-brands. */
export const capabilities: Capabilities = {
  schemes: ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'],
  /**
   * Stripe allows 50 captures, and 50 names in a payment's metadata. Florin uses a name for each capture, and two for
   * other purposes.
   */
  mostCaptures: 48,
  keepsCards: true,
  methods,
  /**
   * Stripe's page at `hooks.stripe.com` contains the page of the customer's bank
   * (https://docs.stripe.com/security/guide#content-security-policy). In tests a stand-in serves both.
   */
  pages() {
    const { STRIPE_URL } = process.env;
    return STRIPE_URL ? new URL(STRIPE_URL).origin : 'https://hooks.stripe.com https://*.stripe.com';
  },
};
