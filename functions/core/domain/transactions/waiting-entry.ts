import { type Id, newId } from '../id.ts';
import { effectOf, liveLine } from './open-movement.ts';
import type { AcquirerFigures } from './operation.ts';
import type { Line, TrailEntry, Transaction } from './transaction.ts';

/** An entry of a trail that waits for the acquirer's figures. */
export type WaitingEntry = TrailEntry & { figuresOf: Id };

export const isWaiting = (entry: TrailEntry): entry is WaitingEntry => entry.figuresOf !== undefined;

/**
 * Finds the entry of an operation that waits for its figures.
 *
 * @param reversed whether to find the failure of the operation's capture, or the return of its refund
 */
export const waitingEntry = (
  trail: readonly TrailEntry[],
  operation: Id,
  reversed: boolean,
): WaitingEntry | undefined =>
  trail.find(
    (entry): entry is WaitingEntry => entry.figuresOf === operation && entry.amount < 0 === reversed,
  );

/**
 * Adds the figures to an entry that has waited for them. The line is dated today, so that the sums of past days do not
 * change.
 */
export function withFigures(
  transaction: Transaction,
  { figuresOf, ...waited }: WaitingEntry,
  figures: AcquirerFigures,
  now: number,
): { entry: TrailEntry & { lineId: Id }; line: Line } {
  const effect = { ...waited, ...effectOf(transaction, figures) };
  const lineId = newId(now);
  const line = liveLine(transaction, { ...effect, id: lineId }, figures);
  return { entry: { ...effect, lineId }, line: { ...line, operation: figuresOf } };
}
