import { firstCharacters } from '#basics/first-characters.ts';
import { exponentOf } from '#domain/money/currency.ts';
import { type AcquirerFee, type AcquirerFigures, completeFees } from '#domain/transactions/operation.ts';
import type { FeeKind } from '#schemas/ledger-names.ts';
import type { MovementOrder } from '../../acquirer.ts';
import { type BalanceTransaction, dateOf } from '../api/shapes.ts';
import { fromStripe, stripeExponentOf } from './currency-units.ts';

/** The figures of a movement, from Stripe's balance transaction (https://docs.stripe.com/api/balance_transactions). */
export function figuresOf(
  entry: BalanceTransaction,
  { amount, currency }: Pick<MovementOrder, 'amount' | 'currency'>,
): AcquirerFigures {
  const settlement = entry.currency.toUpperCase();
  const rate = entry.exchange_rate === null ? undefined : rateOf(entry, { amount, currency });
  return {
    reference: entry.id,
    currency: settlement,
    net: fromStripe(entry.net, settlement),
    fee: fromStripe(entry.fee, settlement),
    ...(rate !== undefined && settlement !== currency ? { rate } : {}),
    fees: feesOf(entry),
    availableOn: availableOn(entry),
    bookedAt: dateOf(entry.created),
  };
}

/**
 * The rate for one major unit. If the two currencies have different decimals, Stripe's documentation leaves open
 * whether its rate is for major or minor units. So Florin decides by comparing the amounts.
 */
function rateOf(
  entry: BalanceTransaction,
  { amount, currency }: { amount: number; currency: string },
): number {
  const settlement = entry.currency.toUpperCase();
  const given = entry.exchange_rate ?? 1;
  const shifted = given * 10 ** (stripeExponentOf(currency) - stripeExponentOf(settlement));
  const real =
    Math.abs(entry.amount) / 10 ** stripeExponentOf(settlement) / (amount / 10 ** exponentOf(currency));
  const distance = (rate: number) => Math.abs(Math.log(rate / real));
  return distance(shifted) < distance(given) ? shifted : given;
}

/**
 * Whether a balance transaction can belong to a movement of this amount. An exchanged amount is compared only as
 * exactly as the digits of its rate allow.
 */
export function isOfAmount(
  entry: BalanceTransaction,
  order: Pick<MovementOrder, 'amount' | 'currency'>,
): boolean {
  const settlement = entry.currency.toUpperCase();
  const gross = Math.abs(fromStripe(entry.amount, settlement));
  if (settlement === order.currency) return gross === order.amount;
  const exact =
    order.amount * rateOf(entry, order) * 10 ** (exponentOf(settlement) - exponentOf(order.currency));
  return Math.abs(gross - exact) <= 1 + exact / 10_000;
}

/** https://docs.stripe.com/api/balance_transactions/object#balance_transaction_object-fee_details-type */
const partKinds: Record<string, FeeKind> = {
  stripe_fee: 'processing',
  payment_method_passthrough_fee: 'network',
  application_fee: 'application',
  tax: 'tax',
  withheld_tax: 'withheld_tax',
};

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

/** The most characters of Stripe's text that Florin stores. */
const longest = 200;

/**
 * The parts of a fee, together with the amount of an entry that is a fee itself. Some API versions of Stripe answer without
 * the details of the fee.
 */
export function feesOf(entry: BalanceTransaction): AcquirerFee[] | undefined {
  const own = ownFeeOf(entry);
  if (!entry.fee_details && !own) return undefined;
  const currency = entry.currency.toUpperCase();
  const isDispute = subjectKinds[sourcePrefix(entry)] === 'dispute';
  const fees = (entry.fee_details ?? []).map(({ type, amount, description }) => ({
    kind: isDispute && type === 'stripe_fee' ? 'dispute' : (partKinds[type] ?? 'other'),
    amount: fromStripe(amount, currency),
    ...(description ? { description: firstCharacters(description, longest) } : {}),
  }));
  const whole = own ? [{ kind: own, amount: -fromStripe(entry.amount, currency) }, ...fees] : fees;
  return completeFees(whole, feeIn(entry));
}

/** The fee of an entry, in minor units. All of an entry that is a fee itself counts as its fee. */
export const feeIn = (entry: BalanceTransaction): number =>
  fromStripe(ownFeeOf(entry) ? -entry.net : entry.fee, entry.currency.toUpperCase());

/** The day on which the money of an entry can be paid out. */
export const availableOn = ({ available_on }: BalanceTransaction): string | undefined =>
  available_on === undefined ? undefined : dateOf(available_on).slice(0, 10);
