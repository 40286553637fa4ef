import type { Account, Charge, Refund } from './account.ts';
import { enter } from './books.ts';
import { invalid, missing } from './errors.ts';
import { metadataOf, type Params, text } from './form.ts';
import { intentOf } from './intents.ts';

/**
 * https://docs.stripe.com/api/refunds/create: at most what was captured and not yet refunded, while more can be captured
 * too (https://docs.stripe.com/payments/multicapture#refunds).
 */
export function createRefund(account: Account, params: Params): Refund {
  const intent = intentOf(account, text(params, 'payment_intent') ?? '');
  const charge = account.get<Charge>(intent.latest_charge);
  if (!charge || charge.status === 'failed') throw invalid('charge_not_refundable');
  const left = charge.amount_captured - charge.amount_refunded;
  const amount = Number(text(params, 'amount') ?? left);
  if (left === 0) throw invalid('charge_already_refunded');
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > left)
    throw invalid('amount_too_large', 'amount');
  charge.amount_refunded += amount;
  const behaviour = account.cards.get(intent.payment_method ?? '')?.refund;
  const refund = account.add<Refund>('re', {
    object: 'refund',
    amount,
    currency: charge.currency,
    status: behaviour === 'pending' ? 'pending' : 'succeeded',
    charge: charge.id,
    payment_intent: intent.id,
    metadata: { ...metadataOf(params) },
    balance_transaction: null,
  });
  refund.balance_transaction = enter(account, 'refund', -amount, charge.currency, refund.id).id;
  account.emit('refund.created', refund);
  if (behaviour === 'fails later') failRefund(account, refund.id);
  return refund;
}

/** The customer's bank does not take it: it comes back to the balance (https://docs.stripe.com/refunds#failed-refunds). */
export function failRefund(account: Account, id: string): void {
  const refund = account.get<Refund>(id);
  if (refund?.object !== 'refund') throw missing();
  if (refund.status === 'failed') return;
  const failed: Refund = { ...refund, status: 'failed' };
  failed.failure_balance_transaction = enter(
    account,
    'refund_failure',
    refund.amount,
    refund.currency,
    id,
  ).id;
  // The answer to whoever asked for it was given before.
  account.things.set(id, failed);
  const charge = account.get<Charge>(refund.charge) as Charge;
  charge.amount_refunded -= refund.amount;
  account.emit('refund.failed', failed);
  account.emit('charge.refund.updated', failed);
}
