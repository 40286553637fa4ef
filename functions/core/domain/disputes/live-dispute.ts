import { type Id, newId } from '../id.ts';
import { exponentOf } from '../money/currency.ts';
import { heldByDisputes } from '../transactions/amounts.ts';
import { effectOf, liveLine } from '../transactions/open-movement.ts';
import { type AcquirerFigures, movedBy } from '../transactions/operation.ts';
import { type Line, type Movement, noFee, type Transaction } from '../transactions/transaction.ts';
import { amountHeldBy, type DisputeStatus } from './dispute.ts';

/**
 * The part of a dispute about real money that Florin stores. The acquirer moves the money at any time, even after the
 * outcome. So the merchant's balance follows the acquirer's balance transactions, while the transaction's amounts
 * follow the dispute's status.
 */
export interface RecordedDispute {
  id: Id;
  transactionId: Id;
  /** Minor units of the transaction's currency. */
  amount: number;
  status: DisputeStatus;
  /** The part of the amount that cannot be refunded while the dispute is open, or after it was lost. */
  held: number;
  /**
   * The money that the acquirer has withdrawn and not reinstated, by currency; absent for disputes from before Florin
   * counted it.
   */
  withdrawn?: Record<string, number>;
}

/** The change of the money in open disputes between two states of the withdrawn amounts. */
function disputedChange(
  before: Pick<RecordedDispute, 'status' | 'withdrawn'> | undefined,
  after: Pick<RecordedDispute, 'status' | 'withdrawn'>,
): Pick<Movement, 'disputed'> {
  const of = (dispute: typeof before) => (dispute?.status === 'open' ? dispute.withdrawn : undefined) ?? {};
  const [was, is] = [of(before), of(after)];
  const changes = [...new Set([...Object.keys(was), ...Object.keys(is)])].map(
    (currency) => [currency, (is[currency] ?? 0) - (was[currency] ?? 0)] as const,
  );
  const real = changes.filter(([, by]) => by !== 0);
  return real.length === 0 ? {} : { disputed: Object.fromEntries(real) };
}

/** Whether a dispute with this status adds to the transaction's disputed amount. */
const isDisputed = (status: DisputeStatus | undefined): boolean => status === 'open' || status === 'lost';

/**
 * Changes the status of a dispute. The statuses may come in any order.
 *
 * @param before undefined for a new dispute
 * @param to the new status, and the amount, which can change when an inquiry becomes a dispute
 */
export function changeDispute(
  transaction: Transaction,
  before: RecordedDispute | undefined,
  to: Pick<RecordedDispute, 'id' | 'amount' | 'status'>,
  now: number,
): { dispute: RecordedDispute; movement: Movement } {
  const [was, is] = [isDisputed(before?.status), isDisputed(to.status)];
  // A refund in the acquirer's dashboard may have taken a part of the money that the dispute held.
  const taken = was
    ? { disputed: before?.amount ?? 0, held: Math.min(before?.held ?? 0, heldByDisputes(transaction)) }
    : { disputed: 0, held: 0 };
  const refundable = transaction.refundableAmount + taken.held;
  const held = is ? amountHeldBy({ ...transaction, refundableAmount: refundable }, to.amount) : 0;
  const change = {
    disputedAmount: (is ? to.amount : 0) - taken.disputed,
    refundableAmount: taken.held - held,
  };
  const ended = to.status === 'won' || to.status === 'lost' ? to.status : undefined;
  const { id, amount } = to;
  const dispute: RecordedDispute = {
    ...{ id, amount, status: to.status, transactionId: transaction.id, held },
    ...(before?.withdrawn && { withdrawn: before.withdrawn }),
  };
  return {
    dispute,
    movement: {
      ...disputedChange(before, dispute),
      ...(ended && {
        entry: {
          id: newId(now),
          kind: 'dispute',
          amount,
          balance: 0,
          fee: noFee,
          dispute: { id, step: ended },
        },
      }),
      change,
      guard: { field: 'refundableAmount', atLeast: Math.max(0, -change.refundableAmount) },
    },
  };
}

/**
 * Books one of the acquirer's balance transactions of a dispute: a withdrawal, a reinstatement, a fee, or a returned
 * fee.
 */
export function bookDisputeFigures(
  transaction: Transaction,
  before: RecordedDispute,
  figures: AcquirerFigures,
  now: number,
): { dispute: RecordedDispute; movement: Movement & { line: Line } } {
  const { id } = before;
  const { currency } = figures;
  const { net } = movedBy(figures);
  const withdrawn = { ...before.withdrawn, [currency]: (before.withdrawn?.[currency] ?? 0) - net };
  const dispute = { ...before, withdrawn };
  const entry = {
    id: newId(now),
    kind: 'dispute' as const,
    amount: amountMovedBy(transaction, before, figures),
    ...effectOf(transaction, figures),
    dispute: { id, step: net < 0 ? ('withdrawn' as const) : ('reinstated' as const) },
  };
  const line = { ...liveLine(transaction, entry, figures), disputeId: id };
  return { dispute, movement: { entry, line, change: {}, ...disputedChange(before, dispute) } };
}

/**
 * The part of a dispute that a balance transaction moves, in minor units of the payment's currency. If a dispute is
 * won in part, the acquirer reinstates only that part. A difference of a few cents comes from the exchange, and
 * counts as the full amount.
 */
function amountMovedBy(
  transaction: Transaction,
  { amount }: RecordedDispute,
  figures: AcquirerFigures,
): number {
  const { currency, rate } = figures;
  const { net, fee } = movedBy(figures);
  const shift = 10 ** (exponentOf(transaction.currency) - exponentOf(currency));
  const moved = Math.round((Math.abs(net + fee) * shift) / (rate ?? 1));
  const rounding = rate === undefined ? 0 : 1 + amount / 10_000;
  return moved === 0 || Math.abs(moved - amount) <= rounding ? amount : moved;
}
