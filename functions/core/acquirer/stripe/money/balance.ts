import { inSeconds } from '#basics/time.ts';
import type { AcquirerBalance, AcquirerBalanceTransaction } from '../../acquirer.ts';
import { ask } from '../api/client.ts';
import { allOf, causeOf, pageOf, retrieve } from '../api/read.ts';
import { type BalanceTransaction, dateOf } from '../api/shapes.ts';
import { fromStripe } from './currency-units.ts';
import { availableOn, sumsOf } from './figures.ts';
import { feeIn, feesOf, ownFeeOf, sourcePrefix } from './own-fees.ts';

/**
 * A page of an account's books, newest first (https://docs.stripe.com/api/balance_transactions/list).
 *
 * @param period milliseconds since 1970: entries since then, and before `until`
 * @param cursor the `next` of the page before; absent at first, and after the last one
 * @throws if Stripe does not answer: the job of the caller runs again
 */
export async function listBalanceTransactions(
  account: string | undefined,
  { since, until }: { since: number; until?: number },
  cursor?: string,
): Promise<{ entries: AcquirerBalanceTransaction[]; next?: string }> {
  // Both times are rounded down, so that adjacent periods share no entry and miss none.
  const [from, to] = [since, until].map((time) => time && inSeconds(time));
  const form = {
    created: { gte: from, ...(to && { lt: to }) },
    // An expanded charge or refund names its payment, so that no further request is needed for each.
    expand: ['data.source'],
  };
  const list = { path: 'balance_transactions', account, form };
  const { items, next } = await pageOf<BalanceTransaction>(list, cursor);
  return { entries: items.map(entryOf), next };
}

/**
 * The entry with this reference (https://docs.stripe.com/api/balance_transactions/retrieve), or the entries of a
 * payout.
 *
 * @throws if Stripe does not answer
 */
export async function findBalanceTransactions(
  account: string | undefined,
  reference: string,
): Promise<AcquirerBalanceTransaction[]> {
  if (!reference.startsWith('txn_')) {
    const form = { source: reference, expand: ['data.source'] };
    return (await allOf<BalanceTransaction>({ path: 'balance_transactions', account, form })).map(entryOf);
  }
  const path = `balance_transactions/${reference}`;
  const entry = await retrieve<BalanceTransaction>({ path, account, form: { expand: ['source'] } });
  return entry ? [entryOf(entry)] : [];
}

interface Sum {
  /** In Stripe's units of `currency`. */
  amount: number;
  /** Lower case. */
  currency: string;
}

interface Balance {
  available: Sum[];
  pending: Sum[];
  connect_reserved?: Sum[];
  issuing?: { available: Sum[] };
  refund_and_dispute_prefunding?: { available: Sum[]; pending: Sum[] };
}

/** The pockets whose totals Stripe tells (https://docs.stripe.com/api/balance/balance_object). It tells no total of `risk_reserved`. */
function pocketsOf({ connect_reserved, issuing, refund_and_dispute_prefunding: prefunding }: Balance) {
  const told = {
    connect_reserved,
    issuing: issuing?.available,
    refund_and_dispute_prefunding: prefunding && [...prefunding.available, ...prefunding.pending],
  };
  return Object.entries(told).flatMap(([name, sums]) => (sums ? [{ name, sums }] : []));
}

/**
 * The balance and the pockets of an account (https://docs.stripe.com/api/balance/balance_retrieve).
 *
 * @returns minor units by ISO 4217, by currency
 * @throws if Stripe does not answer
 */
export async function balanceOf(account: string | undefined): Promise<Record<string, AcquirerBalance>> {
  const answer = await ask<Balance>({ path: 'balance', account });
  if (answer.state !== 'done') throw new Error(`Stripe does not show its balance: ${causeOf(answer)}`);
  const { available, pending } = answer.body;
  const pockets = pocketsOf(answer.body);
  const all = [...available, ...pending, ...pockets.flatMap(({ sums }) => sums)];
  const currencies = new Set(all.map(({ currency }) => currency));
  const sumIn = (sums: readonly Sum[], of: string): number =>
    sums.reduce((sum, { amount, currency }) => (currency === of ? sum + amount : sum), 0);
  return Object.fromEntries(
    [...currencies].map((currency) => {
      const code = currency.toUpperCase();
      const later = fromStripe(sumIn(pending, currency), code);
      const total = fromStripe(sumIn(available, currency), code) + later;
      const inPockets = pockets.map(({ name, sums }) => [name, fromStripe(sumIn(sums, currency), code)]);
      return [code, { total, pending: later, pockets: Object.fromEntries(inPockets) }];
    }),
  );
}

export function entryOf(entry: BalanceTransaction): AcquirerBalanceTransaction {
  const { id, type, description, currency, created } = entry;
  const source = sourceOf(entry);
  const sums = sumsOf(entry, feeIn(entry));
  return {
    reference: id,
    type,
    description: description ?? undefined,
    about: aboutOf(entry),
    source: source?.id,
    payment: source?.payment_intent ?? undefined,
    ...sums,
    currency: currency.toUpperCase(),
    fees: sums.pocket ? undefined : feesOf(entry),
    availableOn: availableOn(entry),
    ...(reserves.includes(type) ? { reserve: true } : {}),
    // Stripe books the reserve for negative balances of connected accounts in the balance of payments alone.
    ...(type === 'reserve_transaction' && !sums.pocket ? { heldIn: 'connect_reserved' } : {}),
    created: dateOf(created),
  };
}

/** The source of an entry, which is an object if it was expanded, and otherwise an id. */
const sourceOf = ({
  source,
}: BalanceTransaction): { id: string; payment_intent?: string | null } | undefined =>
  typeof source === 'string' ? { id: source } : (source ?? undefined);

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

/** Entries by which Stripe holds money in reserve, or releases it. */
const reserves = [
  'reserve_transaction',
  'reserved_funds',
  'reserve_hold',
  'reserve_release',
  'risk_reserved_funds',
  'connect_reserved_funds',
  'payment_network_reserve_hold',
  'payment_network_reserve_release',
  'payout_minimum_balance_hold',
  'payout_minimum_balance_release',
];

/**
 * The subject of an adjustment, by the prefix of its source's id. An adjustment with another prefix belongs neither
 * to a payment nor to a dispute.
 */
const adjustmentSubjects: Record<string, AcquirerBalanceTransaction['about']> = {
  dp: 'dispute',
  du: 'dispute',
  ch: 'payment',
  py: 'payment',
  re: 'payment',
  pyr: 'payment',
};

function aboutOf(entry: BalanceTransaction): AcquirerBalanceTransaction['about'] {
  const { type } = entry;
  if (ownFeeOf(entry)) return 'other';
  if (payments.includes(type)) return 'payment';
  if (type === 'payout') return 'payout';
  if (type === 'payout_cancel' || type === 'payout_failure') return 'payout back';
  return (type === 'adjustment' && adjustmentSubjects[sourcePrefix(entry)]) || 'other';
}
