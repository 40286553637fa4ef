import { inSeconds } from '#basics/time.ts';
import type { AcquirerBalanceTransaction, AcquirerPayout } from '../../acquirer.ts';
import { pageOf, retrieve } from '../api/read.ts';
import { type BalanceTransaction, dateOf, type Payout } from '../api/shapes.ts';
import { entryOf } from './balance.ts';
import { fromStripe } from './currency-units.ts';

/** @throws if Stripe does not answer: the job of the caller runs again */
export async function findPayout(
  account: string | undefined,
  reference: string,
): Promise<AcquirerPayout | undefined> {
  const payout = await retrieve<Payout>({ path: `payouts/${reference}`, account });
  return payout && payoutOf(payout);
}

/**
 * A page of an account's payouts, newest first (https://docs.stripe.com/api/payouts/list).
 *
 * @param since milliseconds since 1970
 * @throws if Stripe does not answer: the job of the caller runs again
 */
export async function listPayouts(
  account: string | undefined,
  since: number,
  cursor?: string,
): Promise<{ payouts: AcquirerPayout[]; next?: string }> {
  const form = { created: { gte: inSeconds(since) } };
  const { items, next } = await pageOf<Payout>({ path: 'payouts', account, form }, cursor);
  return { payouts: items.map(payoutOf), next };
}

/**
 * A page of the entries that a payout contains, newest first. Stripe lists them only for automatic payouts
 * (https://docs.stripe.com/api/balance_transactions/list#balance_transaction_list-payout).
 *
 * @throws if Stripe does not answer: the job of the caller runs again
 */
export async function listPayoutEntries(
  account: string | undefined,
  reference: string,
  cursor?: string,
): Promise<{ entries: AcquirerBalanceTransaction[]; next?: string }> {
  const list = { path: 'balance_transactions', account, form: { payout: reference } };
  const { items, next } = await pageOf<BalanceTransaction>(list, cursor);
  return { entries: items.map(entryOf), next };
}

/** https://docs.stripe.com/api/payouts/object#payout_object-status */
const statuses: Record<string, AcquirerPayout['status']> = {
  pending: 'pending',
  in_transit: 'in_transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
};

function payoutOf(payout: Payout): AcquirerPayout {
  const { id, status, amount, currency, arrival_date, created, trace_id } = payout;
  const code = currency.toUpperCase();
  return {
    reference: id,
    status: statuses[status] ?? 'pending',
    amount: fromStripe(amount, code),
    currency: code,
    arrival: arrival_date ? dateOf(arrival_date).slice(0, 10) : undefined,
    trace: trace_id?.value ?? undefined,
    contents: contentsOf(payout),
    created: dateOf(created),
  };
}

/** https://docs.stripe.com/api/payouts/object#payout_object-reconciliation_status */
function contentsOf({ automatic, reconciliation_status }: Payout): AcquirerPayout['contents'] {
  if (!automatic || reconciliation_status === 'not_applicable') return 'none';
  return reconciliation_status === 'in_progress' ? 'later' : 'ready';
}
