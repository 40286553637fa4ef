import { type AcquirerFee, completeFees } from '#domain/transactions/operation.ts';
import type { FeeKind } from '#schemas/ledger-names.ts';
import type { BalanceTransaction } from '../api/shapes.ts';
import { fromStripe } from './currency-units.ts';
import { partsOf } from './figures.ts';

/** Entries that are fees: https://docs.stripe.com/reports/balance-transaction-types */
const typeKinds: Record<string, FeeKind> = {
  stripe_fee: 'service',
  stripe_fx_fee: 'exchange',
  tax_fee: 'tax',
};

/** Adjustments that are fees, and types of later versions: https://docs.stripe.com/reports/reporting-categories */
const categoryKinds: Record<string, FeeKind> = { fee: 'service', tax: 'tax', network_cost: 'network' };

/** The kind of a fee for a certain object, by the prefix of the object's id. */
const subjectKinds: Record<string, FeeKind> = {
  dp: 'dispute',
  du: 'dispute',
  ch: 'processing',
  py: 'processing',
  fr: 'application',
};

/** The prefix of the id of an entry's source: `ch`, `re`, `du` … */
export const sourcePrefix = ({ source }: Pick<BalanceTransaction, 'source'>): string =>
  (typeof source === 'string' ? source : (source?.id ?? '')).split('_', 1)[0] ?? '';

/** The kind of an entry that is nothing but a fee, such as a monthly one; undefined for all other entries. */
export function ownFeeOf(
  entry: Pick<BalanceTransaction, 'type' | 'reporting_category' | 'source'>,
): FeeKind | undefined {
  const kind = typeKinds[entry.type] ?? categoryKinds[entry.reporting_category ?? ''];
  return kind === 'service' ? (subjectKinds[sourcePrefix(entry)] ?? kind) : kind;
}

/** The parts of the fee of an entry, together with the amount of an entry that is a fee itself. */
export function feesOf(entry: BalanceTransaction): AcquirerFee[] | undefined {
  const own = ownFeeOf(entry);
  const isDispute = subjectKinds[sourcePrefix(entry)] === 'dispute';
  const parts = partsOf(entry, isDispute ? 'dispute' : 'processing');
  if (!own) return parts && completeFees(parts, feeIn(entry));
  const amount = -fromStripe(entry.amount, entry.currency.toUpperCase());
  return completeFees([{ kind: own, amount }, ...(parts ?? [])], feeIn(entry));
}

/** The fee of an entry, in minor units. All of an entry that is a fee itself counts as its fee. */
export const feeIn = (entry: BalanceTransaction): number =>
  fromStripe(ownFeeOf(entry) ? -entry.net : entry.fee, entry.currency.toUpperCase());
