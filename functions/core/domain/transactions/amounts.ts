import type { Id } from '../id.ts';
import { type AcceptedMovement, heldBy, type OpenMovement, type Unanswered } from './operation.ts';

/**
 * The amounts of a transaction, in minor units of its currency. `refunded ≤ captured` always holds. For a successful
 * transaction without an unanswered movement, `pending + captured + voided = amount`. An open operation and an accepted
 * movement have already reduced the pending or the refundable amount, and increase another one only when they complete.
 */
export interface Amounts {
  pendingAmount: number;
  capturedAmount: number;
  refundedAmount: number;
  voidedAmount: number;
  disputedAmount: number;
  /** Captured and not yet refunded. It is stored separately because a condition of DynamoDB cannot subtract. */
  refundableAmount: number;
}

/** The amounts of a payment that was declined. */
export const noAmounts: Amounts = {
  pendingAmount: 0,
  capturedAmount: 0,
  refundedAmount: 0,
  voidedAmount: 0,
  disputedAmount: 0,
  refundableAmount: 0,
};

/** Returns the amounts alone, without the other fields of the argument. */
export const amountsOf = (amounts: Amounts): Amounts => ({
  pendingAmount: amounts.pendingAmount,
  capturedAmount: amounts.capturedAmount,
  refundedAmount: amounts.refundedAmount,
  voidedAmount: amounts.voidedAmount,
  disputedAmount: amounts.disputedAmount,
  refundableAmount: amounts.refundableAmount,
});

/** The amount that disputes hold: captured, and neither refunded, nor refundable, nor held by an unanswered refund. */
export const heldByDisputes = (transaction: Amounts & Unanswered): number => {
  const { capturedAmount, refundedAmount, refundableAmount } = transaction;
  return capturedAmount - refundedAmount - refundableAmount - heldBy(transaction, 'refund');
};

/** Signed changes of the amounts, and of the authorized amount itself. */
export type AmountChanges = Partial<Amounts & { amount: number }>;

interface Change {
  change: AmountChanges;
  operation?: { opens: OpenMovement } | { closes: Id; accepts?: AcceptedMovement };
}

/** Returns the amounts after a movement, and the movements that the acquirer has not answered then. */
export function applyMovement<T extends Amounts & Unanswered & { amount: number }>(
  amounts: T,
  { change, operation }: Change,
): T {
  const next = { ...amounts };
  for (const [field, by] of Object.entries(change) as [keyof AmountChanges, number][])
    next[field] = amounts[field] + by;
  return operation ? { ...next, ...unansweredAfter(amounts, operation) } : next;
}

function unansweredAfter(
  { operation: open, accepted = [] }: Unanswered,
  operation: NonNullable<Change['operation']>,
): Unanswered {
  if ('opens' in operation) return { operation: operation.opens };
  const left = accepted.filter(({ id }) => id !== operation.closes);
  if (left.length < accepted.length) return { operation: open, accepted: left.length > 0 ? left : undefined };
  const { accepts } = operation;
  return { operation: undefined, ...(accepts && { accepted: [...accepted, accepts] }) };
}

/** The invariants that a transaction's amounts break, in words; undefined if they break none. */
export function brokenInvariants(
  transaction: Amounts & Unanswered & { amount: number; error?: number },
): string[] {
  const { amount, error } = transaction;
  const captureOrVoid = heldBy(transaction, 'capture', 'void');
  const refund = heldBy(transaction, 'refund');
  const amounts = amountsOf(transaction);
  const { pendingAmount, capturedAmount, voidedAmount, refundedAmount, refundableAmount } = amounts;
  const unheld = capturedAmount - refundedAmount - refundableAmount;
  const rules: [boolean, string][] = [
    [Object.values(amounts).every((each) => Number.isSafeInteger(each) && each >= 0), 'no amount is below 0'],
    [
      pendingAmount + capturedAmount + voidedAmount + captureOrVoid === (error === undefined ? amount : 0),
      'pending, captured and voided add up to the amount',
    ],
    [refundedAmount + refund <= capturedAmount, 'no more is refunded than was captured'],
    [unheld >= 0, 'no more can be refunded than is captured and was not'],
    [unheld - refund <= amounts.disputedAmount, 'no more is kept from being refunded than is disputed'],
  ];
  return rules.flatMap(([holds, rule]) => (holds ? [] : [rule]));
}
