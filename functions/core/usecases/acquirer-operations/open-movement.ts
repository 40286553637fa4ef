import { paymentAcquirerOf } from '#acquirer/registry.ts';
import type { Id } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { descriptorFor, prefixOf, statementFaults } from '#domain/merchants/descriptor.ts';
import { Refused, requireFound } from '#domain/outcome.ts';
import { refuseTooManyEntries } from '#domain/transactions/movement-rules.ts';
import { openMovement } from '#domain/transactions/open-movement.ts';
import type { MovementInput } from '#domain/transactions/transaction.ts';
import { recordOperation, requireNoEarlierRequest } from '#idempotency/record-operation.ts';
import { EarlierOperation } from '#idempotency/repeat.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { StaleRead } from '#store/table/retry.ts';
import type { Write } from '#store/table/transact.ts';
import { applyToTransaction } from '#store/transactions/movement-writes.ts';
import { getOperation, type MovementOperation, openOperation } from '#store/transactions/operations.ts';
import type { LiveTransaction } from '#store/transactions/transaction-item.ts';
import { operationOf, orderOf } from './movement-operation.ts';

/**
 * An operation, and whether this call has opened it. If so, Florin has not sent the operation to the acquirer yet.
 */
export interface OpenedMovement {
  operation: MovementOperation;
  isNew: boolean;
}

/**
 * Opens a movement of real money. Florin holds the amount and stores the operation before it asks the acquirer, so
 * that a crash loses nothing. A repeated request finds the first one's operation before its own amount is checked.
 *
 * @param earlier the open operation that the request's reference names
 * @param capped the writes that count what the movement returns
 * @throws Refused, StaleRead if the transaction has changed or has another open operation
 */
export async function openLiveMovement(
  transaction: LiveTransaction,
  kind: MovementOperation['kind'],
  input: MovementInput,
  idempotency: Idempotency | undefined,
  { earlier, capped }: { earlier?: Id | undefined; capped?(): Promise<readonly Write[]> } = {},
): Promise<OpenedMovement> {
  try {
    if (idempotency) await requireNoEarlierRequest(idempotency);
    if (earlier) throw new EarlierOperation(earlier);
    if (transaction.operation)
      throw new StaleRead(undefined, 'The acquirer has not answered an earlier request for this transaction');
    // Only a capture can have a descriptor at the acquirer. The entry of a refund shows the payment's descriptor.
    const statement = kind === 'capture' ? await statementFor(transaction, input.descriptor) : undefined;
    const operation = operationOf(transaction, kind, { ...input, descriptor: statement }, idempotency);
    const movement = openMovement(transaction, kind, input, operation.id);
    refuseTooManyEntries(movement, transaction);
    const refusal = paymentAcquirerOf(operation.account).refusalOf(orderOf(operation));
    if (refusal) throw new Refused([refusal]);
    await applyToTransaction(transaction, movement, [
      ...recordOperation(idempotency, operation.id),
      openOperation(operation),
      ...((await capped?.()) ?? []),
    ]);
    return { operation, isNew: true };
  } catch (error) {
    if (!(error instanceof EarlierOperation)) throw error;
    const operation = (await getOperation(error.operationId)) as MovementOperation | undefined;
    // Another request has withdrawn the operation and the record of its key.
    if (!operation) throw new StaleRead();
    return { operation, isNew: false };
  }
}

/**
 * The text of the statement for a capture with a descriptor of its own. The acquirer adds the prefix that the account
 * has at the capture, which may differ from the prefix at the authorization.
 *
 * @throws Refused for a descriptor that a statement cannot show
 */
async function statementFor(
  { merchantId, acquirer, descriptor }: LiveTransaction,
  own: string | undefined,
): Promise<string | undefined> {
  if (!own) return undefined;
  const { acquirer: connected } = requireFound(await findMerchant(merchantId));
  const isConnected = connected && isSameAccount(connected, acquirer);
  const prefix = isConnected ? connected.prefix : prefixOf(descriptor);
  const faults = statementFaults(own, 'descriptor', prefix);
  if (faults.length > 0) throw new Refused(faults);
  return descriptorFor({ test: false, descriptor, acquirer: { prefix } }, own);
}
