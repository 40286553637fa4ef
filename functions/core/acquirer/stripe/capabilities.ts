import type { Capabilities } from '../live.ts';

/**
 * The page of the customer's bank is opened by one of Stripe's own, `hooks.stripe.com`, and stands in it
 * (https://docs.stripe.com/security/guide#content-security-policy); or of what stands in for Stripe.
 */
export const stripe: Capabilities = {
  pages() {
    const { STRIPE_URL } = process.env;
    return STRIPE_URL ? new URL(STRIPE_URL).origin : 'https://hooks.stripe.com https://*.stripe.com';
  },
};
