import { type Id, newId } from '../id.ts';
import { exchange, type Rates } from '../money/exchange.ts';
import {
  type DisputeOutcome,
  exchangeOf,
  lineOf,
  type Movement,
  noFee,
  type TrailEntry,
  type Transaction,
} from '../transactions/transaction.ts';

/**
 * Opens a dispute of test money, which raises the disputed amount. No money moves yet, and the trail gets no entry.
 *
 * @param funds the disputed money in minor units of the merchant's currency
 */
export const openDispute = (
  { funding }: Pick<Transaction, 'funding'>,
  { amount, held, funds }: { amount: number; held: number; funds: number },
): Movement => ({
  change: { disputedAmount: amount, refundableAmount: -held },
  guard: { field: 'refundableAmount', atLeast: held },
  disputed: { [funding.currency]: funds },
});

/** The disputed money in minor units of the merchant's currency. */
export function fundsOfDispute(transaction: Transaction, amount: number, rates: Rates): number {
  const at = exchangeOf(transaction, rates);
  return at ? exchange(amount, at) : amount;
}

/**
 * Ends a dispute of test money. If the merchant wins, the amount is no longer disputed, and the held part can be
 * refunded again. If the merchant loses, the amount and the dispute fee leave the balance.
 */
export function resolveDispute(
  transaction: Transaction,
  { id, amount, held, funds = 0 }: { id: Id; amount: number; held: number; funds?: number },
  outcome: DisputeOutcome,
  rates: Rates,
  now: number,
): Movement {
  const entry: TrailEntry = {
    id: newId(now),
    kind: 'dispute',
    amount,
    balance: 0,
    fee: noFee,
    dispute: { id, step: outcome },
  };
  // Disputes from before Florin counted the money in open disputes have no `funds`.
  const disputed = funds === 0 ? undefined : { [transaction.funding.currency]: -funds };
  if (outcome === 'won')
    return { entry, change: { disputedAmount: -amount, refundableAmount: held }, disputed };
  const at = exchangeOf(transaction, rates);
  const gross = at ? exchange(amount, at) : amount;
  const fee = { flat: transaction.funding.dispute.amount, rate: 0 };
  const lost = { ...entry, fee, balance: -gross - fee.flat };
  return { entry: lost, line: { ...lineOf(transaction, lost, at), disputeId: id }, change: {}, disputed };
}
