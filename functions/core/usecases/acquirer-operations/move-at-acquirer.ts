import type { MovementOrder, MovementOutcome } from '#acquirer/acquirer.ts';
import type { Decline } from '#acquirer/decline.ts';
import { paymentAcquirerOf } from '#acquirer/registry.ts';
import type { Id } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import { isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { descriptorFor, prefixOf, statementFaults, withoutPrefix } from '#domain/merchants/descriptor.ts';
import { OperationOpen, Refused, requireFound } from '#domain/outcome.ts';
import { amountsOf, applyMovement } from '#domain/transactions/amounts.ts';
import { refuseTooManyEntries } from '#domain/transactions/movement-rules.ts';
import { completeMovement, openMovement, releaseHold } from '#domain/transactions/open-movement.ts';
import { entriesOf, type Movement, type MovementInput } from '#domain/transactions/transaction.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { forgetOperation, recordOperation, requireNoEarlierRequest } from '#idempotency/record-operation.ts';
import { EarlierOperation } from '#idempotency/repeat.ts';
import { forgetCard } from '#store/cards/customer-cards.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { nameBalanceTransaction } from '#store/reconciliation/acquirer-references.ts';
import { repeatWhileStale, StaleRead } from '#store/table/retry.ts';
import type { Write } from '#store/table/transact.ts';
import { applyToTransaction } from '#store/transactions/movement-writes.ts';
import {
  ClosedBefore,
  closeOperation,
  getOperation,
  type Moment,
  type MovementOperation,
  openOperation,
  reserveOperation,
  reviseOperation,
  withdrawOperation,
} from '#store/transactions/operations.ts';
import type { LiveTransaction, TransactionState } from '#store/transactions/transaction-item.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';
import { releaseInstead } from './capture-with-payment.ts';
import {
  acquirerForbids,
  firstLook,
  operationOf,
  type Resolution,
  requireOutcome,
  resolutionByAnother,
} from './operation-outcome.ts';

/** The recorded answer to a movement: the transaction after it, or the acquirer's decline. */
export type RecordedAnswer = Moment | { declined: Decline };

/**
 * An operation, and whether this call has opened it. If so, Florin has not sent the operation to the acquirer yet.
 */
interface OpenedMovement {
  operation: MovementOperation;
  isNew: boolean;
}

/**
 * Opens a movement of real money. Florin holds the amount and stores the operation before it asks the acquirer, so
 * that a crash loses nothing. A repeated request finds the first one's operation before its own amount is checked.
 *
 * @param earlier the open operation that the request's reference names
 * @throws Refused, StaleRead if the transaction has changed or has another open operation
 */
export async function openLiveMovement(
  transaction: LiveTransaction,
  kind: MovementOperation['kind'],
  input: MovementInput,
  idempotency: Idempotency | undefined,
  earlier?: Id,
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

/**
 * Asks the acquirer for a movement. If an earlier copy of the request has asked already, it looks up the outcome.
 *
 * @returns the closed operation, and whether it has the answer to an earlier copy of the request
 * @throws OperationOpen if the acquirer has not answered, or never will
 */
export async function requestMovement({
  operation,
  isNew,
}: OpenedMovement): Promise<{ operation: MovementOperation; repeated: boolean }> {
  if (operation.state !== 'open') return requireOutcome({ operation, repeated: true });
  const { operation: closed, first } = isNew ? await askFor(operation) : await repeat(operation);
  // A request without a key or a reference has no copies, so only a worker can have closed its operation.
  const { idempotency, reference } = operation;
  return { operation: closed, repeated: !first && (idempotency ?? reference) !== undefined };
}

async function askFor(operation: MovementOperation): Promise<Resolution<MovementOperation>> {
  const outcome = await paymentAcquirerOf(operation.account).move(orderOf(operation));
  if (outcome.state === 'forbidden') await withdraw(operation);
  return recordMovementOutcome(operation, outcome);
}

async function repeat(operation: MovementOperation): Promise<Resolution<MovementOperation>> {
  try {
    return await resolveMovement(await reserveOperation(operation, Date.now() + firstLook));
  } catch (error) {
    return resolutionByAnother(error, operation);
  }
}

/**
 * Undoes the opening of a movement after the acquirer refused the request itself. The amount is released, and the
 * idempotency key can be used again.
 *
 * @throws AcquirerForbids; OperationOpen if a copy of the request is in progress
 */
async function withdraw(operation: MovementOperation): Promise<never> {
  const { id, kind, amount, transactionId, idempotency } = operation;
  await repeatWhileStale(async (now?: TransactionState) => {
    const transaction = now ?? requireFound(await getTransactionState(transactionId));
    if (transaction.operation?.id !== id) throw new OperationOpen(id);
    await applyToTransaction(transaction, releaseHold({ id, kind, amount }), [
      withdrawOperation(operation),
      ...forgetOperation(idempotency),
    ]);
  });
  throw acquirerForbids();
}

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

/**
 * Stores the acquirer's answer.
 *
 * @param record the writes of the same database transaction, given the outcome
 * @throws OperationOpen if the acquirer has not answered
 */
export async function recordMovementOutcome(
  operation: MovementOperation,
  outcome: MovementOutcome,
  record: Recording = () => [],
): Promise<Resolution<MovementOperation>> {
  // The acquirer refuses this attempt; an earlier attempt may have moved the money.
  if (outcome.state === 'unknown' || outcome.state === 'absent' || outcome.state === 'forbidden')
    throw new OperationOpen(operation.id);
  const closing = close(operation, outcome, record).then((closed) => ({ operation: closed, first: true }));
  return closing.catch((error) => resolutionByAnother(error, operation));
}

type Answered = Extract<MovementOutcome, { state: 'approved' | 'declined' }>;

type Recording = (closed: MovementOperation) => readonly Write[];

const close = (
  operation: MovementOperation,
  outcome: Answered,
  record: Recording,
): Promise<MovementOperation> =>
  repeatWhileStale(async (now?: TransactionState) => {
    const { id, kind, amount, transactionId, account } = operation;
    const transaction = now ?? requireFound(await getTransactionState(transactionId));
    // Another request or the worker has stored the answer.
    if (transaction.operation?.id !== id) throw new ClosedBefore(requireFound(await getOperation(id)));
    const instead =
      outcome.state === 'declined' && operation.withPayment
        ? releaseInstead(transaction as LiveTransaction, operation)
        : undefined;
    const movement = instead?.movement ?? movementOf();
    const moment = {
      amounts: amountsOf(applyMovement(transaction, movement)),
      entries: transaction.entries + entriesOf(movement).length,
    };
    const closed =
      outcome.state === 'declined'
        ? { ...operation, state: 'declined' as const, decline: outcome.decline }
        : { ...operation, state: 'approved' as const, moment };
    const { line } = movement;
    await applyToTransaction(transaction, movement, [
      closeOperation(closed),
      ...(line?.acquirer ? [nameBalanceTransaction(account.acquirer, line.acquirer.reference, line.id)] : []),
      ...recordFor(operation, closed),
      ...(closed.state === 'approved' ? (operation.replaces ?? []).flatMap(forgetCard) : []),
      ...record(closed),
      ...(instead?.writes ?? []),
    ]);
    return closed;

    function movementOf(): Movement {
      const open = { id, kind, amount };
      return outcome.state === 'declined'
        ? releaseHold(open)
        : completeMovement(transaction, open, { ...operation, figures: outcome.figures }, Date.now());
    }
  });

/**
 * In milliseconds. Florin keeps an `Idempotency-Key` for a day. Shortly before or after the end of that day, the
 * stored key may belong to another request.
 */
const keyKept = 23 * 60 * 60 * 1000;

const recordFor = ({ idempotency, since }: MovementOperation, closed: MovementOperation) =>
  Date.now() - since < keyKept ? recordAnswer(idempotency, recordedAnswerOf(closed)) : [];

/** The answer to a closed movement, which has either a moment or a decline. */
export const recordedAnswerOf = ({ moment, decline }: MovementOperation): RecordedAnswer =>
  moment ?? { declined: decline ?? 'PAYMENT_METHOD_ERROR' };

/**
 * The time for the acquirer to recover from a failure before Florin sends the movement under another key, in
 * milliseconds.
 */
const recoveryTime = 5 * 60 * 1000;

/**
 * Resolves a movement that was sent. If it never arrived, Florin sends it again under the same key, so that the
 * acquirer recognizes a request that is still on its way, whatever the clocks show. Florin uses another key only after
 * the acquirer has ended the request with a failure that it repeats.
 *
 * @throws OperationOpen if the outcome is still unknown
 */
export async function resolveMovement(operation: MovementOperation): Promise<Resolution<MovementOperation>> {
  const adapter = paymentAcquirerOf(operation.account);
  const order = orderOf(operation);
  const became = await adapter.find(order);
  if (became.state !== 'absent') return recordMovementOutcome(operation, became);
  const outcome = await adapter.move(order);
  const { since, attempts } = operation;
  const now = Date.now();
  const isOver = outcome.state === 'unknown' && outcome.ended && now - since > recoveryTime;
  try {
    if (!isOver) return await recordMovementOutcome(operation, outcome);
    const asked = await reviseOperation(operation, { attempts: attempts + 1, due: now + firstLook });
    // The request may have reached the acquirer before it died.
    const left = await adapter.find(orderOf(asked));
    return await recordMovementOutcome(
      asked,
      left.state === 'absent' ? await adapter.move(orderOf(asked)) : left,
    );
  } catch (error) {
    return resolutionByAnother(error, operation);
  }
}
