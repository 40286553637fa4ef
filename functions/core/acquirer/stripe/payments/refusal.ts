import { type Currency, isCurrency } from '#domain/money/currency.ts';
import { formatMoney } from '#domain/money/money.ts';
import type { Fault } from '#domain/outcome.ts';
import type { AuthorizationOrder, MovementOrder } from '../../acquirer.ts';
import { capabilities } from '../capabilities.ts';
import { fromStripe, stepOf, toStripe } from '../money/currency-units.ts';

/**
 * Returns the reason why Stripe would refuse an order, if Florin knows it without a request; otherwise undefined. Callers check
 * this before anything moves.
 */
export function refusalOf(order: AuthorizationOrder | MovementOrder): Fault | undefined {
  const { amount, currency } = order;
  if (!isCurrency(currency)) return { field: 'currency', message: 'Unknown currency' };
  if (toStripe(amount, currency) === undefined)
    return { field: 'amount', message: `Amounts in ${currency} are multiples of ${stepOf(currency)} here` };
  if ('kind' in order && order.total !== undefined && toStripe(order.total, currency) === undefined)
    return { field: 'amount', message: 'Must leave an authorized amount that the acquirer can take' };
  const least = minimumOf(currency);
  if (isWholePayment(order) && amount < least)
    return {
      field: 'amount',
      message: `Must be at least ${formatMoney(least, currency)}, the smallest payment that the acquirer takes; got ${formatMoney(amount, currency)}`,
    };
  if (
    'kind' in order &&
    order.kind === 'capture' &&
    (order.entries ?? []).length >= capabilities.mostCaptures
  )
    return {
      field: 'amount',
      message: `This payment was captured ${capabilities.mostCaptures} times, the most allowed; void the rest`,
    };
  // On an account with a single capture, a partial void is impossible: the capture releases the rest, and cancelling
  // releases everything.
  if ('kind' in order && order.kind === 'void' && !order.untouched && !order.payment.manyCaptures)
    return {
      field: 'amount',
      message: 'This payment can only be voided as a whole, or by a capture of less',
    };
  return undefined;
}

/**
 * Whether the amount is that of a whole payment: of its authorization, or of its only capture. An amount of 0 saves a card,
 * and is not a payment.
 */
const isWholePayment = (order: AuthorizationOrder | MovementOrder): boolean =>
  'kind' in order ? order.kind === 'capture' && !order.payment.manyCaptures : order.amount > 0;

/**
 * The smallest payment, in Stripe's units (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 * For a currency that is not in this list, Stripe accepts any amount that is worth at least the minimum in the
 * account's own currency.
 */
const minimums: Record<Currency, number> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17500,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
};

/** The smallest payment in Florin's minor units; 1 if Stripe states no minimum. */
export const minimumOf = (currency: Currency): number => fromStripe(minimums[currency] ?? 0, currency) || 1;
