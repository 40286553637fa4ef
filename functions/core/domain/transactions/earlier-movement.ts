import { type Id, idTime } from '../id.ts';
import { formatMoney } from '../money/money.ts';
import { ReferenceUsed } from '../outcome.ts';
import { type Amounts, amountsOf } from './amounts.ts';
import type { AcceptedMovement, OpenMovement } from './operation.ts';
import { isCapturedOnce, type MovementInput, type TrailEntry, type Transaction } from './transaction.ts';

type Trailed = Transaction & { trail: readonly TrailEntry[] };

/** A transaction right after a movement: its amounts, the length of its trail, and the movements on their way. */
export interface Moment {
  amounts: Amounts;
  entries: number;
  accepted?: readonly AcceptedMovement[];
}

/** The movement that a reference names: not answered by the acquirer yet, or with the amounts right after it. */
export type EarlierMovement = { open: OpenMovement } | { moment: Moment };

/**
 * Finds the movement that the reference of a request names, so that the request moves no money again. A declined
 * movement has left neither an entry nor an open operation, so its reference is free. A movement that failed after it
 * was made keeps its reference.
 *
 * @returns undefined if the request has no reference, or a new one
 * @throws ReferenceUsed if the movement has another kind, amount or currency than the request
 */
export function earlierMovement(
  transaction: Trailed,
  kind: OpenMovement['kind'],
  { reference, amount, currency = transaction.currency }: MovementInput,
): EarlierMovement | undefined {
  if (reference === undefined) return undefined;
  const { trail, operation, accepted = [] } = transaction;
  const open = [operation, ...accepted].find((movement) => movement?.reference === reference);
  const index = trail.findIndex((entry) => entry.reference === reference);
  const made = open ?? trail[index];
  if (!made) return undefined;
  if (made.kind !== kind || made.amount !== amount || currency !== transaction.currency)
    throw new ReferenceUsed(
      reference,
      `${articles[made.kind]} of ${formatMoney(made.amount, transaction.currency)} of this transaction`,
    );
  return open ? { open } : { moment: momentAfter(transaction, index) };
}

const articles = {
  increment: 'an increment',
  capture: 'a capture',
  refund: 'a refund',
  void: 'a void',
  dispute: 'a dispute',
} as const satisfies Record<TrailEntry['kind'], string>;

/**
 * The amounts right after an entry of the trail: without later entries, and without the operation that is open now. The
 * disputed amount is the present one, as an opened dispute is in no entry. Movements that were on their way before the
 * entry, and still are, remain on their way.
 */
function momentAfter(transaction: Trailed, index: number): Moment {
  const { trail, operation, accepted = [] } = transaction;
  const entries = index + 1 + (hasRelease(transaction, index) ? 1 : 0);
  const amounts = amountsOf(transaction);
  const made = trail[index];
  const isBefore = ({ id }: { id: Id }) => made !== undefined && idTime(id) < idTime(made.id);
  const earlier = accepted.filter(isBefore);
  const later = accepted.filter((one) => !isBefore(one));
  for (const { kind, amount } of operation ? [operation, ...later] : later) unhold(amounts, kind, amount);
  for (const { kind, amount } of trail.slice(entries)) undo(amounts, kind, amount);
  return { amounts, entries, ...(earlier.length > 0 && { accepted: earlier }) };
}

/** Whether the next entry releases the rest of an authorization that is captured only once. */
const hasRelease = (transaction: Trailed, index: number): boolean =>
  isCapturedOnce(transaction) &&
  transaction.trail[index]?.kind === 'capture' &&
  transaction.trail[index + 1]?.kind === 'void';

function unhold(amounts: Amounts, kind: OpenMovement['kind'], amount: number): void {
  if (kind === 'refund') amounts.refundableAmount += amount;
  else if (kind !== 'increment') amounts.pendingAmount += amount;
}

function undo(amounts: Amounts, kind: TrailEntry['kind'], amount: number): void {
  switch (kind) {
    case 'increment':
      amounts.pendingAmount -= amount;
      break;
    case 'capture':
      amounts.pendingAmount += amount;
      amounts.capturedAmount -= amount;
      amounts.refundableAmount -= amount;
      break;
    case 'refund':
      amounts.refundedAmount -= amount;
      amounts.refundableAmount += amount;
      break;
    case 'void':
      amounts.pendingAmount += amount;
      amounts.voidedAmount -= amount;
      break;
    // A dispute changes none of the amounts of the movements.
    case 'dispute':
  }
}
