import { log } from '#observability/log.ts';
import type { Acquirer, PaymentAcquirer } from '../acquirer.ts';
import type { AcquirerSetup } from '../setup.ts';
import { version } from './api/version.ts';
import { findDispute, listDisputes } from './disputes/find-dispute.ts';
import { listFraudWarnings } from './disputes/list-fraud-warnings.ts';
import { sendEvidence } from './disputes/send-evidence.ts';
import { balanceOf, findBalanceTransactions, listBalanceTransactions } from './money/balance.ts';
import { findPayout, listPayoutEntries, listPayouts } from './money/payouts.ts';
import { authorize } from './payments/authorize.ts';
import { findAuthorization } from './payments/find-authorization.ts';
import { find } from './payments/find-movement.ts';
import { findPayment } from './payments/find-payment.ts';
import { forget } from './payments/forget-card.ts';
import { move } from './payments/move.ts';
import { refusalOf } from './payments/refusal.ts';
import { abandon } from './payments/resolve-intent.ts';
import { validateAccount } from './setup/account.ts';
import { missingRights } from './setup/rights.ts';
import { receiveEvents } from './setup/webhook-endpoint.ts';

/* The adapter to Stripe (https://docs.stripe.com/api). The marks `@__PURE__` let the bundler leave out unused parts. */

export { capabilities } from './capabilities.ts';
export { eventGuide, readEvent } from './events/read-event.ts';

/**
 * Turns an error while reading Stripe's answer into an unknown outcome. An answer that differs from the pinned API
 * version does not prove that the money was moved or not.
 */
const unknownOnError =
  <A extends unknown[], O>(asking: (...given: A) => Promise<O>) =>
  async (...given: A): Promise<O | { state: 'unknown'; cause: string }> => {
    try {
      return await asking(...given);
    } catch (error) {
      const { name, stack = '' } = error as Error;
      // The log gets the place of the error without its message, which may contain data of the answer.
      log('error', { stripe: asking.name, error: name, at: stack.split('\n').slice(1, 4).join('\n') });
      return { state: 'unknown', cause: name };
    }
  };

/** Payments on connected accounts, or on the account of Florin's key. */
export const payments: PaymentAcquirer = {
  refusalOf,
  authorize: /* @__PURE__ */ unknownOnError(authorize),
  findAuthorization: /* @__PURE__ */ unknownOnError(findAuthorization),
  abandon: /* @__PURE__ */ unknownOnError(abandon),
  move: /* @__PURE__ */ unknownOnError(move),
  find: /* @__PURE__ */ unknownOnError(find),
};

/** Payments, disputes, payouts, and the books of Stripe. */
export const acquirer: Acquirer = /* @__PURE__ */ Object.assign({}, payments, {
  forget: /* @__PURE__ */ unknownOnError(forget),
  sendEvidence: /* @__PURE__ */ unknownOnError(sendEvidence),
  findDispute,
  listDisputes,
  listFraudWarnings,
  findPayment,
  listBalanceTransactions,
  findBalanceTransactions,
  balanceOf,
  findPayout,
  listPayouts,
  listPayoutEntries,
});

export const setup: AcquirerSetup = {
  apiVersion: version,
  validateAccount,
  missingRights,
  receiveEvents,
};
