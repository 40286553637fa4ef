import type { Id } from '../id.ts';
import type { OpenMovement } from './operation.ts';

/**
 * The amounts of a transaction, in minor units of its currency. `refunded ≤ captured` always holds. For a successful
 * transaction without an open operation, `pending + captured + voided = amount`. An open operation has already reduced
 * the pending or the refundable amount, and increases another one only when it completes.
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

/** Returns the amounts alone, without the other fields of the argument. */
export const amountsOf = (amounts: Amounts): Amounts => ({
  pendingAmount: amounts.pendingAmount,
  capturedAmount: amounts.capturedAmount,
  refundedAmount: amounts.refundedAmount,
  voidedAmount: amounts.voidedAmount,
  disputedAmount: amounts.disputedAmount,
  refundableAmount: amounts.refundableAmount,
});

/** The amount that disputes hold: captured, and neither refunded, nor refundable, nor held by an open refund. */
export const heldByDisputes = ({
  capturedAmount,
  refundedAmount,
  refundableAmount,
  operation,
}: Amounts & { operation?: OpenMovement }): number =>
  capturedAmount - refundedAmount - refundableAmount - (operation?.kind === 'refund' ? operation.amount : 0);

/** Signed changes of the amounts, and of the authorized amount itself. */
export type AmountChanges = Partial<Amounts & { amount: number }>;

interface Change {
  change: AmountChanges;
  operation?: { opens: OpenMovement } | { closes: Id };
}

/** Returns the amounts after a movement, and the operation that is open then. */
export function applyMovement<T extends Amounts & { amount: number; operation?: OpenMovement }>(
  amounts: T,
  { change, operation }: Change,
): T {
  const next = { ...amounts };
  for (const [field, by] of Object.entries(change) as [keyof AmountChanges, number][])
    next[field] = amounts[field] + by;
  if (operation) next.operation = 'opens' in operation ? operation.opens : undefined;
  return next;
}

/** The invariants that a transaction's amounts break, in words; undefined if they break none. */
export function brokenInvariants(
  transaction: Amounts & { amount: number; error?: number; operation?: OpenMovement },
): string[] {
  const { amount, error, operation, ...rest } = transaction;
  const held = (...kinds: OpenMovement['kind'][]) =>
    operation && kinds.includes(operation.kind) ? operation.amount : 0;
  const [captureOrVoid, refund] = [held('capture', 'void'), held('refund')];
  const amounts = amountsOf(rest);
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
