import type { AuthorizationOutcome } from '#acquirer/acquirer.ts';
import { type Decline, declines } from '#acquirer/decline.ts';
import { methodAt } from '#acquirer/methods.ts';
import { authorizingAcquirerOf } from '#acquirer/registry.ts';
import { simulatedAccount } from '#acquirer/simulated/payments.ts';
import { isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { OperationOpen, requireFound } from '#domain/outcome.ts';
import type { DeclineAdvice } from '#domain/processing-error.ts';
import { LinkEnded } from '#domain/transactions/link.ts';
import { capture as captureTest } from '#domain/transactions/test-movements.ts';
import { openTransaction } from '#domain/transactions/transaction.ts';
import { endCodeTry, keepCard } from '#store/cards/customer-cards.ts';
import { currentRates } from '#store/ledger/rates.ts';
import { findMerchant, type StoredMerchant } from '#store/merchants/merchants.ts';
import { nameGivenUp, namePayment } from '#store/reconciliation/acquirer-references.ts';
import { repeatWhileStale, StaleRead } from '#store/table/retry.ts';
import { transact, type Write } from '#store/table/transact.ts';
import { createTransaction } from '#store/transactions/create-transaction.ts';
import { listEnding } from '#store/transactions/ending-authorizations.ts';
import {
  type AuthorizationOperation,
  ClosedBefore,
  closeOperation,
  type MovementOperation,
  openOperation,
  reviseOperation,
} from '#store/transactions/operations.ts';
import {
  type AuthorizationAnswer,
  answerTime,
  authorizationOrder,
  giveUpWithLink,
} from './ask-for-authorization.ts';
import { openCapture } from './movement-operation.ts';
import { type Resolution, requireOutcome, resolutionByAnother } from './operation-outcome.ts';

/** The writes that go into the payment's database transaction, given how the payment ended. */
export type RecordAuthorization = (decline: Decline | undefined, advice?: DeclineAdvice) => readonly Write[];

/** An authorization as it stands, with the capture that was opened just now. */
export type Authorized = Resolution<AuthorizationOperation> & { capture?: MovementOperation };

/**
 * Stores the acquirer's answer: the transaction, even if it was declined, or the challenge for the customer.
 *
 * @param merchant if the caller has read it
 * @throws OperationOpen if the acquirer has not answered; LinkEnded
 */
export async function recordAuthorizationOutcome(
  { operation, outcome }: AuthorizationAnswer,
  record: RecordAuthorization = () => [],
  merchant?: StoredMerchant,
): Promise<Authorized> {
  if (operation.state !== 'open') return requireOutcome({ operation, first: false });
  // The acquirer refuses this attempt; an earlier attempt may have reserved the money.
  if (outcome.state === 'unknown' || outcome.state === 'absent' || outcome.state === 'forbidden')
    throw new OperationOpen(operation.id);
  if (outcome.state === 'declined' && operation.linkEnded)
    return requireOutcome(await endWithLink(operation));
  try {
    if (outcome.state !== 'challenge') return await makeTransaction(operation, outcome, record, merchant);
    return { operation: await keepChallenge(operation, outcome), first: true };
  } catch (error) {
    if (outcome.state !== 'approved') return resolutionByAnother(error, operation);
    const { reference } = outcome.payment;
    if (error instanceof LinkEnded || isGivenUpWithLink(error)) {
      const answer = await giveUpWithLink(operation, reference);
      if (answer.operation.state !== 'open') await releaseUnused(answer.operation, reference);
      return recordAuthorizationOutcome(answer);
    }
    if (error instanceof ClosedBefore)
      await releaseUnused(error.operation as AuthorizationOperation, reference);
    return resolutionByAnother(error, operation);
  }
}

/** Whether a write met an authorization that a copy of the request is giving up with its link. */
const isGivenUpWithLink = (error: unknown): boolean =>
  error instanceof StaleRead && (error.now as AuthorizationOperation | undefined)?.linkEnded === true;

/**
 * Releases an authorization at the acquirer whose id no transaction has: the operation was closed as declined, or was
 * approved with another id.
 *
 * @throws OperationOpen if the acquirer still holds the money
 */
export async function releaseUnused(closed: AuthorizationOperation, reference: string): Promise<void> {
  // An amount of 0 holds no money. An old operation has no stored id, but its transaction has.
  const isUsed = closed.state === 'approved' && (closed.reference ?? reference) === reference;
  if (isUsed || closed.amount === 0) return;
  const { state } = await authorizingAcquirerOf(closed.account).abandon(
    authorizationOrder(closed),
    reference,
  );
  if (state !== 'approved') throw new OperationOpen(closed.id);
}

/** Closes a payment whose link has ended, and whose hold is released. The payment gets no transaction. */
async function endWithLink(operation: AuthorizationOperation): Promise<Authorized> {
  const closed = { ...operation, state: 'declined', decline: 'PAYMENT_REJECTED' } as const;
  try {
    await transact([
      closeOperation(closed),
      ...endCodeTry(operation.draft.saved, operation.id, closed.decline),
      ...givenUp(operation),
    ]);
    return { operation: closed, first: true };
  } catch (error) {
    return resolutionByAnother(error, operation);
  }
}

/** The mark of a given up payment whose real money may still move, until the acquirer returns it. */
function givenUp({ account, draft, reference }: AuthorizationOperation): Write[] {
  const mayMove = draft.method && methodAt(account, draft.method.type)?.captured === 'at once';
  const isReal = !isSameAccount(account, simulatedAccount);
  return reference && mayMove && isReal ? [nameGivenUp(account.acquirer, reference)] : [];
}

/** Stores the challenge. A copy of the request or the worker may store it at the same moment. */
function keepChallenge(
  operation: AuthorizationOperation,
  { state, ...challenge }: Extract<AuthorizationOutcome, { state: 'challenge' }>,
): Promise<AuthorizationOperation> {
  return repeatWhileStale(async (now: AuthorizationOperation = operation) =>
    now.challenge?.url === challenge.url && now.challenge?.kind === challenge.kind
      ? now
      : reviseOperation(now, {
          challenge,
          // A customer who only waits has no new task.
          brought: challenge.kind === 'wait' ? now.brought : undefined,
          // A later challenge does not give the customer more time.
          due: now.since + answerTime(now) + 1,
        }),
  );
}

async function makeTransaction(
  operation: AuthorizationOperation,
  outcome: Extract<AuthorizationOutcome, { state: 'approved' | 'declined' }>,
  record: RecordAuthorization,
  known: StoredMerchant | undefined,
): Promise<Authorized> {
  const { id, merchantId, account, amount, currency, draft, fee } = operation;
  const merchant = known ?? requireFound(await findMerchant(merchantId));
  const { custom, agreement, text, capture, till, saved, consent, source, ...kept } = draft;
  const approved = outcome.state === 'approved' ? outcome : undefined;
  const { decline, advice } = outcome.state === 'declined' ? outcome : {};
  const transaction = openTransaction(merchant, {
    ...kept,
    id,
    amount,
    currency,
    tds: outcome.tds,
    error: decline && declines[decline],
    advice,
    acquirer: approved && !merchant.test ? { ...account, ...approved.payment, fee } : undefined,
  });
  const captures = approved && (capture || approved.payment.captured) && amount > 0;
  const begun = captures && !merchant.test ? openCapture(transaction, consent?.replaces) : undefined;
  // Test money is captured by the domain's rules, whichever method pays.
  const captured =
    captures && merchant.test
      ? captureTest(
          transaction,
          { amount, reference: transaction.reference },
          await currentRates(),
          Date.now(),
        )
      : undefined;
  const closed = { ...operation, state: outcome.state, decline, advice, captureId: begun?.operation.id };
  const credential = approved && (approved.credential ?? operation.credential);
  // A customer may have agreed only to save the card for payments that they begin themselves. Such a card is not for
  // charges by the merchant.
  const theirs = agreement || amount === 0 || operation.credential ? credential : undefined;
  await createTransaction(
    transaction,
    { custom, agreement, text, credential: theirs },
    {
      merchant,
      movement: begun?.movement ?? captured,
      till,
      alongside: [
        closeOperation(closed),
        ...endCodeTry(saved, id, decline),
        // If the capture is declined, the new card is not saved, and the cards that it replaces must still be there.
        ...keepCard(
          transaction,
          credential && { ...credential, at: account },
          consent && (begun ? { ...consent, replaces: [] } : consent),
        ),
        ...(approved?.payment.captureBefore && !begun
          ? [listEnding(id, approved.payment.captureBefore)]
          : []),
        ...(approved && !merchant.test
          ? [namePayment(account.acquirer, approved.payment.reference, id)]
          : []),
        ...(approved ? [] : givenUp(operation)),
        // The capture decides whether the payment succeeds.
        ...(begun ? [openOperation(begun.operation)] : record(decline, advice)),
      ],
    },
  );
  return { operation: closed, first: true, capture: begun?.operation };
}
