/**
 * The amounts of a transaction, in minor units of its currency. For a successful one
 * `pending + captured + voided = amount` and `refunded ≤ captured` always hold.
 */
export interface Amounts {
  pendingAmount: number;
  capturedAmount: number;
  refundedAmount: number;
  voidedAmount: number;
  disputedAmount: number;
  /** Captured and not yet refunded: what a condition can guard, as DynamoDB's cannot subtract. */
  refundableAmount: number;
}

/** The amounts alone. */
export const amountsOf = (amounts: Amounts): Amounts => ({
  pendingAmount: amounts.pendingAmount,
  capturedAmount: amounts.capturedAmount,
  refundedAmount: amounts.refundedAmount,
  voidedAmount: amounts.voidedAmount,
  disputedAmount: amounts.disputedAmount,
  refundableAmount: amounts.refundableAmount,
});

/** The amounts after a movement. */
export function applyMovement<T extends Amounts>(amounts: T, { change }: { change: Partial<Amounts> }): T {
  const next = { ...amounts };
  for (const [field, by] of Object.entries(change) as [keyof Amounts, number][])
    next[field] = amounts[field] + by;
  return next;
}

/** What must hold of a transaction's amounts and does not, in words; nothing where all does. */
export function brokenInvariants(transaction: Amounts & { amount: number; error?: number }): string[] {
  const { amount, error, ...rest } = transaction;
  const amounts = amountsOf(rest);
  const { pendingAmount, capturedAmount, voidedAmount, refundedAmount, refundableAmount } = amounts;
  const unheld = capturedAmount - refundedAmount - refundableAmount;
  const rules: [boolean, string][] = [
    [Object.values(amounts).every((each) => Number.isSafeInteger(each) && each >= 0), 'no amount is below 0'],
    [
      pendingAmount + capturedAmount + voidedAmount === (error === undefined ? amount : 0),
      'pending, captured and voided add up to the amount',
    ],
    [refundedAmount <= capturedAmount, 'no more is refunded than was captured'],
    [unheld >= 0, 'no more can be refunded than is captured and was not'],
    [unheld <= amounts.disputedAmount, 'no more is kept from being refunded than is disputed'],
  ];
  return rules.flatMap(([holds, rule]) => (holds ? [] : [rule]));
}
