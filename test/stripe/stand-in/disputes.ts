import type { Account, Charge, Dispute, Loose } from './account.ts';
import { enter } from './books.ts';
import { missing } from './errors.ts';

/** In seconds. */
const answerWithin = 14 * 24 * 60 * 60;

/** https://docs.stripe.com/disputes/how-disputes-work: what is disputed leaves the balance at once, but for an inquiry. */
export function openDispute(
  account: Account,
  charge: Charge,
  { reason, status, amount = charge.amount_captured }: { reason: string; status: string; amount?: number },
): Dispute {
  const dispute = account.add<Dispute>('du', {
    object: 'dispute',
    status,
    reason,
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    balance_transactions: [],
    evidence_details: { due_by: Math.floor(account.now() / 1000) + answerWithin },
    payment_method_details: { type: 'card', card: { network_reason_code: '10.4' } },
  });
  if (!status.startsWith('warning_')) move(account, dispute, -amount);
  account.emit('charge.dispute.created', dispute);
  return dispute;
}

/** Won, it comes back to the balance. */
export function closeDispute(account: Account, id: string, status: 'won' | 'lost' | 'warning_closed'): void {
  const dispute = disputeOf(account, id);
  dispute.status = status;
  if (status === 'won') move(account, dispute, dispute.amount);
  account.emit('charge.dispute.closed', dispute);
}

function move(account: Account, dispute: Dispute, amount: number): void {
  dispute.balance_transactions.push(enter(account, 'adjustment', amount, dispute.currency, dispute.id));
}

export function disputeOf(account: Account, id: string): Dispute {
  const dispute = account.get<Dispute>(id);
  if (dispute?.object !== 'dispute') throw missing();
  return dispute;
}

/** https://docs.stripe.com/disputes/measuring#early-fraud-warnings */
export function warn(account: Account, charge: Charge, fraud_type: string): void {
  const warning = account.add<Loose>('issfr', {
    object: 'radar.early_fraud_warning',
    charge: charge.id,
    payment_intent: charge.payment_intent,
    fraud_type,
    actionable: true,
  });
  account.emit('radar.early_fraud_warning.created', warning);
}

/** https://docs.stripe.com/payouts: it leaves the balance as it is made, and is paid days later. */
export function payOut(account: Account, amount: number, currency = account.settings.currency): string {
  const payout = account.add<Loose>('po', { object: 'payout', amount, currency, status: 'pending' });
  enter(account, 'payout', -amount, currency, payout.id);
  account.emit('payout.created', payout);
  return payout.id;
}

/** What became of one (https://docs.stripe.com/api/payouts/object#payout_object-status): not paid, it is back. */
export function endPayout(account: Account, id: string, status: 'paid' | 'failed' | 'canceled'): void {
  const payout = account.get<Loose>(id);
  if (payout?.object !== 'payout') throw missing();
  Object.assign(payout, { status });
  const type = { paid: undefined, failed: 'payout_failure', canceled: 'payout_cancel' }[status];
  if (type) enter(account, type, Number(payout.amount), String(payout.currency), id);
  account.emit(`payout.${status}`, payout);
}
