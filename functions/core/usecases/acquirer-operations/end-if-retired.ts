import { formatMoney } from '#domain/money/money.ts';
import { requireFound } from '#domain/outcome.ts';
import { releaseHold } from '#domain/transactions/open-movement.ts';
import { unansweredMovement } from '#domain/transactions/operation.ts';
import { endCodeTry } from '#store/cards/customer-cards.ts';
import { type Retirement, retirementOf } from '#store/merchants/acquirer-accounts.ts';
import { putExplained } from '#store/reconciliation/cases.ts';
import { repeatWhileStale } from '#store/table/retry.ts';
import { transact, type Write } from '#store/table/transact.ts';
import { applyToTransaction } from '#store/transactions/movement-writes.ts';
import {
  ClosedBefore,
  closeOperation,
  getOperation,
  type Operation,
} from '#store/transactions/operations.ts';
import type { TransactionState } from '#store/transactions/transaction-item.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';

/**
 * Ends an open operation at an account that an operator has retired. The acquirer does not show the account any
 * more, so nobody will know the outcome: the operation is neither approved nor declined. The held amount is
 * released, so that the payment can be used again if the account is connected again. The nightly comparison then
 * books the movements that the acquirer has made.
 *
 * @returns the ended operation; undefined if the account is not retired
 * @throws ClosedBefore if another request has closed the operation
 */
export async function endIfRetired(operation: Operation): Promise<Operation | undefined> {
  const { id, merchantId, account } = operation;
  const retirement = await retirementOf(merchantId, account);
  if (!retirement) return undefined;
  // The merchant gets the event `operation.settled`, even if no worker has sent `operation.open` before.
  const ended = { ...operation, state: 'unknown', stayed: true } as const;
  const writes = [closeOperation(ended), auditOf(operation, retirement)];
  await (operation.kind === 'authorize'
    ? transact([...writes, ...endCodeTry(operation.draft.saved, id, 'PAYMENT_METHOD_ERROR')])
    : release(operation, writes));
  return ended;
}

type MovementOperation = Exclude<Operation, { kind: 'authorize' }>;

const release = (
  { id, kind, amount, transactionId }: MovementOperation,
  writes: readonly Write[],
): Promise<void> =>
  repeatWhileStale(async (now?: TransactionState) => {
    const transaction = now ?? requireFound(await getTransactionState(transactionId));
    if (!unansweredMovement(transaction, id)) throw new ClosedBefore(requireFound(await getOperation(id)));
    await applyToTransaction(transaction, releaseHold({ id, kind, amount }), writes);
  });

/** The case names the operator who has retired the account. Unlike the operation, Florin keeps it for ever. */
function auditOf(operation: Operation, { by, note }: Retirement): Write {
  const { id, kind, merchantId, account, amount, currency } = operation;
  const [source, payment] =
    operation.kind === 'authorize'
      ? [id, operation.reference]
      : [operation.transactionId, operation.payment.reference];
  const why = `Nobody knows whether the acquirer has made this operation (${kind}, ${formatMoney(amount, currency)}): its account is retired`;
  return putExplained(
    merchantId,
    { kind: 'operation', reference: id, account, why, amount: 0, currency, source, payment },
    { by, at: new Date().toISOString(), note },
  );
}
