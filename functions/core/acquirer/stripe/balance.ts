import type { BookEntry } from '../live.ts';
import { ask } from './client.ts';
import { causeOf } from './pages.ts';
import type { BalanceTransaction, List } from './shapes.ts';
import { fromStripe } from './units.ts';

/**
 * A page of an account's books, newest first (https://docs.stripe.com/api/balance_transactions/list).
 *
 * @param since milliseconds since 1970
 * @param cursor the `next` of the page before; absent at first, and after the last one
 * @throws where Stripe does not answer: the job is run again
 */
export async function listBalanceTransactions(
  account: string | undefined,
  since: number,
  cursor?: string,
): Promise<{ entries: BookEntry[]; next?: string }> {
  const answer = await ask<List<BalanceTransaction>>({
    path: 'balance_transactions',
    account,
    form: { created: { gte: Math.floor(since / 1000) }, limit: 100, starting_after: cursor },
  });
  if (answer.state !== 'done') throw new Error(`Stripe does not show its books: ${causeOf(answer)}`);
  const { data, has_more } = answer.body;
  return { entries: data.map(entryOf), next: has_more ? data.at(-1)?.id : undefined };
}

function entryOf(entry: BalanceTransaction): BookEntry {
  const { id, type, description, source, net, fee, currency, created } = entry;
  const code = currency.toUpperCase();
  return {
    reference: id,
    type,
    description: description ?? undefined,
    about: aboutOf(entry),
    source: source ?? undefined,
    net: fromStripe(net, code),
    fee: fromStripe(fee, code),
    currency: code,
    created: new Date(created * 1000).toISOString(),
  };
}

/** https://docs.stripe.com/reports/balance-transaction-types */
const payments = [
  'charge',
  'payment',
  'refund',
  'payment_refund',
  'refund_failure',
  'payment_failure_refund',
  'payment_reversal',
];

/** What an adjustment corrects, by the prefix of its name; one of nothing else stands for itself. */
const adjusted: Record<string, BookEntry['about']> = {
  dp: 'dispute',
  du: 'dispute',
  ch: 'payment',
  py: 'payment',
  re: 'payment',
  pyr: 'payment',
};

function aboutOf({ type, source }: BalanceTransaction): BookEntry['about'] {
  if (payments.includes(type)) return 'payment';
  if (type === 'payout') return 'payout';
  if (type === 'payout_cancel' || type === 'payout_failure') return 'payout back';
  return (type === 'adjustment' && adjusted[source?.split('_', 1)[0] ?? '']) || 'other';
}
