import type { Account, Charge, PendingReason, Refund } from './account.ts';
import { enter } from './books.ts';
import { invalid, missing } from './errors.ts';
import { metadataOf, type Params, text } from './form.ts';
import { cardOf, intentOf } from './intents.ts';
import { rulesOf } from './methods.ts';

/**
 * A refund is at most the captured amount that is not yet refunded (https://docs.stripe.com/api/refunds/create), even while
 * more can be captured (https://docs.stripe.com/payments/multicapture#refunds).
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
  const { type } = charge.payment_method_details;
  const { refundDays = Number.POSITIVE_INFINITY } = type === 'card' ? {} : rulesOf({ type });
  if (account.now() / 1000 - charge.created > refundDays * 24 * 60 * 60)
    throw invalid('charge_not_refundable');
  const reason = text(params, 'reason') ?? null;
  if (reason !== null && !['duplicate', 'fraudulent', 'requested_by_customer'].includes(reason))
    throw invalid('parameter_invalid', 'reason');
  const fee = text(params, 'refund_application_fee') === 'true' ? feeOf(account, charge, amount) : 0;
  charge.amount_refunded += amount;
  const behaviour = account.cards.get(intent.payment_method ?? '')?.refund;
  const begins = behaviour === 'pending' ? 'pending' : account.settings.refunds;
  const pending_reason = isReason(begins) ? begins : undefined;
  const status = pending_reason ? 'pending' : begins;
  const refund = account.add<Refund>(type === 'card' ? 're' : 'pyr', {
    object: 'refund',
    amount,
    currency: charge.currency,
    status,
    charge: charge.id,
    payment_intent: intent.id,
    metadata: { ...metadataOf(params) },
    reason,
    ...(pending_reason && { pending_reason }),
    balance_transaction: null,
  });
  if (fee > 0) account.returnedFees.set(refund.id, fee);
  // The books and the events come in either order.
  if (status !== 'requires_action' && !pending_reason && text(params, 'booked') !== 'later')
    bookRefund(account, refund.id);
  account.emit('refund.created', refund);
  account.emit('charge.refunded', charge);
  if (behaviour === 'fails later') failRefund(account, refund.id);
  return refund;
}

const isReason = (begins: Account['settings']['refunds']): begins is PendingReason =>
  begins === 'charge_pending' || begins === 'insufficient_funds' || begins === 'processing';

/**
 * The part of the application fee that a refund returns: in proportion, and the whole rest with the last refund of the
 * charge (https://docs.stripe.com/connect/direct-charges#issue-refunds). A payment with several captures returns all of
 * its fee or nothing (https://docs.stripe.com/payments/multicapture#refunds).
 */
function feeOf(account: Account, charge: Charge, amount: number): number {
  const fee = charge.application_fee_amount ?? 0;
  const isLast = amount === charge.amount_captured - charge.amount_refunded;
  const isMany = cardOf(charge)?.multicapture.status === 'available';
  if (fee === 0 || (isMany && !isLast)) throw invalid('parameter_invalid', 'refund_application_fee');
  const returned = account.returnedFees.get(charge.id) ?? 0;
  const part = isLast ? fee - returned : Math.round((fee * amount) / charge.amount_captured);
  account.returnedFees.set(charge.id, returned + part);
  return part;
}

/** Takes the refund from the account's balance, and adds the returned part of the application fee. */
export function bookRefund(account: Account, id: string): void {
  const refund = account.get<Refund>(id);
  if (refund?.object !== 'refund') throw missing();
  if (refund.balance_transaction) return;
  const { amount, currency } = refund;
  const fee = account.returnedFees.get(id) ?? 0;
  const application = account.settings.returnsFees === 'in the refund' ? -fee : 0;
  const kind = id.startsWith('pyr_') ? 'payment_refund' : 'refund';
  refund.balance_transaction = enter(account, kind, -amount, currency, id, { application }).id;
  if (fee === 0 || application !== 0) return;
  const returned = enter(account, 'adjustment', fee, currency, `fr_${id.replace(/^[a-z]+_/, '')}`);
  returned.description = 'Application fee refund';
}

/** The customer's bank rejects the refund, and its amount returns to the balance (https://docs.stripe.com/refunds#failed-refunds). */
export const failRefund = (account: Account, id: string): void => endRefund(account, id, 'failed');

export type RefundEnd = 'succeeded' | 'failed' | 'canceled';

/**
 * Ends a refund. Money that has left comes back by a separate balance transaction. The money of a refund that required an
 * action leaves now or never (https://docs.stripe.com/api/refunds/object#refund_object-status).
 */
export function endRefund(
  account: Account,
  id: string,
  status: RefundEnd,
  { later = false }: { later?: boolean } = {},
): void {
  const refund = account.get<Refund>(id);
  if (refund?.object !== 'refund') throw missing();
  if (refund.status === 'failed' || refund.status === 'canceled') return;
  const { amount } = refund;
  const { pending_reason, ...rest } = refund;
  const ended: Refund = { ...rest, status };
  // The request for the refund was answered before, so the ended refund is a new object.
  account.things.set(id, ended);
  if (status === 'succeeded') bookRefund(account, id);
  else {
    if (ended.balance_transaction && !later) bookReturn(account, id);
    const charge = account.get<Charge>(refund.charge) as Charge;
    charge.amount_refunded -= amount;
  }
  if (status === 'failed') account.emit('refund.failed', ended);
  account.emit('refund.updated', ended);
  account.emit('charge.refund.updated', ended);
}

/** Returns the money of a failed refund to the account's balance. */
export function bookReturn(account: Account, id: string): void {
  const refund = account.get<Refund>(id);
  if (refund?.object !== 'refund') throw missing();
  const { amount, currency } = refund;
  refund.failure_balance_transaction ??= enter(account, 'refund_failure', amount, currency, id).id;
}
