import { day } from '#basics/time.ts';
import { idTime } from '../id.ts';
import type { UsedMethod } from '../methods/method.ts';
import { formatMoney } from '../money/money.ts';
import { type Fault, Refused } from '../outcome.ts';
import { heldBy, type OpenMovement } from './operation.ts';
import type { Movement, MovementInput, Transaction } from './transaction.ts';

/** Checks the rules of a movement, which are the same for test and real money. @throws Refused */
export const refuseCapture = (transaction: Transaction, { amount, currency }: MovementInput): void =>
  refuseFor([
    ...otherCurrency(transaction.currency, currency),
    ...beyond('capture', amount, transaction.pendingAmount, transaction),
    ...partCaptured(transaction, amount),
  ]);

export function refuseIncrement(
  {
    amount: authorized,
    pendingAmount,
    capturedAmount,
    currency: own,
    acquirer,
    accepted = [],
    method,
  }: Transaction,
  { amount, currency }: MovementInput,
): void {
  const faults = otherCurrency(own, currency);
  if (method)
    faults.push({
      field: 'amount',
      message: `A payment by ${method.name} cannot be raised; charge the rest by another payment`,
    });
  else if (acquirer && !acquirer.increments) {
    const message = 'The acquirer cannot raise this authorization; charge the rest by another payment';
    faults.push({ field: 'amount', message });
  } else if (accepted.some(({ kind }) => kind === 'increment' || kind === 'capture')) {
    const message = 'An increment or a capture is on its way; wait for its outcome';
    faults.push({ field: 'amount', message });
  } else if (pendingAmount === 0 || capturedAmount > 0) {
    const message = 'Can be raised only before the first capture, and while money is held';
    faults.push({ field: 'amount', message });
  } else if (!Number.isSafeInteger(authorized + amount))
    faults.push({ field: 'amount', message: 'Must leave an authorized amount below 2^53' });
  refuseFor(faults);
}

export const refuseRefund = (transaction: Transaction, { amount }: MovementInput): void =>
  refuseFor([
    ...beyond('refund', amount, transaction.refundableAmount, transaction),
    ...refundByMethod(transaction, amount),
  ]);

/** The most movements of a transaction that are on their way at the same time, since its item stores them. */
const mostAccepted = 20;

/**
 * Refuses a movement that must wait until the acquirer has answered an earlier one that it has accepted. If the acquirer
 * captures a payment once, it releases the rest with the capture.
 *
 * @throws Refused
 */
export function refuseWhileOnItsWay(
  { accepted = [], acquirer }: Transaction,
  kind: OpenMovement['kind'],
): void {
  if (accepted.length >= mostAccepted) {
    const message = `${mostAccepted} movements of this payment are already on their way; wait for the outcome of one`;
    refuseFor([{ field: 'amount', message }]);
  }
  const isOnlyCapture = acquirer?.manyCaptures === false && kind !== 'refund';
  if (!isOnlyCapture || accepted.every((one) => one.kind !== 'capture')) return;
  const message = 'This payment is captured once, and the capture is on its way; wait for its outcome';
  refuseFor([{ field: 'amount', message }]);
}

export const refuseVoid = (transaction: Transaction, { amount }: MovementInput): void =>
  refuseFor([
    ...beyond('void', amount, transaction.pendingAmount, transaction),
    ...partVoided(transaction, amount),
  ]);

/**
 * Refuses the failure of a capture whose money is refunded, disputed, or held for a refund: the amounts would not add up.
 *
 * @throws Refused
 */
export const refuseCaptureFailure = (transaction: Transaction, amount: number): void =>
  refuseFor(beyond('reverse', amount, transaction.refundableAmount, transaction));

/** Checks the rules of a returned refund. @throws Refused */
export const refuseReturn = (transaction: Transaction, amount: number): void =>
  refuseFor(beyond('return', amount, transaction.refundedAmount, transaction));

/** The most entries of a trail. A longer trail does not fit into an answer. */
export const mostEntries = 10_000;

/**
 * Limits the length of a trail. The last possible movement must take the whole remaining amount, so that no money
 * becomes unreachable.
 *
 * @throws Refused if the movement is the last possible one, and leaves an amount
 */
export function refuseTooManyEntries(
  { guard }: Required<Pick<Movement, 'guard'>>,
  transaction: Transaction & { entries: number },
): void {
  const left = transaction[guard.field];
  if (transaction.entries < mostEntries || guard.atLeast >= left) return;
  const message = `Must be all that is left, ${formatMoney(left, transaction.currency)}, after ${mostEntries} movements`;
  throw new Refused([{ field: 'amount', message }]);
}

const ofAmount = (message: string): Fault[] => [{ field: 'amount', message }];

/** The faults of a capture of a part, if the method captures the whole amount or nothing. */
function partCaptured({ method, pendingAmount, currency }: Transaction, amount: number): Fault[] {
  if (!method || method.partialCapture || amount >= pendingAmount) return [];
  const message = `${method.name} captures the whole amount: must be ${formatMoney(pendingAmount, currency)}`;
  return ofAmount(message);
}

/** A payment by a method is captured once, so a part of it cannot be released before. */
function partVoided({ method, pendingAmount, currency }: Transaction, amount: number): Fault[] {
  if (!method || amount >= pendingAmount) return [];
  const all = `${method.name} releases the whole amount: must be ${formatMoney(pendingAmount, currency)}`;
  const message = method.partialCapture ? `${all}. A capture of a part releases the rest` : all;
  return ofAmount(message);
}

/** The time until which a method returns the money of a payment, in milliseconds; undefined without a last day, or if it returns none. */
export const refundableUntil = (
  id: string,
  { refundDays }: Pick<UsedMethod, 'refundDays'>,
): number | undefined => (refundDays ? idTime(id) + refundDays * day : undefined);

/** The faults of a refund that the method does not have: too late, not at all, or in parts. */
function refundByMethod(
  { id, method, refundableAmount, currency }: Transaction,
  amount: number,
  now = Date.now(),
): Fault[] {
  if (!method) return [];
  const { name, refundDays, partialRefund } = method;
  const until = refundableUntil(id, method);
  if (refundDays === 0) return ofAmount(`${name} returns no money; pay the customer back in another way`);
  if (until !== undefined && until < now)
    return ofAmount(
      `${name} returns money within ${refundDays} days of the payment; pay the customer back in another way`,
    );
  if (partialRefund || amount >= refundableAmount) return [];
  const message = `${name} returns the whole amount: must be ${formatMoney(refundableAmount, currency)}`;
  return ofAmount(message);
}

/** If nothing is left, the message says where the money is. */
function beyond(verb: string, amount: number, most: number, transaction: Transaction): Fault[] {
  if (amount <= most) return [];
  const message = `Can ${verb} at most ${formatMoney(most, transaction.currency)}`;
  return [{ field: 'amount', message: most === 0 ? message + whereabouts(transaction) : message }];
}

/** For example `: captured EUR 10.00, refunded EUR 10.00`. Empty while an operation holds everything. */
function whereabouts({ currency, error, accepted, ...amounts }: Transaction): string {
  if (error !== undefined) return ': the payment was declined';
  const parts = [
    ['pending', amounts.pendingAmount],
    ['captured', amounts.capturedAmount],
    ['refunded', amounts.refundedAmount],
    ['captures on their way', heldBy({ accepted }, 'capture')],
    ['refunds on their way', heldBy({ accepted }, 'refund')],
    ['voids on their way', heldBy({ accepted }, 'void')],
    ['voided', amounts.voidedAmount],
    ['disputed', amounts.disputedAmount],
  ] as const;
  const shown = parts.flatMap(([name, part]) => (part > 0 ? [`${name} ${formatMoney(part, currency)}`] : []));
  return shown.length === 0 ? '' : `: ${shown.join(', ')}`;
}

const otherCurrency = (own: string, asked = own): Fault[] =>
  asked === own ? [] : [{ field: 'currency', message: `Must be ${own}, the currency of the transaction` }];

function refuseFor(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new Refused(faults);
}
