import { newId } from '../id.ts';
import { type Amounts, applyMovement } from './amounts.ts';
import { completeMovement, openMovement, returnedRefund } from './open-movement.ts';
import type { AcquirerFigures } from './operation.ts';
import { type Line, type Movement, refuseReturn, type Transaction } from './transaction.ts';

/**
 * Books a capture or a refund that somebody has made in the acquirer's dashboard instead of through Florin. The same
 * rules for amounts hold as for every other movement.
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
  const { guard, change } = openMovement(transaction, kind, { amount }, id);
  const during = applyMovement(transaction, { change });
  const made = completeMovement(during, { id, kind, amount }, { figures }, now);
  const { entry, line, release } = made;
  if (!line) throw new Error(`A ${kind} without a line`);
  return { entry, line, release, change: sumOf(change, made.change), guard, alone: true };
}

/** Books a refund that has come back. @throws Refused if the transaction has refunded less than the amount */
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
