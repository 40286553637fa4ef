import { type Id, newId } from '../id.ts';
import type { Amounts } from './amounts.ts';
import { detailsOf, type MovementDetails } from './movement-details.ts';
import {
  refuseCapture,
  refuseIncrement,
  refuseRefund,
  refuseVoid,
  refuseWhileOnItsWay,
} from './movement-rules.ts';
import {
  type AcceptedMovement,
  type AcquirerFigures,
  feeOf,
  inBalance,
  keptIn,
  movedIn,
  type OpenMovement,
} from './operation.ts';
import {
  incrementChange,
  type Line,
  lineOf,
  type Movement,
  type MovementInput,
  moneylessEntry,
  noFee,
  somethingPending,
  type TrailEntry,
  type Transaction,
} from './transaction.ts';

/**
 * A movement of real money has two parts, since a database transaction cannot contain a call to an acquirer. The
 * request for it holds the amount. The acquirer's answer either makes the held amount an entry of the trail, or
 * releases it.
 */
type Kind = OpenMovement['kind'];

/** The kinds that hold an amount until the acquirer has answered. An increment holds nothing. */
type Held = Exclude<Kind, 'increment'>;

/** The amount that a movement takes from, and the amount that it adds to. */
const fields = {
  capture: { from: 'pendingAmount', to: 'capturedAmount' },
  refund: { from: 'refundableAmount', to: 'refundedAmount' },
  void: { from: 'pendingAmount', to: 'voidedAmount' },
} as const satisfies Record<Held, { from: keyof Amounts; to: keyof Amounts }>;

const rules = {
  increment: refuseIncrement,
  capture: refuseCapture,
  refund: refuseRefund,
  void: refuseVoid,
} as const satisfies Record<Kind, (transaction: Transaction, input: MovementInput) => void>;

type Opened = Movement & Required<Pick<Movement, 'guard'>> & { operation: { opens: OpenMovement } };

/**
 * Holds the amount of a movement. @throws Refused by the same rules as for test money
 *
 * @param id of the operation
 */
export function openMovement(transaction: Transaction, kind: Kind, input: MovementInput, id: Id): Opened {
  refuseWhileOnItsWay(transaction, kind);
  rules[kind](transaction, input);
  return hold(kind, input, id);
}

/** Holds an amount that the transaction is known to have. */
export function hold(kind: Kind, input: MovementInput, id: Id): Opened {
  const { amount } = input;
  const operation = { opens: { id, kind, amount, ...detailsOf(input, kind) } };
  if (kind === 'increment') return { change: {}, guard: somethingPending, operation };
  const { from } = fields[kind];
  return { change: { [from]: -amount }, guard: { field: from, atLeast: amount }, operation };
}

/**
 * Keeps the held amount of a movement that the acquirer has accepted and will make later. From then on other
 * movements of the transaction can be opened.
 */
export const acceptMovement = (movement: AcceptedMovement): Movement => ({
  change: {},
  operation: { closes: movement.id, accepts: movement },
});

/** Releases the held amount after the acquirer has declined the movement. */
export const releaseHold = ({ id, kind, amount }: OpenMovement): Movement => ({
  change: kind === 'increment' ? {} : { [fields[kind].from]: amount },
  operation: { closes: id },
});

/** Releases the held amount after the acquirer has declined a movement that it had accepted, and keeps the decline. */
export const declineAccepted = (
  { id, kind, amount, until, ...details }: AcceptedMovement,
  now: number,
): Movement => ({
  ...releaseHold({ id, kind, amount }),
  declines: { id, amount, ...(kind !== 'refund' && { kind }), ...detailsOf(details), at: now },
});

/**
 * Books a movement that the acquirer has made. The line of a capture or refund has the acquirer's own figures. Without
 * figures the amounts change at once, and the line is written when the figures come. If the payment allows only one capture,
 * the rest of the authorization is released with it.
 */
export function completeMovement(
  transaction: Transaction,
  { id, kind, amount }: OpenMovement,
  { descriptor, figures, ...made }: MovementDetails & { descriptor?: string; figures?: AcquirerFigures },
  now: number,
): Movement & { entry: TrailEntry } {
  const operation = { closes: id };
  const details = detailsOf(made);
  if (kind === 'increment')
    return { entry: moneylessEntry(kind, amount, now, details), change: incrementChange(amount), operation };
  const change: Partial<Amounts> = { [fields[kind].to]: amount };
  if (kind === 'void') return { entry: moneylessEntry(kind, amount, now, details), change, operation };
  const { entry, line } = bookedEntry(
    transaction,
    { kind, amount, descriptor, ...details },
    figures ?? id,
    now,
  );
  if (kind === 'refund') return { entry, line, change, operation };
  change.refundableAmount = amount;
  const left = transaction.acquirer?.manyCaptures === false ? transaction.pendingAmount : 0;
  if (left === 0) return { entry, line, change, operation };
  const released = { pendingAmount: -left, voidedAmount: left };
  return {
    entry,
    line,
    operation,
    change: { ...change, ...released },
    release: moneylessEntry('void', left, now),
  };
}

/**
 * Books a refund that failed after it was made, so that the customer's bank has sent the money back. The entry is a
 * refund with an amount below 0, so that all entries still add up to the amounts.
 *
 * @param figures the acquirer's figures, or the id of the refund's operation if they are still due
 */
export const returnedRefund = (
  transaction: Transaction,
  amount: number,
  figures: AcquirerFigures | Id,
  now: number,
): Movement => ({
  ...bookedEntry(transaction, { kind: 'refund', amount: -amount }, figures, now),
  change: { refundedAmount: -amount, refundableAmount: amount },
});

/**
 * Books a capture that failed after the acquirer had approved it: the acquirer has taken the money back. The entry is a
 * capture with an amount below 0. The amount is pending again: the merchant can capture it once more, unless the acquirer has ended
 * the authorization.
 */
export const failedCapture = (
  transaction: Transaction,
  amount: number,
  figures: AcquirerFigures | Id,
  now: number,
): Movement => ({
  ...bookedEntry(transaction, { kind: 'capture', amount: -amount }, figures, now),
  change: { pendingAmount: amount, capturedAmount: -amount, refundableAmount: -amount },
});

/**
 * Makes the trail entry and the line of a movement that the acquirer has booked. The amount is below 0 for a movement that
 * the acquirer has taken back.
 */
export function bookMovement(
  transaction: Transaction,
  movement: MovementDetails & Pick<TrailEntry, 'kind' | 'amount' | 'descriptor'>,
  figures: AcquirerFigures,
  now: number,
): { entry: TrailEntry; line: Line } {
  const entry = { id: newId(now), ...movement, ...effectOf(transaction, figures) };
  return { entry, line: liveLine(transaction, entry, figures) };
}

/**
 * Makes the trail entry of a movement and its line; without figures the entry alone, which waits for them.
 *
 * @param figures the acquirer's figures, or the id of the operation if they are still due
 */
const bookedEntry = (
  transaction: Transaction,
  movement: MovementDetails & Pick<TrailEntry, 'kind' | 'amount' | 'descriptor'>,
  figures: AcquirerFigures | Id,
  now: number,
): { entry: TrailEntry; line?: Line } =>
  typeof figures === 'string'
    ? { entry: { id: newId(now), ...movement, balance: 0, fee: noFee, figuresOf: figures } }
    : bookMovement(transaction, movement, figures, now);

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
  { reference, rate, currency, net, fee, fees, pocket, availableOn, bookedAt }: AcquirerFigures,
): Line => ({
  ...lineOf(transaction, entry),
  ...(currency === transaction.funding.currency
    ? {}
    : { description: keptIn(currency, net, fee), kept: { currency, net, fee } }),
  ...(pocket && { description: movedIn(pocket), pocket }),
  acquirer: { reference, ...(rate === undefined ? {} : { rate, currency }) },
  ...(fees && { fees }),
  ...(availableOn && { availableOn }),
  ...(bookedAt && { bookedAt }),
});
