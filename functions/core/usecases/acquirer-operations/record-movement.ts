import type { MovementOutcome } from '#acquirer/acquirer.ts';
import type { Decline } from '#acquirer/decline.ts';
import { hour } from '#basics/time.ts';
import { OperationOpen, requireFound } from '#domain/outcome.ts';
import { amountsOf, applyMovement } from '#domain/transactions/amounts.ts';
import type { Moment } from '#domain/transactions/earlier-movement.ts';
import { completeMovement, declineAccepted, releaseHold } from '#domain/transactions/open-movement.ts';
import { unansweredMovement } from '#domain/transactions/operation.ts';
import { entriesOf, type Movement } from '#domain/transactions/transaction.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { forgetOperation } from '#idempotency/record-operation.ts';
import { forgetCard } from '#store/cards/customer-cards.ts';
import { nameBalanceTransaction } from '#store/reconciliation/acquirer-references.ts';
import { repeatWhileStale } from '#store/table/retry.ts';
import type { Write } from '#store/table/transact.ts';
import { unpayLink } from '#store/transactions/links.ts';
import { applyToTransaction } from '#store/transactions/movement-writes.ts';
import {
  ClosedBefore,
  closeOperation,
  getOperation,
  isClosed,
  type MovementOperation,
  openOperation,
  withdrawOperation,
} from '#store/transactions/operations.ts';
import type { LiveTransaction, TransactionState } from '#store/transactions/transaction-item.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';
import type { AnsweredMovement } from './ask-for-movement.ts';
import { operationOf } from './movement-operation.ts';
import {
  acquirerForbids,
  type Resolution,
  requireOutcome,
  resolutionByAnother,
} from './operation-outcome.ts';

/** The recorded answer to a movement: the transaction after it, or the acquirer's decline. */
export type RecordedAnswer = Moment | { declined: Decline };

/**
 * Stores the acquirer's final answer.
 *
 * @param record the writes of the same database transaction, given the outcome
 * @throws OperationOpen if the acquirer has not answered; AcquirerForbids if it refuses the first request
 */
export async function recordMovementOutcome(
  { operation, outcome, isNew }: AnsweredMovement,
  record: Recording = () => [],
): Promise<Resolution<MovementOperation>> {
  if (!outcome || isClosed(operation)) return requireOutcome({ operation, first: false });
  if (outcome.state === 'forbidden' && isNew) await withdraw(operation);
  // The acquirer refuses this attempt; an earlier attempt may have moved the money.
  if (outcome.state !== 'approved' && outcome.state !== 'declined') throw new OperationOpen(operation.id);
  return close(operation, outcome, record).catch((error) => resolutionByAnother(error, operation));
}

type Answered = Extract<MovementOutcome, { state: 'approved' | 'declined' }>;

type Recording = (closed: MovementOperation) => readonly Write[];

/** The transaction after a movement, for repeats of its request. */
export const momentOf = (after: TransactionState, entries: number): Moment => ({
  amounts: amountsOf(after),
  entries,
  ...(after.accepted && { accepted: after.accepted }),
});

const close = (
  operation: MovementOperation,
  outcome: Answered,
  record: Recording,
): Promise<Resolution<MovementOperation>> =>
  repeatWhileStale(async (now?: TransactionState) => {
    const { id, kind, amount, transactionId, account } = operation;
    const transaction = now ?? requireFound(await getTransactionState(transactionId));
    // Another request or the worker has stored the answer.
    if (!unansweredMovement(transaction, id)) throw new ClosedBefore(requireFound(await getOperation(id)));
    const accepted = transaction.accepted?.find((movement) => movement.id === id);
    // The request for an accepted movement has had its answer, and its repeats get the same.
    const known = accepted && (requireFound(await getOperation(id)) as MovementOperation);
    const instead =
      outcome.state === 'declined' && operation.withPayment
        ? releaseInstead(transaction as LiveTransaction, operation)
        : undefined;
    const movement = instead?.movement ?? movementOf();
    const after = applyMovement(transaction, movement);
    const moment = known?.moment ?? momentOf(after, transaction.entries + entriesOf(movement).length);
    const closed =
      outcome.state === 'declined'
        ? { ...operation, ...known, state: 'declined' as const, decline: outcome.decline }
        : { ...operation, ...known, state: 'approved' as const, moment };
    const { line } = movement;
    if (line && known) line.operation = id;
    await applyToTransaction(transaction, movement, [
      closeOperation(closed),
      ...(line?.acquirer ? [nameBalanceTransaction(account.acquirer, line.acquirer.reference, line.id)] : []),
      ...(known ? [] : recordFor(operation, closed)),
      ...(closed.state === 'approved' ? (operation.replaces ?? []).flatMap(forgetCard) : []),
      ...record(closed),
      ...(instead?.writes ?? []),
    ]);
    return { operation: closed, first: true };

    function movementOf(): Movement {
      const open = { id, kind, amount };
      if (outcome.state === 'declined')
        return accepted ? declineAccepted(accepted, Date.now()) : releaseHold(open);
      return completeMovement(transaction, open, { ...operation, figures: outcome.figures }, Date.now());
    }
  });

/**
 * In milliseconds. Florin keeps an `Idempotency-Key` for a day. Shortly before or after the end of that day, the
 * stored key may belong to another request.
 */
const keyKept = 23 * hour;

/** The write of the recorded answer, for repeats of the request with the same key. */
export const recordFor = ({ idempotency, since }: MovementOperation, closed: MovementOperation) =>
  Date.now() - since < keyKept ? recordAnswer(idempotency, recordedAnswerOf(closed)) : [];

/** The answer to an accepted or closed movement, which has either a moment or a decline. */
export const recordedAnswerOf = ({ moment, decline }: MovementOperation): RecordedAnswer =>
  moment ?? { declined: decline ?? 'PAYMENT_METHOD_ERROR' };

/**
 * After a refused capture the payment is declined. A release of the hold opens in the same write that closes the
 * capture. The link can be paid again, and the card is not saved.
 */
function releaseInstead(
  transaction: LiveTransaction,
  { id, amount, kind }: MovementOperation,
): { movement: Movement; writes: Write[] } {
  const before = applyMovement(transaction, releaseHold({ id, kind, amount }));
  const release = operationOf(before, 'void', { amount }, undefined);
  const opens = { id: release.id, kind: 'void', amount } as const;
  return {
    movement: { change: {}, operation: { closes: id, opens } },
    writes: [
      // The worker's next run makes the release.
      openOperation({ ...release, due: release.since }),
      ...(transaction.linkId
        ? [...unpayLink(transaction.linkId, transaction.id), ...forgetCard(transaction.id)]
        : []),
    ],
  };
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
