import { firstCharacters } from '#basics/first-characters.ts';
import { exponentOf } from '#domain/money/currency.ts';
import { type AcquirerFee, type AcquirerFigures, completeFees } from '#domain/transactions/operation.ts';
import type { FeeKind } from '#schemas/ledger-names.ts';
import type { MovementOrder } from '../../acquirer.ts';
import { type BalanceTransaction, dateOf } from '../api/shapes.ts';
import { fromStripe, stripeExponentOf } from './currency-units.ts';

/**
 * The figures of a movement, from Stripe's balance transaction (https://docs.stripe.com/api/balance_transactions).
 *
 * @param stripes the kind of Stripe's own fee
 */
export function figuresOf(
  entry: BalanceTransaction,
  { amount, currency }: Pick<MovementOrder, 'amount' | 'currency'>,
  stripes: FeeKind = 'processing',
): AcquirerFigures {
  const settlement = entry.currency.toUpperCase();
  const rate = entry.exchange_rate === null ? undefined : rateOf(entry, { amount, currency });
  const sums = sumsOf(entry, fromStripe(entry.fee, settlement));
  const parts = sums.pocket ? undefined : partsOf(entry, stripes);
  return {
    reference: entry.id,
    currency: settlement,
    ...sums,
    ...(rate !== undefined && settlement !== currency ? { rate } : {}),
    fees: parts && completeFees(parts, sums.fee),
    availableOn: availableOn(entry),
    bookedAt: dateOf(entry.created),
  };
}

/**
 * The sums of an entry. Stripe has more balances than that of payments, which Florin calls pockets
 * (https://docs.stripe.com/api/balance_transactions/object#balance_transaction_object-balance_type).
 *
 * @param fee in minor units
 */
export function sumsOf(
  { balance_type: name = 'payments', net, currency }: BalanceTransaction,
  fee: number,
): Pick<AcquirerFigures, 'net' | 'fee' | 'pocket'> {
  const sums = { net: fromStripe(net, currency.toUpperCase()), fee };
  return name === 'payments' ? sums : { net: 0, fee: 0, pocket: { name, ...sums } };
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
  payment_method_passthrough_fee: 'network',
  application_fee: 'application',
  tax: 'tax',
  withheld_tax: 'withheld_tax',
};

/** The most characters of Stripe's text that Florin stores. */
const longest = 200;

/**
 * The parts of a fee. Some API versions of Stripe answer without the details of the fee.
 *
 * @param stripes the kind of Stripe's own fee
 */
export const partsOf = (entry: BalanceTransaction, stripes: FeeKind): AcquirerFee[] | undefined =>
  entry.fee_details?.map(({ type, amount, description }) => ({
    kind: type === 'stripe_fee' ? stripes : (partKinds[type] ?? 'other'),
    amount: fromStripe(amount, entry.currency.toUpperCase()),
    ...(description ? { description: firstCharacters(description, longest) } : {}),
  }));

/** The day on which the money of an entry can be paid out. */
export const availableOn = ({ available_on }: BalanceTransaction): string | undefined =>
  available_on === undefined ? undefined : dateOf(available_on).slice(0, 10);
