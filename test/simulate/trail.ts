import { createHash } from 'node:crypto';

/** A trail entry as the API shows it. */
export interface Entry {
  increment?: true;
  capture?: true;
  refund?: true;
  void?: true;
  dispute?: { id: string; won?: true; lost?: true };
  created: string;
  amount: number;
  balance: number;
  fee: { flat: number; rate: number };
  descriptor: string;
  lineId?: string;
}

/** A transaction as the API shows it. */
export interface Shown {
  id: string;
  merchantId: string;
  currency: string;
  amount: number;
  pendingAmount: number;
  capturedAmount: number;
  refundedAmount: number;
  voidedAmount: number;
  disputedAmount: number;
  successful: boolean;
  card: object | null;
  method: { type: string };
  payer: { email: string | null } | null;
  linkId: string | null;
  trail: Entry[];
  /** An operation that its acquirer has not answered yet. The amount of a capture or void is not pending any more. */
  operation?: { increment?: true; capture?: true; refund?: true; void?: true; amount: number };
}

export const kindOf = ({
  increment,
  capture,
  refund,
  void: released,
}: Entry): 'increment' | 'capture' | 'refund' | 'void' | 'dispute' =>
  increment ? 'increment' : capture ? 'capture' : refund ? 'refund' : released ? 'void' : 'dispute';

/** Returns a digest that is equal only for equal trails. */
export const digestOf = (trail: readonly Entry[]): string =>
  createHash('sha1').update(JSON.stringify(trail)).digest('base64');

/** The faults of a transaction's amounts, by its own trail. */
export function sumsOf(shown: Shown): string[] {
  const sum = (kind: string) =>
    shown.trail.filter((entry) => kindOf(entry) === kind).reduce((total, { amount }) => total + amount, 0);
  const { operation } = shown;
  const setAside = operation && !operation.refund && !operation.increment ? operation.amount : 0;
  const expected = {
    capturedAmount: sum('capture'),
    refundedAmount: sum('refund'),
    voidedAmount: sum('void'),
    pendingAmount: shown.successful ? shown.amount - sum('capture') - sum('void') - setAside : 0,
  };
  const wrong = Object.entries(expected).flatMap(([field, amount]) =>
    shown[field as keyof typeof expected] === amount
      ? []
      : [`${field} ${shown[field as keyof typeof expected]}, its trail says ${amount}`],
  );
  if (shown.pendingAmount < 0) wrong.push(`pendingAmount ${shown.pendingAmount}`);
  if (shown.refundedAmount > shown.capturedAmount) wrong.push('more was refunded than captured');
  return wrong.map((what) => `transaction ${shown.id}: ${what}`);
}
