import { newId } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { AcquirerForbids, OperationOpen } from '#domain/outcome.ts';
import type { MovementInput } from '#domain/transactions/transaction.ts';
import { ClosedBefore, type MovementOperation, type Operation } from '#store/operations.ts';
import { Moved } from '#store/table/retry.ts';
import type { LiveTransaction } from '#store/transactions.ts';

/** A closed operation, and whether it was this call that closed it. */
export interface Settled<O extends Operation> {
  operation: O;
  first: boolean;
}

/** Somebody else was first. The acquirer has done it, or will: nobody may take that for a refusal. */
export function settledByAnother<O extends Operation>(error: unknown, { id }: O): Settled<O> {
  if (error instanceof ClosedBefore) return { operation: error.operation as O, first: false };
  throw error instanceof Moved ? new OperationOpen(id) : error;
}

/** Longer than any function runs: until then whoever has opened an operation is at it. */
export const firstLook = 60_000;

/** The movement that an acquirer is to be asked for, of a transaction as it stands before it. */
export function operationOf(
  { id: transactionId, merchantId, currency, acquirer, acquirerEntries = [], ...state }: LiveTransaction,
  kind: MovementOperation['kind'],
  { amount, descriptor }: MovementInput,
  idempotency: Idempotency | undefined,
): MovementOperation {
  const since = Date.now();
  const { manyCaptures, increments, fee } = acquirer;
  const takesAll = amount === state.pendingAmount;
  return {
    id: newId(since),
    kind,
    merchantId,
    transactionId,
    account: { acquirer: acquirer.acquirer, account: acquirer.account },
    payment: { reference: acquirer.reference, manyCaptures, increments, fee },
    amount,
    total: kind === 'increment' ? state.amount + amount : undefined,
    currency,
    descriptor,
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

/** Said to the merchant, or to the customer. */
export const forbidden = (): AcquirerForbids =>
  new AcquirerForbids(
    'The acquirer does not accept requests from us at the moment. Nothing was charged or changed; please try again later',
  );
