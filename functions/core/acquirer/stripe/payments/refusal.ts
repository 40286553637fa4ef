import { takes } from '#domain/methods/method.ts';
import { isCurrency } from '#domain/money/currency.ts';
import { formatMoney } from '#domain/money/money.ts';
import type { Fault } from '#domain/outcome.ts';
import type { AuthorizationOrder, MovementOrder } from '../../acquirer.ts';
import { capabilities } from '../capabilities.ts';
import { methodOf } from '../methods.ts';
import { stepOf, toStripe } from '../money/currency-units.ts';
import { minimumOf } from '../money/minimums.ts';

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
  if (!('kind' in order) && order.method !== undefined) return refusalByMethod(order);
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

/** The reason why a method does not take a payment, as the row of the method says. */
function refusalByMethod(order: AuthorizationOrder): Fault | undefined {
  const { amount, currency } = order;
  const method = methodOf(order);
  if (!method) return { field: 'method', message: `The acquirer does not know ${order.method}` };
  if (takes(method, amount, currency)) return undefined;
  if (!method.currencies.includes(currency))
    return {
      field: 'currency',
      message: `${method.name} takes ${method.currencies.join(', ')}; got ${currency}`,
    };
  const most = method.most?.[currency];
  const limits = [method.least?.[currency] ?? 1, ...(most === undefined ? [] : [most])];
  const range = limits.map((limit) => formatMoney(limit, currency)).join(' to ');
  return {
    field: 'amount',
    message: `${method.name} takes ${range}; got ${formatMoney(amount, currency)}`,
  };
}

/**
 * Whether the amount is that of a whole payment: of its authorization, or of its only capture. An amount of 0 saves a card,
 * and is not a payment.
 */
const isWholePayment = (order: AuthorizationOrder | MovementOrder): boolean =>
  'kind' in order ? order.kind === 'capture' && !order.payment.manyCaptures : order.amount > 0;
