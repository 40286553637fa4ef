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

/** A chargeback, or a step before or after one, as the card schemes report it. */
export interface Dispute {
  id: Id;
  merchantId: Id;
  transactionId: Id;
  /** Minor units of the transaction's currency. */
  amount: number;
  reason: { code: number; title: string };
  /** The deadline for the merchant's answer, ISO 8601. */
  due: string;
  /** Absent on disputes from before Florin stored a status. */
  status?: DisputeStatus;
  /** The number of entries in the transaction's trail at that time; absent on older disputes. */
  sequence?: number;
}

/** The amount that a dispute keeps from being refunded, so that nobody gets the same money back twice. */
export const heldBy = (transaction: Transaction, amount: number): number =>
  Math.min(amount, transaction.refundableAmount);

/**
 * Opens a dispute, which raises the disputed amount. No money moves yet, and the trail gets no entry.
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
 * Ends a dispute. If it is won, the amount is no longer disputed, and the held part can be refunded again. If it is
 * lost, the amount and the dispute fee leave the balance.
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
  return { entry: lost, line: lineOf(transaction, lost, at), change: {}, disputed };
}
