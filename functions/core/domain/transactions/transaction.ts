import { day } from '#basics/time.ts';
import type { Card } from '../cards/card.ts';
import { type Id, idTime, newId } from '../id.ts';
import type { AcquirerAccount } from '../merchants/acquirer-account.ts';
import type { Merchant } from '../merchants/merchant.ts';
import type { Payer } from '../merchants/payer.ts';
import type { UsedMethod } from '../methods/method.ts';
import { type Exchange, exchangeBetween, type Rates } from '../money/exchange.ts';
import type { FeeParts, Terms } from '../money/merchant-fees.ts';
import type { DeclineAdvice, ProcessingErrorCode } from '../processing-error.ts';
import { type AmountChanges, type Amounts, noAmounts } from './amounts.ts';
import { detailsOf, type MovementDetails } from './movement-details.ts';
import type {
  AcceptedMovement,
  AcquirerFee,
  DeclinedMovement,
  KeptFunds,
  LivePayment,
  OpenMovement,
  PocketFunds,
} from './operation.ts';
import type { OrderSummary } from './order-data.ts';

/** An authorization (reservation) of an amount on a card, or by another method, with all its movements. */
export interface Transaction extends Amounts {
  id: Id;
  merchantId: Id;
  test: boolean;
  currency: string;
  /** The authorized amount in minor units of `currency`. */
  amount: number;
  descriptor: string;
  /** Absent for a payment by another method. */
  card?: Card;
  /** The method of a payment without a card. */
  method?: UsedMethod;
  /** The result of 3-D Secure, if it was used. */
  tds?: 'attempt' | 'full';
  /** Whether a server has made the payment while the customer was not present. */
  recurring: boolean;
  /** The payment link that the payment was made with. */
  linkId?: Id;
  /** The customer's name and address, if the merchant asks for them. */
  payer?: Payer;
  /** The order in short; absent if nothing is known of it, and on payments from before Florin stored it. */
  order?: OrderSummary;
  /** The merchant's own name for a later payment with the same card. */
  reference?: string;
  /** Why the payment was declined; absent if it was approved. */
  error?: ProcessingErrorCode;
  /** The bank's advice with the decline. */
  advice?: DeclineAdvice;
  /**
   * The merchant's currency and terms when the payment was authorized. They decide about exchange and fees of the
   * captures.
   */
  funding: Terms & { currency: string };
  /**
   * The acquirer account that holds the money, and the payment's reference there; absent for the simulated acquirer.
   */
  acquirer?: AcquirerAccount & LivePayment;
  /** When the authorization of test money ends, ISO 8601; absent if the merchant leaves that to the stage. */
  captureBefore?: string;
  /** The balance transactions of the captures. */
  acquirerEntries?: string[];
  /** The operation that the acquirer has not answered yet. There is one at a time. */
  operation?: OpenMovement;
  /** The movements that the acquirer has accepted and will make later, oldest first. */
  accepted?: readonly AcceptedMovement[];
  /** The last movements that the acquirer has accepted and then declined, oldest first. The name is from refunds. */
  declinedRefunds?: readonly DeclinedMovement[];
}

/** Whether a capture of a part releases the rest: test money of a method has no acquirer, and the same rule. */
export const isCapturedOnce = ({ acquirer, method }: Pick<Transaction, 'acquirer' | 'method'>): boolean =>
  acquirer ? !acquirer.manyCaptures : method !== undefined;

export type TrailKind = 'increment' | 'capture' | 'refund' | 'void' | 'dispute';

/** The kinds that change an authorization and move no money, so that their entries have no line. */
type MoneylessKind = 'increment' | 'void';

export const movesNoMoney = (kind: TrailKind): kind is MoneylessKind =>
  kind === 'increment' || kind === 'void';

/** A step in the life of a transaction. If an entry has a line, the line has the entry's id or the id in `lineId`. */
export interface TrailEntry extends MovementDetails {
  id: Id;
  kind: TrailKind;
  /** Minor units of the transaction's currency. */
  amount: number;
  /** The effect on the merchant's balance, in minor units of the merchant's currency. */
  balance: number;
  fee: FeeParts;
  /** The statement descriptor, if it differs from the transaction's. */
  descriptor?: string;
  /** The dispute, and its step, that the entry is about. */
  dispute?: { id: Id; step: DisputeStep };
  /**
   * The operation whose figures the entry waits for, as long as the acquirer has not told them. Until then the entry
   * has no line, and its balance and fee are 0.
   */
  figuresOf?: Id;
  /**
   * The line of an entry whose figures came later. Florin writes the line after the entry, so the line has an id of
   * its own.
   */
  lineId?: Id;
}

export type DisputeOutcome = 'won' | 'lost';

/** For real money, the acquirer moves the disputed money before the dispute ends, and may move it back later. */
export type DisputeStep = DisputeOutcome | 'withdrawn' | 'reinstated';

/** An entry in a merchant's ledger. The `balance`s of all lines add up to the merchant's balance. */
export interface Line extends MovementDetails {
  id: Id;
  merchantId: Id;
  test: boolean;
  /** Absent on payouts, and on adjustments unless they are fees of a payment. */
  transactionId?: Id;
  /**
   * An adjustment is a booking of the acquirer apart from payments and payouts: a monthly fee, a transfer, a reserve.
   */
  kind: 'capture' | 'refund' | 'dispute' | 'payout' | 'adjustment';
  /** The acquirer's description of an adjustment; for money kept in another currency, the amount. */
  description?: string;
  /** The dispute that has moved the money, or whose fee it is; absent on lines of earlier versions of Florin. */
  disputeId?: Id;
  /** The order of the payment, in short. */
  order?: OrderSummary;
  /** `amount` is in minor units of its currency. */
  amount: { currency: string; amount: number };
  /** The effect on the merchant's balance, in minor units of the merchant's currency. */
  balance: number;
  /** All fees of this line, in minor units of the merchant's currency. They are part of `balance`. */
  fee: number;
  exchange?: Exchange;
  /** The acquirer's balance transaction, and its exchange rate, if it exchanged; only for real money. */
  acquirer?: { reference: string; rate?: number; currency?: string };
  /** The parts of the acquirer's fee. They add up to `fee`, or to the fee in `kept` if the acquirer keeps the money. */
  fees?: AcquirerFee[];
  /** Real money that the acquirer keeps in another currency than the merchant's. `balance` is 0 then. */
  kept?: KeptFunds;
  /** Real money that moves in another pocket of the acquirer than the balance. `balance` is 0 then. */
  pocket?: PocketFunds;
  /** The day on which real money can be paid out, `2026-03-13`; absent if the money can be paid out at once. */
  availableOn?: string;
  /**
   * The time at which the acquirer has booked real money, ISO 8601. The id has the time at which Florin has found it, which
   * may be days later. Absent on lines of test money and of earlier versions of Florin: their time is that of the id.
   */
  bookedAt?: string;
  /** The operation of a movement whose line is written after the response to its request. */
  operation?: Id;
  /** Set if the acquirer holds money in reserve with this adjustment, or releases it. */
  reserve?: true;
  /** The pocket that receives what this adjustment takes from the balance, if the acquirer books no entry there. */
  heldIn?: string;
  /**
   * The acquirer's payout that contains this line, or whose line this is, with the day on which it arrives and the reference
   * by which the bank finds it.
   */
  paidOut?: { payoutId: Id; arrival?: string; trace?: string };
}

/** A change of a transaction, which is applied either completely or not at all. */
export interface Movement {
  entry?: TrailEntry;
  line?: Line;
  /** The signed changes of the amounts. */
  change: AmountChanges;
  /** The least value that an amount must still have when the movement is applied. */
  guard?: { field: keyof Amounts; atLeast: number };
  /**
   * The operation at an acquirer that the movement opens or closes. If it `accepts` a movement, the acquirer has
   * accepted the operation that it closes.
   */
  operation?: { opens: OpenMovement; closes?: Id } | { closes: Id; accepts?: AcceptedMovement };
  /** The accepted movement that the acquirer declines. */
  declines?: DeclinedMovement;
  /** The entry for the release of the rest of the authorization, which follows `entry`. */
  release?: TrailEntry;
  /**
   * The entry and the line that take the movement back. Florin books both at once if it hears of the movement only
   * after it has failed.
   */
  reversal?: { entry: TrailEntry; line: Line };
  /**
   * Applies the movement only if the transaction still has the open operation that it had when it was read, or still
   * has none. Otherwise the same money could be booked twice, since an operation books its own result.
   */
  alone?: true;
  /** The change of the money in open disputes, by currency, in minor units. */
  disputed?: Readonly<Record<string, number>>;
}

/** The entries that a movement adds to the trail, in order. */
export const entriesOf = ({ entry, release, reversal }: Movement): TrailEntry[] =>
  [entry, release, reversal?.entry].filter((each) => each !== undefined);

/** The lines that a movement adds to the ledger, in order. */
export const linesOf = ({ line, reversal }: Movement): Line[] =>
  [line, reversal?.line].filter((each) => each !== undefined);

/** A movement that a client has requested. */
export type RequestedMovement = Movement & Required<Pick<Movement, 'entry' | 'guard'>>;

/** The request for a movement. Each kind ignores the details that it cannot have. */
export interface MovementInput extends MovementDetails {
  /** Minor units of the transaction's currency. */
  amount: number;
  currency?: string;
  descriptor?: string;
}

/** The time that is so many days after the one in an id, ISO 8601. */
export const daysAfter = (id: Id, days: number): string => new Date(idTime(id) + days * day).toISOString();

/** A new authorization. All of its amount is pending, or nothing if it was declined. */
export function openTransaction(
  merchant: Merchant,
  made: Pick<
    Transaction,
    | 'id'
    | 'currency'
    | 'amount'
    | 'descriptor'
    | 'card'
    | 'method'
    | 'tds'
    | 'recurring'
    | 'linkId'
    | 'payer'
    | 'order'
    | 'reference'
    | 'error'
    | 'advice'
    | 'acquirer'
  >,
): Transaction {
  const { id: merchantId, test, currency, pricing, testAuthorizationDays: days = 0 } = merchant;
  return {
    ...made,
    merchantId,
    test,
    ...(test && days > 0 && { captureBefore: daysAfter(made.id, days) }),
    funding: { currency, rate: pricing.rate, flat: pricing.flat, dispute: pricing.dispute },
    ...noAmounts,
    pendingAmount: made.error === undefined ? made.amount : 0,
  };
}

export const incrementChange = (amount: number): AmountChanges => ({ amount, pendingAmount: amount });

/** The guard of an increment: an authorization that no longer holds money has ended at the acquirer. */
export const somethingPending = { field: 'pendingAmount', atLeast: 1 } as const;

export const noFee: FeeParts = { flat: 0, rate: 0 };

export const moneylessEntry = (
  kind: MoneylessKind,
  amount: number,
  now: number,
  details: MovementDetails = {},
): TrailEntry => ({
  id: newId(now),
  kind,
  amount,
  balance: 0,
  fee: noFee,
  ...details,
});

/** The exchange to the merchant's currency; undefined if the transaction is in the same currency. */
export function exchangeOf({ currency, funding }: Transaction, rates: Rates): Exchange | undefined {
  if (currency === funding.currency) return undefined;
  const at = exchangeBetween(rates, currency, funding.currency);
  // Florin declines authorizations in a currency without a rate, and never deletes rates.
  if (!at) throw new Error(`No exchange rate from ${currency} to ${funding.currency}`);
  return at;
}

/** The line of a trail entry that moves money. Line and entry have the same id. */
export function lineOf(transaction: Transaction, entry: TrailEntry, at?: Exchange): Line {
  const { merchantId, test, currency, order } = transaction;
  const { id, kind, amount, balance, fee } = entry;
  if (movesNoMoney(kind)) throw new Error(`An entry of kind ${kind} moves no money`);
  return {
    id,
    merchantId,
    test,
    transactionId: transaction.id,
    kind,
    amount: { currency, amount },
    balance,
    fee: fee.flat + fee.rate,
    exchange: at,
    order,
    ...detailsOf(entry),
  };
}
