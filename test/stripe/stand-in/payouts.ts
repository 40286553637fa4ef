import type { Account, Entry, Loose } from './account.ts';
import { enter } from './books.ts';
import { missing } from './errors.ts';

/** In seconds. */
const day = 24 * 60 * 60;

/**
 * A payout that somebody requests (https://docs.stripe.com/payouts): it leaves the balance when it is made, and is paid
 * days later. Stripe does not list its content.
 */
export function payOut(
  account: Account,
  amount: number,
  currency = account.settings.currency,
  fee?: number,
): string {
  // The fee of an instant payout is part of its balance transaction (https://docs.stripe.com/payouts/instant-payouts#fees).
  const more = fee === undefined ? byHand : { ...byHand, method: 'instant' };
  return make(account, amount, currency, more, fee).id;
}

const byHand = { automatic: false, reconciliation_status: 'not_applicable', method: 'standard' };

/**
 * Debits the platform's bank account to take a payout back: makes a payout below 0, by which the money returns
 * (https://docs.stripe.com/connect/payout-reversals).
 */
export function reversePayout(account: Account, id: string): string {
  const payout = payoutOf(account, id);
  const { amount, currency } = payout;
  const more = { ...byHand, original_payout: id };
  const reversal = make(account, -Number(amount), String(currency), more);
  payout.reversed_by = reversal.id;
  account.emit('payout.updated', payout);
  return reversal.id;
}

/** A payout by Stripe's schedule of all balance transactions that are in no payout yet. Stripe lists them later. */
export function payOutAll(account: Account, currency = account.settings.currency): string {
  const contained = account
    .all<Entry>('balance_transaction')
    .filter(
      (entry) =>
        entry.currency === currency &&
        entry.balance_type === 'payments' &&
        entry.type !== 'payout' &&
        !account.paidOut.has(entry.id),
    );
  const sum = contained.reduce((total, { net }) => total + net, 0);
  const status = { automatic: true, reconciliation_status: 'in_progress' };
  const { id } = make(account, sum, currency, status);
  for (const entry of contained) account.paidOut.set(entry.id, id);
  return id;
}

function make(account: Account, amount: number, currency: string, more: object, fee = 0): Loose {
  const payout = account.add<Loose>('po', {
    object: 'payout',
    amount,
    currency,
    status: 'pending',
    arrival_date: Math.floor(account.now() / 1000 / day) * day + 2 * day,
    trace_id: { status: 'pending', value: null },
    ...more,
  });
  const entry = enter(account, 'payout', -amount, currency, payout.id, { cost: fee });
  account.paidOut.set(entry.id, payout.id);
  account.emit('payout.created', payout);
  return payout;
}

export function payoutOf(account: Account, id: string): Loose {
  const payout = account.get<Loose>(id);
  if (payout?.object !== 'payout') throw missing();
  return payout;
}

/** Makes the payout's content and its trace id at the bank available. */
export function reconcilePayout(account: Account, id: string): void {
  const payout = payoutOf(account, id);
  const trace_id = { status: 'supported', value: `trace-${id}` };
  Object.assign(payout, { reconciliation_status: 'completed', trace_id });
  account.emit('payout.reconciliation_completed', payout);
}

/** Submits the payout to the bank (https://docs.stripe.com/api/payouts/object#payout_object-status). */
export function sendPayout(account: Account, id: string): void {
  const payout = payoutOf(account, id);
  payout.status = 'in_transit';
  account.emit('payout.updated', payout);
}

/**
 * Ends a payout (https://docs.stripe.com/api/payouts/object#payout_object-status). The money of a failed or cancelled
 * payout comes back.
 */
export function endPayout(account: Account, id: string, status: 'paid' | 'failed' | 'canceled'): void {
  const payout = payoutOf(account, id);
  Object.assign(payout, { status });
  const type = { paid: undefined, failed: 'payout_failure', canceled: 'payout_cancel' }[status];
  const entries = account.all<Entry>('balance_transaction');
  const entry = entries.find(({ source, type: of }) => source === id && of === 'payout');
  // The money comes back together with the fee.
  if (type)
    enter(account, type, Number(payout.amount), String(payout.currency), id, { cost: -(entry?.fee ?? 0) });
  account.emit(`payout.${status}`, payout);
}
