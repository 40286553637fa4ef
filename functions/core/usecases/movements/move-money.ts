import type { Decline } from '#acquirer/decline.ts';
import type { Caller, UserCaller } from '#domain/caller.ts';
import type { Id } from '#domain/id.ts';
import type { Idempotency } from '#domain/idempotency.ts';
import type { Rates } from '#domain/money/exchange.ts';
import { Conflict, Refused, refuse, requireFound } from '#domain/outcome.ts';
import { amountsOf, applyMovement } from '#domain/transactions/amounts.ts';
import { earlierMovement, type Moment } from '#domain/transactions/earlier-movement.ts';
import { refuseTooManyEntries } from '#domain/transactions/movement-rules.ts';
import { heldBy, type OpenMovement } from '#domain/transactions/operation.ts';
import { isAboveLimit } from '#domain/transactions/refund-limit.ts';
import {
  capture,
  increment,
  refund,
  type TestMovement,
  voidPending,
} from '#domain/transactions/test-movements.ts';
import {
  entriesOf,
  type MovementInput,
  type RequestedMovement,
  type TrailEntry,
} from '#domain/transactions/transaction.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { requireNoEarlierRequest } from '#idempotency/record-operation.ts';
import { currentRates } from '#store/ledger/rates.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { admitWrite } from '#store/merchants/unvouched-writes.ts';
import { repeatWhileStale } from '#store/table/retry.ts';
import { applyToTransaction } from '#store/transactions/movement-writes.ts';
import {
  isLive,
  type TransactionState,
  type TransactionWithTrail,
} from '#store/transactions/transaction-item.ts';
import { getTransaction, readTransaction } from '#store/transactions/transactions.ts';
import { forMember } from '../accounts/membership.ts';
import { requestMovement } from '../acquirer-operations/move-at-acquirer.ts';
import { openLiveMovement } from '../acquirer-operations/open-movement.ts';
import { type RecordedAnswer, recordedAnswerOf } from '../acquirer-operations/record-movement.ts';
import { assertStepUp } from '../console/step-up.ts';
import { capRefunds } from './cap-refunds.ts';

/** The domain's rules. @throws Refused */
const rules: Record<OpenMovement['kind'], TestMovement> = {
  increment,
  capture,
  refund,
  void: voidPending,
};

/** An increment, capture, refund or void that an app requests. */
export interface MoveRequest {
  caller: Caller;
  transactionId: Id;
  input: MovementInput;
  idempotency?: Idempotency;
}

export interface MovementDone {
  transaction: TransactionWithTrail;
  entry: TrailEntry;
}

/** The acquirer has accepted the movement, and will make it later. */
export interface MovementAccepted {
  accepted: TransactionWithTrail;
}

/** The acquirer has refused the movement, and nothing has changed. */
export interface MovementDeclined {
  declined: Decline;
}

/** The answer that an earlier copy of the request got, or the moment after the movement that its reference names. */
export interface MovementRepeated {
  repeated: RecordedAnswer;
}

/**
 * Makes an increment, capture, refund or void: reads the transaction, decides by the domain's rule, and writes in one
 * database transaction. For real money it asks the acquirer before the last write. If another movement came first, it
 * starts again. If the request's reference names a movement that was made before, nothing moves.
 *
 * @throws NotFound, NoAccess; ReferenceUsed; Refused if a rule forbids the movement, or if a till refunds or voids above the
 * merchant's limit; Conflict if another movement at the same moment is the reason why the rule forbids this one; OperationOpen
 * if the acquirer has not answered; StepUpMissing if a user refunds above the merchant's limit without a step-up
 */
export async function moveMoney(
  kind: OpenMovement['kind'],
  { caller, transactionId, input, idempotency }: MoveRequest,
): Promise<MovementDone | MovementAccepted | MovementDeclined | MovementRepeated> {
  const done = await repeatWhileStale(async (now?: TransactionState) => {
    // Membership is read once, and is not a condition of the write, since all movements of a merchant would compete
    // for that item.
    // A request with a reference reads the trail again, as another request may have made its movement meanwhile.
    const reading =
      now && input.reference === undefined
        ? { state: now, whole: undefined }
        : forMember(caller, readTransaction(transactionId));
    const [{ state: transaction, whole }, rates] = await Promise.all([reading, currentRates()]);
    if (caller.kind === 'till' || (kind === 'refund' && caller.kind === 'user'))
      await assertWithinLimit(caller, transaction, input);
    // The write requires that the trail has the same length as here, so no two requests make the same movement.
    const earlier =
      input.reference === undefined ? undefined : earlierMovement(requireFound(await whole), kind, input);
    if (earlier && 'moment' in earlier) {
      if (idempotency) await requireNoEarlierRequest(idempotency);
      return { repeated: earlier.moment };
    }
    const capped = () => capRefunds(caller, kind, transaction, input.amount);
    if (isLive(transaction))
      return openLiveMovement(transaction, kind, input, idempotency, { earlier: earlier?.open.id, capped });
    // A request counts once, even if it is repeated internally.
    if (!now) await admitWrite(transaction.unvouched);
    const movement = decide(transaction, rates, now !== undefined);
    const after = applyMovement(transaction, movement);
    const moment = { amounts: amountsOf(after), entries: transaction.entries + entriesOf(movement).length };
    // The end of a long trail is read before the write. If that read failed afterwards, the client would get a 503 for a
    // movement that was made.
    const before = whole && requireFound(await whole);
    await applyToTransaction(transaction, movement, [
      ...recordAnswer(idempotency, moment),
      ...(await capped()),
    ]);
    const { entry } = movement;
    return before
      ? { entry, transaction: { ...before, ...after, trail: [...before.trail, ...entriesOf(movement)] } }
      : { entry, transaction: await transactionAt(transactionId, moment) };
  });
  if ('transaction' in done || 'repeated' in done) return done;
  const { operation, repeated } = await requestMovement(done);
  const recorded = recordedAnswerOf(operation);
  if (repeated) return { repeated: recorded };
  if ('declined' in recorded) return recorded;
  const transaction = await transactionAt(transactionId, recorded);
  if (operation.state === 'accepted') return { accepted: transaction };
  return { transaction, entry: requireFound(transaction.trail.findLast((entry) => entry.kind === kind)) };

  /** Applies the rule. A refusal at the second attempt means that another movement came between: a Conflict. */
  function decide(state: TransactionState, rates: Rates, again: boolean): RequestedMovement {
    try {
      const movement = rules[kind](state, input, rates, Date.now());
      refuseTooManyEntries(movement, state);
      return movement;
    } catch (error) {
      throw again && error instanceof Refused
        ? new Conflict(`The transaction has changed in the meantime: ${error.message}`)
        : error;
    }
  }
}

/**
 * Requires that the user has confirmed their identity before a refund above the merchant's limit. A till cannot
 * confirm anything, so it refunds and voids only up to the limit.
 *
 * @throws StepUpMissing, Refused
 */
async function assertWithinLimit(
  caller: UserCaller,
  transaction: TransactionState,
  { amount }: MovementInput,
): Promise<void> {
  const merchant = requireFound(await findMerchant(transaction.merchantId));
  const { refundedAmount, voidedAmount, accepted } = transaction;
  const refunds = refundedAmount + heldBy({ accepted }, 'refund');
  const returned = caller.kind === 'till' ? refunds + voidedAmount + heldBy({ accepted }, 'void') : refunds;
  if (!isAboveLimit(merchant, { currency: transaction.currency, returned }, amount)) return;
  // This is a Refused and not a NoAccess, since a repeated request must get the recorded answer if the refund was
  // made.
  if (caller.kind === 'till') refuse('amount', 'A till refunds and voids up to the limit in the settings');
  await assertStepUp(caller);
}

/** Returns the transaction as it was at an earlier moment, without later movements. */
export async function transactionAt(
  id: Id,
  { amounts, entries, accepted }: Moment,
): Promise<TransactionWithTrail> {
  const transaction = requireFound(await getTransaction(id));
  const { pendingAmount, capturedAmount, voidedAmount } = amounts;
  // A later increment may have raised the amount, so it is computed from the amounts of that moment. A declined payment has
  // no such amounts.
  const amount =
    transaction.error === undefined
      ? pendingAmount + capturedAmount + voidedAmount + heldBy({ accepted }, 'capture', 'void')
      : transaction.amount;
  return {
    ...transaction,
    ...amounts,
    amount,
    operation: undefined,
    accepted,
    trail: transaction.trail.slice(0, entries),
  };
}
