import { Conflict, refuse } from '#domain/outcome.ts';
import { noAmounts } from '#domain/transactions/amounts.ts';
import type { Moment } from '#domain/transactions/earlier-movement.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { getOperation } from '#store/transactions/operations.ts';
import type { TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import { assertMember } from '../accounts/membership.ts';
import { withdrawAuthorization } from '../acquirer-operations/ask-for-authorization.ts';
import { recordAuthorizationOutcome } from '../acquirer-operations/record-authorization.ts';
import { type MoveRequest, transactionAt } from './move-money.ts';

/** The amounts of a payment that was given up. */
const nothing: Moment = { amounts: noAmounts, entries: 0 };

/**
 * Gives up a payment whose authorization is still unknown. The payment is declined, and the hold at the acquirer is
 * released.
 *
 * @returns undefined if there is no such payment
 * @throws NoAccess, Refused; Conflict if the payment was authorized in the meantime; OperationOpen if the acquirer
 *   does not answer, so that a worker gives the payment up
 */
export async function withdrawOpen({
  caller,
  transactionId,
  input,
  idempotency,
}: MoveRequest): Promise<TransactionWithTrail | undefined> {
  const operation = await getOperation(transactionId);
  if (operation?.kind !== 'authorize' || operation.linkEnded) return undefined;
  const { merchantId, amount } = operation;
  await assertMember(merchantId, caller);
  if (caller.kind === 'app' && caller.limits?.refundCaps)
    refuse(
      'amount',
      'A key with a cap cannot give up a payment of which nobody knows yet whether it is authorized',
    );
  if (input.amount !== amount)
    refuse('amount', `Must be the whole amount, ${amount}: nobody knows yet whether it is authorized`);
  const record = () => recordAnswer(idempotency, nothing);
  const { operation: closed } = await recordAuthorizationOutcome(
    await withdrawAuthorization(operation),
    record,
  );
  if (closed.state !== 'declined') throw new Conflict('The payment was authorized in the meantime');
  return transactionAt(transactionId, nothing);
}
