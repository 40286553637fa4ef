import { newId } from '../id.ts';
import { type Amounts, applyMovement } from './amounts.ts';
import { completeMovement, openMovement, returnedRefund } from './open-movement.ts';
import type { AcquirerFigures } from './operation.ts';
import { type Line, type Movement, refuseReturn, type Transaction } from './transaction.ts';

/**
 * Books a capture or a refund that the acquirer has made, and that nobody has asked Florin for: somebody has used the
 * acquirer's dashboard. The rules for amounts are those for every movement.
 *
 * @param amount minor units of the transaction's currency
 * @throws Refused when the transaction does not have so much
 */
export function adoptMovement(
  transaction: Transaction,
  kind: 'capture' | 'refund',
  amount: number,
  figures: AcquirerFigures,
  now: number,
): Movement & { line: Line } {
  const id = newId(now);
  const { guard, change } = openMovement(transaction, kind, { amount }, id);
  const during = applyMovement(transaction, { change });
  const made = completeMovement(during, { id, kind, amount }, { figures }, now);
  const { entry, line, release } = made;
  if (!line) throw new Error(`A ${kind} without a line`);
  return { entry, line, release, change: sumOf(change, made.change), guard, alone: true };
}

/**
 * Books that a refund has come back. @throws Refused when the transaction has not refunded so much
 */
export function adoptReturn(
  transaction: Transaction,
  amount: number,
  figures: AcquirerFigures,
  now: number,
): Movement & { line: Line } {
  refuseReturn(transaction, amount);
  return {
    ...returnedRefund(transaction, amount, figures, now),
    guard: { field: 'refundedAmount', atLeast: amount },
    alone: true,
  };
}

function sumOf(...changes: Partial<Amounts>[]): Partial<Amounts> {
  const sum: Partial<Amounts> = {};
  for (const change of changes)
    for (const [field, by] of Object.entries(change) as [keyof Amounts, number][])
      sum[field] = (sum[field] ?? 0) + by;
  return sum;
}
