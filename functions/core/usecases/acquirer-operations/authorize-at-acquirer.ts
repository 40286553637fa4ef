import type { AuthorizationOutcome, Instrument } from '#acquirer/acquirer.ts';
import { type Decline, declines } from '#acquirer/decline.ts';
import { paymentAcquirerOf } from '#acquirer/registry.ts';
import type { ReturnData } from '#domain/cards/challenges.ts';
import type { CustomerCard } from '#domain/cards/customer-card.ts';
import { agreedFee } from '#domain/money/platform-fee.ts';
import { OperationOpen, Refused, requireFound } from '#domain/outcome.ts';
import { LinkEnded } from '#domain/transactions/link.ts';
import { openTransaction } from '#domain/transactions/transaction.ts';
import { endCodeTry, keepCard, tryCode } from '#store/cards/customer-cards.ts';
import { findMerchant, type StoredMerchant } from '#store/merchants/merchants.ts';
import { namePayment } from '#store/reconciliation/acquirer-references.ts';
import { repeatWhileStale, StaleRead } from '#store/table/retry.ts';
import { transact, type Write } from '#store/table/transact.ts';
import { createTransaction } from '#store/transactions/create-transaction.ts';
import { listEnding } from '#store/transactions/ending-authorizations.ts';
import {
  type AuthorizationOperation,
  ClosedBefore,
  closeOperation,
  type MovementOperation,
  OpenedBefore,
  openOperation,
  reviseOperation,
  withdrawOperation,
} from '#store/transactions/operations.ts';
import { openCapture } from './capture-with-payment.ts';
import {
  acquirerForbids,
  firstLook,
  type Resolution,
  requireOutcome,
  resolutionByAnother,
} from './operation-outcome.ts';
import {
  type AuthorizationAnswer,
  authorizationOrder,
  challengeTime,
  giveUp,
  giveUpWithLink,
  keepReturnData,
  requestAuthorization,
  resolveAuthorization,
} from './resolve-authorization.ts';

/** A payment of a live merchant, before Florin asks the acquirer. */
export interface LiveAuthorization
  extends Pick<AuthorizationOperation, 'id' | 'amount' | 'currency' | 'draft'> {
  /** Set if the payment uses a saved card. */
  saved?: CustomerCard;
  instrument: Instrument;
  /** Whether 3-D Secure must be passed. */
  requireTds?: boolean;
  /** Set when the customer abandons 3-D Secure. Cancels the authorization if it is still pending. */
  left?: boolean;
  /** The data that the customer has brought back from their bank. */
  brought?: ReturnData;
  /** The writes that go into the payment's database transaction, given how the payment ended. */
  record(decline: Decline | undefined): readonly Write[];
}

/** An authorization as it stands, with the capture that was opened just now. */
export type Authorized = Resolution<AuthorizationOperation> & { capture?: MovementOperation };

/**
 * Authorizes a payment of real money: opens the operation, asks the acquirer, and stores the answer. A repeated
 * request has the same id, and gets the outcome of the first one.
 *
 * @returns the operation, closed or with a challenge for the customer
 * @throws OperationOpen, LinkEnded; AcquirerForbids if nothing has happened; Refused for settings that the acquirer does
 *   not support
 */
export async function authorizeLive(
  merchant: StoredMerchant,
  { id, amount, currency, draft, saved, instrument, requireTds, left, brought, record }: LiveAuthorization,
): Promise<Authorized> {
  const { id: merchantId, acquirer } = merchant;
  if (!acquirer) throw new Error(`Merchant ${merchantId} has no acquirer`);
  const since = Date.now();
  const operation: AuthorizationOperation = {
    id,
    kind: 'authorize',
    merchantId,
    account: { acquirer: acquirer.acquirer, account: acquirer.account },
    amount,
    currency,
    draft: { ...draft, saved: saved?.id },
    ...termsOf(instrument),
    requireTds,
    // A payment that is captured at once needs neither an extended nor an incremental authorization.
    extended: acquirer.extended && !draft.capture,
    increments: acquirer.increments && !draft.capture,
    fee: agreedFee(acquirer.fee, amount, currency),
    since,
    due: since + firstLook,
    state: 'open',
  };
  const refusal = paymentAcquirerOf(acquirer).refusalOf(authorizationOrder(operation));
  if (refusal) throw new Refused([refusal]);
  const before = await openOrGetEarlier(operation, saved);
  const known = before && brought ? await keepReturnData(before, brought) : before;
  if (known && known.state !== 'open') return requireOutcome({ operation: known, first: false });
  const request = (asked: AuthorizationOperation) =>
    requestAuthorization(asked, withStoredReturnUrl(asked, instrument));
  const asked = await (known ? resolveAuthorization(known, request) : request(operation));
  const { outcome } = asked;
  // The acquirer knows the id of the payment, or an earlier attempt may have charged the card: the operation stays open.
  if (outcome.state === 'forbidden' && !known && !asked.operation.reference) {
    await withdraw(operation);
    throw acquirerForbids();
  }
  const isOver = left && outcome.state === 'challenge';
  return recordAuthorizationOutcome(
    isOver ? await giveUp(asked.operation, outcome.reference) : asked,
    record,
    merchant,
  );
}

/** The parts of the instrument that a repeated request and the worker need. */
function termsOf(
  instrument: Instrument,
): Pick<AuthorizationOperation, 'credential' | 'returnUrl' | 'customer'> {
  if ('credential' in instrument) {
    const { credential } = instrument;
    return { credential, customer: credential.customer };
  }
  const { returnUrl } = instrument;
  return { returnUrl, customer: 'saved' in instrument ? instrument.saved.customer : undefined };
}

/**
 * Removes an authorization that the acquirer refused before it had an id. Florin lets no money be reserved before it
 * has stored the id. The attempt does not count as a wrong security code of a saved card.
 *
 * @throws OperationOpen if a copy of the request is in progress
 */
async function withdraw(operation: AuthorizationOperation): Promise<void> {
  const { id, draft } = operation;
  await transact([withdrawOperation(operation), ...endCodeTry(draft.saved, id, 'PAYMENT_METHOD_ERROR')]);
}

/** The acquirer recognizes a repeated request only if every byte is the same. */
const withStoredReturnUrl = ({ returnUrl }: AuthorizationOperation, instrument: Instrument): Instrument =>
  'credential' in instrument ? instrument : { ...instrument, returnUrl: returnUrl ?? instrument.returnUrl };

/** Opens the operation, or returns it as it is if an earlier request has opened it. */
async function openOrGetEarlier(
  operation: AuthorizationOperation,
  saved: CustomerCard | undefined,
): Promise<AuthorizationOperation | undefined> {
  try {
    await transact([openOperation(operation), ...(saved ? tryCode(saved, operation.id) : [])]);
    return undefined;
  } catch (error) {
    if (error instanceof OpenedBefore) return error.operation as AuthorizationOperation;
    throw error;
  }
}

/**
 * Stores the acquirer's answer: the transaction, even if it was declined, or the challenge for the customer.
 *
 * @param merchant if the caller has read it
 * @throws OperationOpen if the acquirer has not answered; LinkEnded
 */
export async function recordAuthorizationOutcome(
  { operation, outcome }: AuthorizationAnswer,
  record: LiveAuthorization['record'] = () => [],
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
    return { operation: await challenge(operation, outcome), first: true };
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
  const { state } = await paymentAcquirerOf(closed.account).abandon(authorizationOrder(closed), reference);
  if (state !== 'approved') throw new OperationOpen(closed.id);
}

/** Closes a payment whose link has ended, and whose hold is released. The payment gets no transaction. */
async function endWithLink(operation: AuthorizationOperation): Promise<Authorized> {
  const closed = { ...operation, state: 'declined', decline: 'PAYMENT_REJECTED' } as const;
  try {
    await transact([
      closeOperation(closed),
      ...endCodeTry(operation.draft.saved, operation.id, closed.decline),
    ]);
    return { operation: closed, first: true };
  } catch (error) {
    return resolutionByAnother(error, operation);
  }
}

/** Stores the challenge. A copy of the request or the worker may store it at the same moment. */
function challenge(
  operation: AuthorizationOperation,
  { reference, url }: Extract<AuthorizationOutcome, { state: 'challenge' }>,
): Promise<AuthorizationOperation> {
  return repeatWhileStale(async (now: AuthorizationOperation = operation) =>
    now.challenge?.url === url
      ? now
      : reviseOperation(now, {
          challenge: { reference, url },
          brought: undefined,
          due: Date.now() + challengeTime,
        }),
  );
}

async function makeTransaction(
  operation: AuthorizationOperation,
  outcome: Extract<AuthorizationOutcome, { state: 'approved' | 'declined' }>,
  record: LiveAuthorization['record'],
  known: StoredMerchant | undefined,
): Promise<Authorized> {
  const { id, merchantId, account, amount, currency, draft, fee } = operation;
  const merchant = known ?? requireFound(await findMerchant(merchantId));
  const { custom, agreement, text, capture, till, saved, consent, ...kept } = draft;
  const approved = outcome.state === 'approved' ? outcome : undefined;
  const decline = outcome.state === 'declined' ? outcome.decline : undefined;
  const transaction = openTransaction(merchant, {
    ...kept,
    id,
    amount,
    currency,
    tds: outcome.tds,
    error: decline && declines[decline],
    acquirer: approved && { ...account, ...approved.payment, fee },
  });
  const begun = approved && capture && amount > 0 ? openCapture(transaction, consent?.replaces) : undefined;
  const closed = { ...operation, state: outcome.state, decline, captureId: begun?.operation.id };
  const credential = approved && (approved.credential ?? operation.credential);
  // A customer may have agreed only to save the card for payments that they begin themselves. Such a card is not for
  // charges by the merchant.
  const theirs = agreement || amount === 0 || operation.credential ? credential : undefined;
  await createTransaction(
    transaction,
    { custom, agreement, text, credential: theirs },
    {
      merchant,
      movement: begun?.movement,
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
        ...(approved ? [namePayment(account.acquirer, approved.payment.reference, id)] : []),
        // The capture decides whether the payment succeeds.
        ...(begun ? [openOperation(begun.operation)] : record(decline)),
      ],
    },
  );
  return { operation: closed, first: true, capture: begun?.operation };
}
