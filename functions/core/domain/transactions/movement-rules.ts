import { formatMoney } from '../money/money.ts';
import { type Fault, Refused } from '../outcome.ts';
import type { Movement, MovementInput, Transaction } from './transaction.ts';

/** Checks the rules of a movement, which are the same for test and real money. @throws Refused */
export const refuseCapture = (transaction: Transaction, { amount, currency }: MovementInput): void =>
  refuseFor([
    ...otherCurrency(transaction.currency, currency),
    ...beyond('capture', amount, transaction.pendingAmount, transaction.currency),
  ]);

export function refuseIncrement(
  { amount: authorized, pendingAmount, capturedAmount, currency: own, acquirer }: Transaction,
  { amount, currency }: MovementInput,
): void {
  const faults = otherCurrency(own, currency);
  if (acquirer && !acquirer.increments) {
    const message = 'The acquirer cannot raise this authorization; take what is missing by another payment';
    faults.push({ field: 'amount', message });
  } else if (pendingAmount === 0 || capturedAmount > 0) {
    const message = 'Can be raised only before the first capture, and while money is held';
    faults.push({ field: 'amount', message });
  } else if (!Number.isSafeInteger(authorized + amount))
    faults.push({ field: 'amount', message: 'Must leave an authorized amount below 2^53' });
  refuseFor(faults);
}

export const refuseRefund = ({ refundableAmount, currency }: Transaction, { amount }: MovementInput): void =>
  refuseFor(beyond('refund', amount, refundableAmount, currency));

export const refuseVoid = ({ pendingAmount, currency }: Transaction, { amount }: MovementInput): void =>
  refuseFor(beyond('void', amount, pendingAmount, currency));

/**
 * Refuses the failure of a capture whose money is refunded, disputed, or held for a refund: the amounts would not add up.
 *
 * @throws Refused
 */
export const refuseCaptureFailure = ({ refundableAmount, currency }: Transaction, amount: number): void =>
  refuseFor(beyond('reverse', amount, refundableAmount, currency));

/** Checks the rules of a returned refund. @throws Refused */
export const refuseReturn = ({ refundedAmount, currency }: Transaction, amount: number): void =>
  refuseFor(beyond('return', amount, refundedAmount, currency));

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

const beyond = (verb: string, amount: number, most: number, currency: string): Fault[] =>
  amount > most ? [{ field: 'amount', message: `Can ${verb} at most ${formatMoney(most, currency)}` }] : [];

const otherCurrency = (own: string, asked = own): Fault[] =>
  asked === own ? [] : [{ field: 'currency', message: `Must be ${own}, the currency of the transaction` }];

function refuseFor(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new Refused(faults);
}
