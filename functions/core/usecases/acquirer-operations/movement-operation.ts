import type { MovementOrder } from '#acquirer/acquirer.ts';
import { type Id, newId } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { withoutPrefix } from '#domain/merchants/descriptor.ts';
import { detailsOf } from '#domain/transactions/movement-details.ts';
import { hold } from '#domain/transactions/open-movement.ts';
import { affectsPending, unansweredMovements } from '#domain/transactions/operation.ts';
import type { Movement, MovementInput, Transaction } from '#domain/transactions/transaction.ts';
import type { MovementOperation } from '#store/transactions/operations.ts';
import type { LiveTransaction } from '#store/transactions/transaction-item.ts';
import { firstLook } from './operation-outcome.ts';

/** Makes the operation of a movement for a transaction as it is before the movement. */
export function operationOf(
  { id: transactionId, merchantId, currency, acquirer, acquirerEntries = [], ...state }: LiveTransaction,
  kind: MovementOperation['kind'],
  input: MovementInput,
  idempotency: Idempotency | undefined,
): MovementOperation {
  const { amount, descriptor } = input;
  const since = Date.now();
  const { reference, manyCaptures, captured, method, increments, fee } = acquirer;
  // The rest can change while a movement of pending money is on its way.
  const isRestKnown = !unansweredMovements(state).some(affectsPending);
  const takesAll = isRestKnown && amount === state.pendingAmount;
  return {
    id: newId(since),
    kind,
    merchantId,
    transactionId,
    account: { acquirer: acquirer.acquirer, account: acquirer.account },
    payment: { reference, manyCaptures, captured, method, increments, fee },
    amount,
    total: kind === 'increment' ? state.amount + amount : undefined,
    currency,
    descriptor,
    ...detailsOf(input, kind),
    final: takesAll || (kind === 'capture' && !manyCaptures),
    untouched: state.capturedAmount === 0 && state.voidedAmount === 0 && takesAll,
    entries: acquirerEntries,
    idempotency,
    since,
    due: since + firstLook,
    attempts: 0,
    state: 'open',
  };
}

/**
 * Opens the capture of a payment of real money that is captured at once. The same database transaction stores the
 * authorization, so that a worker makes the capture even if this function dies.
 *
 * @param transaction new, and approved by its acquirer
 * @param replaces the saved cards that the card of the payment replaces if the capture succeeds
 */
export function openCapture(
  transaction: Transaction,
  replaces: Id[] | undefined,
): { operation: MovementOperation; movement: Movement } {
  const { amount, reference } = transaction;
  const input = { amount, reference };
  const begun = { ...transaction, entries: 0, trailSize: 0 } as LiveTransaction;
  const operation = operationOf(begun, 'capture', input, undefined);
  return {
    operation: { ...operation, withPayment: true, replaces },
    movement: hold('capture', input, operation.id),
  };
}

/** Makes the request to the acquirer for a movement. */
export const orderOf = ({ id, kind, account, ...rest }: MovementOperation): MovementOrder => {
  const { amount, total, currency, payment, entries, final, untouched, attempts, reason } = rest;
  const descriptor = rest.descriptor && withoutPrefix(rest.descriptor);
  return {
    ...account,
    id,
    kind,
    amount,
    total,
    currency,
    descriptor,
    reason,
    payment,
    entries,
    final,
    untouched,
    attempts,
  };
};
