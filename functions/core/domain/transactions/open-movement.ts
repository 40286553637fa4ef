import { type Id, newId } from '../id.ts';
import type { Amounts } from './amounts.ts';
import { type AcquirerFigures, feeOf, inBalance, keptIn, type OpenMovement } from './operation.ts';
import {
  type Line,
  lineOf,
  type Movement,
  type MovementInput,
  refuseCapture,
  refuseRefund,
  refuseVoid,
  type TrailEntry,
  type Transaction,
  voidEntry,
} from './transaction.ts';

/**
 * A movement of real money is made in two parts, since a database transaction cannot contain a call to an acquirer:
 * what it takes is set aside when it is asked for, and becomes an entry of the trail, or is given back, when the
 * acquirer has answered.
 */
type Kind = OpenMovement['kind'];

/** The amount that a movement takes from, and the amount that it adds to. */
const fields = {
  capture: { from: 'pendingAmount', to: 'capturedAmount', refuse: refuseCapture },
  refund: { from: 'refundableAmount', to: 'refundedAmount', refuse: refuseRefund },
  void: { from: 'pendingAmount', to: 'voidedAmount', refuse: refuseVoid },
} as const satisfies Record<
  Kind,
  { from: keyof Amounts; to: keyof Amounts; refuse: (transaction: Transaction, input: MovementInput) => void }
>;

/**
 * Sets aside what a movement takes. @throws Refused by the rules that hold for simulated money too
 *
 * @param id of the operation
 */
export function openMovement(
  transaction: Transaction,
  kind: Kind,
  input: MovementInput,
  id: Id,
): Movement & Required<Pick<Movement, 'guard'>> & { operation: { opens: OpenMovement } } {
  const { from, refuse } = fields[kind];
  refuse(transaction, input);
  const { amount } = input;
  return {
    change: { [from]: -amount },
    guard: { field: from, atLeast: amount },
    operation: { opens: { id, kind, amount } },
  };
}

/** The acquirer has refused it: as if it had never been asked for. */
export const giveBack = ({ id, kind, amount }: OpenMovement): Movement => ({
  change: { [fields[kind].from]: amount },
  operation: { closes: id },
});

/**
 * The acquirer has made it. Its line, of money that moved, has the acquirer's own figures; what is left of a payment
 * that takes no more captures is released with it.
 */
export function completeMovement(
  transaction: Transaction,
  { id, kind, amount }: OpenMovement,
  { descriptor, figures }: { descriptor?: string; figures?: AcquirerFigures },
  now: number,
): Movement & { entry: TrailEntry } {
  const change: Partial<Amounts> = { [fields[kind].to]: amount };
  const operation = { closes: id };
  if (kind === 'void') return { entry: voidEntry(amount, now), change, operation };
  if (!figures) throw new Error(`A ${kind} without the acquirer's figures`);
  const entry: TrailEntry = { id: newId(now), kind, amount, ...effectOf(transaction, figures), descriptor };
  const line = liveLine(transaction, entry, figures);
  if (kind === 'refund') return { entry, line, change, operation };
  change.refundableAmount = amount;
  const left = transaction.acquirer?.manyCaptures === false ? transaction.pendingAmount : 0;
  if (left === 0) return { entry, line, change, operation };
  const released = { pendingAmount: -left, voidedAmount: left };
  return { entry, line, operation, change: { ...change, ...released }, release: voidEntry(left, now) };
}

/**
 * A refund that failed after it was made: the customer's bank has sent the money back. Its entry is a refund of less
 * than nothing, so that entries still add up to the amounts.
 */
export function returnedRefund(
  transaction: Transaction,
  amount: number,
  figures: AcquirerFigures,
  now: number,
): Movement & { line: Line } {
  const entry: TrailEntry = {
    id: newId(now),
    kind: 'refund',
    amount: -amount,
    ...effectOf(transaction, figures),
  };
  return {
    entry,
    line: liveLine(transaction, entry, figures),
    change: { refundedAmount: -amount, refundableAmount: amount },
  };
}

/** The change of the merchant's balance by a movement. */
export function effectOf(
  { funding }: Transaction,
  figures: AcquirerFigures,
): Pick<TrailEntry, 'balance' | 'fee'> {
  const counted = inBalance(figures, funding.currency);
  return { balance: counted.net, fee: feeOf(counted) };
}

export const liveLine = (
  transaction: Transaction,
  entry: TrailEntry,
  { reference, rate, currency, net, fee, fees, availableOn }: AcquirerFigures,
): Line => ({
  ...lineOf(transaction, entry),
  ...(currency === transaction.funding.currency
    ? {}
    : { description: keptIn(currency, net, fee), kept: { currency, net, fee } }),
  acquirer: { reference, ...(rate === undefined ? {} : { rate, currency }) },
  ...(fees && { fees }),
  ...(availableOn && { availableOn }),
});
