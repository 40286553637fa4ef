import { type Id, newId } from '../id.ts';
import { type AmountChanges, applyMovement, heldByDisputes } from './amounts.ts';
import { refuseCaptureFailure, refuseReturn } from './movement-rules.ts';
import {
  bookMovement,
  completeMovement,
  failedCapture,
  openMovement,
  returnedRefund,
} from './open-movement.ts';
import type { AcquirerFigures } from './operation.ts';
import {
  incrementChange,
  type Line,
  type Movement,
  moneylessEntry,
  type Transaction,
} from './transaction.ts';

/**
 * Books a capture or a refund that somebody has made in the acquirer's dashboard instead of through Florin. The rules
 * for amounts are those of every other movement, with one exception: such a refund may take money that a dispute
 * holds. This happens if a bank disputes the whole of a payment that was partly refunded, and Florin hears of the
 * dispute before the refund.
 *
 * @param amount minor units of the transaction's currency
 * @throws Refused if the transaction has less than the amount
 */
export function adoptMovement(
  transaction: Transaction,
  kind: 'capture' | 'refund',
  amount: number,
  figures: AcquirerFigures,
  now: number,
): Movement & { line: Line } {
  const id = newId(now);
  const missing = kind === 'refund' ? Math.max(0, amount - transaction.refundableAmount) : 0;
  const lent = Math.min(missing, heldByDisputes(transaction));
  const free = { ...transaction, refundableAmount: transaction.refundableAmount + lent };
  const { guard, change } = openMovement(free, kind, { amount }, id);
  const during = applyMovement(free, { change });
  const made = completeMovement(during, { id, kind, amount }, { figures }, now);
  const { entry, line, release } = made;
  if (!line) throw new Error(`A ${kind} without a line`);
  return {
    entry,
    line,
    release,
    change: sumOf(change, made.change, { refundableAmount: lent }),
    guard: { ...guard, atLeast: guard.atLeast - lent },
    alone: true,
  };
}

/**
 * Books a movement that was made in the acquirer's dashboard and has failed before Florin heard of it. Florin books
 * both entries at once, and no amount changes. Both entries must come together: the same money may have been refunded
 * or captured again in the meantime, so that the transaction has no money left for the first entry alone.
 *
 * @param returned the figures of the failure
 */
export function adoptReversed(
  transaction: Transaction,
  kind: 'capture' | 'refund',
  amount: number,
  figures: AcquirerFigures,
  returned: AcquirerFigures,
  now: number,
): Movement & { line: Line } {
  return {
    ...bookMovement(transaction, { kind, amount }, figures, now),
    reversal: bookMovement(transaction, { kind, amount: -amount }, returned, now),
    change: {},
    alone: true,
  };
}

/**
 * Books an increase of the authorized amount that somebody has made in the acquirer's dashboard. Florin may hear of
 * a later capture, or of the release, before the increment, so Florin books the increment even if money was
 * captured or released in the meantime.
 *
 * @param amount the added amount, minor units of the transaction's currency
 */
export const adoptIncrement = (amount: number, now: number): Movement => ({
  entry: moneylessEntry('increment', amount, now),
  change: incrementChange(amount),
  alone: true,
});

/**
 * Books the money of a failed refund, which has come back.
 *
 * @param figures the acquirer's figures, or the id of the refund's operation if they are still due
 * @throws Refused if the transaction has refunded less than the amount
 */
export function adoptReturn(
  transaction: Transaction,
  amount: number,
  figures: AcquirerFigures | Id,
  now: number,
): Movement {
  refuseReturn(transaction, amount);
  return {
    ...returnedRefund(transaction, amount, figures, now),
    guard: { field: 'refundedAmount', atLeast: amount },
    alone: true,
  };
}

/**
 * Books that a capture has failed after it was approved.
 *
 * @param figures the acquirer's figures, or the id of the capture's operation if they are still due
 * @throws Refused if the captured money was refunded, is disputed, or is held for a refund
 */
export function adoptCaptureFailure(
  transaction: Transaction,
  amount: number,
  figures: AcquirerFigures | Id,
  now: number,
): Movement {
  refuseCaptureFailure(transaction, amount);
  return {
    ...failedCapture(transaction, amount, figures, now),
    guard: { field: 'refundableAmount', atLeast: amount },
    alone: true,
  };
}

function sumOf(...changes: AmountChanges[]): AmountChanges {
  const sum: AmountChanges = {};
  for (const change of changes)
    for (const [field, by] of Object.entries(change) as [keyof AmountChanges, number][])
      sum[field] = (sum[field] ?? 0) + by;
  return sum;
}
