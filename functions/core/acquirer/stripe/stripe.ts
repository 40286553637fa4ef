import type { LiveAcquirer } from '../live.ts';
import { balanceOf, findBalanceTransactions, listBalanceTransactions } from './balance.ts';
import { findDispute, listDisputes } from './find-dispute.ts';
import { findPayment } from './find-payment.ts';
import { stripePayments } from './payments.ts';
import { findPayout, listPayoutEntries, listPayouts } from './payouts.ts';
import { sendEvidence } from './send-evidence.ts';
import { unknownOnError } from './unknown-on-error.ts';

/**
 * The adapter to Stripe (https://docs.stripe.com/api): payments, disputes, payouts, and the books of Stripe. The
 * mark `@__PURE__` lets the bundler leave the books out of functions that only take payments.
 */
export const stripe: LiveAcquirer = /* @__PURE__ */ Object.assign({}, stripePayments, {
  sendEvidence: /* @__PURE__ */ unknownOnError(sendEvidence),
  findDispute,
  listDisputes,
  findPayment,
  listBalanceTransactions,
  findBalanceTransactions,
  balanceOf,
  findPayout,
  listPayouts,
  listPayoutEntries,
});
