import { newId } from '#domain/id.ts';
import type { MovementInput } from '#domain/transaction.ts';
import type { Idempotency } from '#idempotency/idempotency.ts';
import type { MovementOperation } from '#store/operations.ts';
import type { LiveTransaction } from '#store/transactions.ts';

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
  const { manyCaptures } = acquirer;
  const takesAll = amount === state.pendingAmount;
  return {
    id: newId(since),
    kind,
    merchantId,
    transactionId,
    account: { acquirer: acquirer.acquirer, account: acquirer.account },
    payment: { reference: acquirer.reference, manyCaptures },
    amount,
    currency,
    descriptor,
    final: takesAll || (kind === 'capture' && !manyCaptures),
    untouched: state.entries === 0 && takesAll,
    entries: acquirerEntries,
    idempotency,
    since,
    due: since + firstLook,
    attempts: 0,
    state: 'open',
  };
}
