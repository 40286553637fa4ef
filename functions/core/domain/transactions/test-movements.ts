import { newId } from '../id.ts';
import { type Exchange, exchange, type Rates } from '../money/exchange.ts';
import { captureFee, type FeeParts } from '../money/merchant-fees.ts';
import { detailsOf } from './movement-details.ts';
import { refuseCapture, refuseIncrement, refuseRefund, refuseVoid } from './movement-rules.ts';
import {
  exchangeOf,
  incrementChange,
  lineOf,
  type Movement,
  type MovementInput,
  moneylessEntry,
  noFee,
  type RequestedMovement,
  somethingPending,
  type TrailEntry,
  type Transaction,
} from './transaction.ts';

/**
 * Makes a movement of test money by the domain's rules.
 *
 * @param now milliseconds since 1970
 * @throws Refused
 */
export type TestMovement = (
  transaction: Transaction,
  input: MovementInput,
  rates: Rates,
  now: number,
) => RequestedMovement;

/**
 * Raises the authorized amount. No money moves, so there is no line.
 *
 * @throws Refused if something was captured, nothing is pending, or `currency` is not the transaction's
 */
export const increment: TestMovement = (transaction, input, _, now) => {
  const { amount } = input;
  refuseIncrement(transaction, input);
  return {
    entry: moneylessEntry('increment', amount, now, detailsOf(input, 'increment')),
    change: incrementChange(amount),
    guard: somethingPending,
  };
};

/**
 * Captures pending money: exchanges the amount to the merchant's currency, and adds it to the balance, less the fee
 * (wire contract, section 2: money at capture). Methods other than a card capture once, so the rest is released.
 *
 * @throws Refused if the amount is more than is pending, or `currency` is not the transaction's
 */
export const capture: TestMovement = (transaction, input, rates, now) => {
  const { amount } = input;
  refuseCapture(transaction, input);
  const at = exchangeOf(transaction, rates);
  const gross = at ? exchange(amount, at) : amount;
  const fee = captureFee(gross, transaction.funding);
  const left = transaction.method ? transaction.pendingAmount - amount : 0;
  return {
    ...bookedMovement('capture', transaction, input, gross - fee.flat - fee.rate, fee, now, at),
    release: left > 0 ? moneylessEntry('void', left, now) : undefined,
    change: {
      ...{ pendingAmount: -amount - left, capturedAmount: amount, refundableAmount: amount },
      ...(left > 0 && { voidedAmount: left }),
    },
    guard: { field: 'pendingAmount', atLeast: amount + left },
  };
};

/**
 * Returns captured money to the customer. The fee of the capture is not returned. The refund is exchanged as the
 * difference between all refunds including this one and all refunds before it, so that many small refunds cost the
 * same as one large one.
 *
 * @throws Refused if the amount is more than is captured and not refunded
 */
export const refund: TestMovement = (transaction, input, rates, now) => {
  const { amount } = input;
  const { refundedAmount } = transaction;
  refuseRefund(transaction, input);
  const at = exchangeOf(transaction, rates);
  const inFunding = (refunded: number) => (at ? exchange(refunded, at) : refunded);
  const balance = inFunding(refundedAmount) - inFunding(refundedAmount + amount);
  return {
    ...bookedMovement('refund', transaction, input, balance, noFee, now, at),
    change: { refundedAmount: amount, refundableAmount: -amount },
    guard: { field: 'refundableAmount', atLeast: amount },
  };
};

/**
 * Releases pending money. No money moves, so there is no line.
 *
 * @throws Refused if the amount is more than is pending
 */
export const voidPending: TestMovement = (transaction, input, _, now) => {
  const { amount } = input;
  refuseVoid(transaction, input);
  return {
    entry: moneylessEntry('void', amount, now, detailsOf(input, 'void')),
    change: { pendingAmount: -amount, voidedAmount: amount },
    guard: { field: 'pendingAmount', atLeast: amount },
  };
};

function bookedMovement(
  kind: 'capture' | 'refund',
  transaction: Transaction,
  input: MovementInput,
  balance: number,
  fee: FeeParts,
  now: number,
  at?: Exchange,
): Required<Pick<Movement, 'entry' | 'line'>> {
  const { amount, descriptor } = input;
  const details = detailsOf(input, kind);
  const entry: TrailEntry = { id: newId(now), kind, amount, balance, fee, descriptor, ...details };
  return { entry, line: lineOf(transaction, entry, at) };
}
