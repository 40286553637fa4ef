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
 * The status of a dispute. In an inquiry the customer's bank asks for information: no money moves, and a refund
 * usually ends it. An appeal can turn `lost` into `won`, and the reverse.
 */
export type DisputeStatus = 'inquiry' | 'inquiry_closed' | 'open' | DisputeOutcome;

/** A chargeback or the like, as the card schemes report it. */
export interface Dispute {
  id: Id;
  merchantId: Id;
  transactionId: Id;
  /** Minor units of the transaction's currency. */
  amount: number;
  reason: { code: number; title: string };
  /** Until when the merchant can answer, ISO 8601. */
  due: string;
  /** Absent on disputes that were stored before the status was. */
  status?: DisputeStatus;
  /** How many entries the transaction's trail had; none is known of older ones. */
  sequence?: number;
}

/** The amount that a dispute keeps from being refunded, so that nobody gets the same money back twice. */
export const heldBy = (transaction: Transaction, amount: number): number =>
  Math.min(amount, transaction.refundableAmount);

/**
 * An open dispute raises the disputed amount. No money moves yet, and there is no trail entry.
 *
 * @param funds what it is about, in minor units of the merchant's currency
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
 * Ends a dispute. Won: nothing is disputed any more, and what was held can be refunded again. Lost: the amount and
 * the dispute fee leave the balance.
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
  // A dispute that an earlier version of Florin has opened counts nowhere.
  const disputed = funds === 0 ? undefined : { [transaction.funding.currency]: -funds };
  if (outcome === 'won')
    return { entry, change: { disputedAmount: -amount, refundableAmount: held }, disputed };
  const at = exchangeOf(transaction, rates);
  const gross = at ? exchange(amount, at) : amount;
  const fee = { flat: transaction.funding.dispute.amount, rate: 0 };
  const lost = { ...entry, fee, balance: -gross - fee.flat };
  return { entry: lost, line: lineOf(transaction, lost, at), change: {}, disputed };
}
