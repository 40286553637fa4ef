import type { Decline } from '#acquirer/decline.ts';
import type { AuthorizationOrder, AuthorizationOutcome, Instrument } from '#acquirer/live.ts';
import { paymentAcquirerOf } from '#acquirer/payment-acquirers.ts';
import type { Brought } from '#domain/cards/payment.ts';
import { withoutPrefix } from '#domain/merchants/descriptor.ts';
import { orderReferenceIn } from '#domain/transactions/order-reference.ts';
import { type AuthorizationOperation, ClosedBefore, reviseOperation } from '#store/operations.ts';
import { whileMoved } from '#store/table/retry.ts';

/** How long a customer may take at their bank, in milliseconds; after it the authorization is given up. */
export const challengeTime = 60 * 60 * 1000;

/**
 * How long an authorization may take that no bank asks its customer about, in milliseconds. After it nobody asks the
 * acquirer for the money any more, and what is not reserved is given up.
 */
export const authorizationTime = 15 * 60 * 1000;

/** An operation as it is kept now, and what the acquirer says of it. */
export interface Asked {
  operation: AuthorizationOperation;
  outcome: AuthorizationOutcome;
}

export const authorizationOrder = ({
  id,
  account,
  amount,
  currency,
  draft: { descriptor, custom },
  customer,
  requireTds,
  extended,
  increments,
  fee,
  reference,
  challenge,
  brought,
}: AuthorizationOperation): AuthorizationOrder => ({
  ...account,
  id,
  amount,
  currency,
  descriptor: withoutPrefix(descriptor),
  orderReference: orderReferenceIn(custom),
  customer,
  requireTds,
  extended,
  increments,
  fee,
  reference: reference ?? challenge?.reference,
  brought,
});

/** Asks the acquirer to reserve the money. */
export async function requestAuthorization(
  operation: AuthorizationOperation,
  instrument: Instrument,
): Promise<Asked> {
  const adapter = paymentAcquirerOf(operation.account);
  const order = authorizationOrder(operation);
  let latest = operation;
  const outcome = await adapter.authorize(order, instrument, async (reference) => {
    latest = await keepReference(latest, reference);
    if (latest.reference !== reference) await adapter.abandon(order, reference);
    return mayReserve(latest) ? latest.reference : undefined;
  });
  return { operation: latest, outcome };
}

const mayReserve = ({ state, withdrawn }: AuthorizationOperation): boolean => state === 'open' && !withdrawn;

/** Keeps the acquirer's own id of an authorization. @returns the operation as it is now: with another id, or closed */
export const keepReference = (
  operation: AuthorizationOperation,
  reference: string,
): Promise<AuthorizationOperation> =>
  latestOf(operation, (now) => (now.reference || now.withdrawn ? now : reviseOperation(now, { reference })));

/** Keeps the data that the customer has brought back, so that the worker has it too. @returns the operation as it is now */
export const keepBrought = (
  operation: AuthorizationOperation,
  brought: Brought,
): Promise<AuthorizationOperation> =>
  latestOf(operation, (now) => (now.challenge ? reviseOperation(now, { brought }) : now));

async function latestOf(
  operation: AuthorizationOperation,
  revise: (now: AuthorizationOperation) => Promise<AuthorizationOperation> | AuthorizationOperation,
): Promise<AuthorizationOperation> {
  try {
    return await whileMoved(async (now: AuthorizationOperation = operation) => revise(now));
  } catch (error) {
    if (error instanceof ClosedBefore) return error.operation as AuthorizationOperation;
    throw error;
  }
}

/**
 * Resolves an authorization that an earlier request opened. If the acquirer has not made it, it is requested again, until
 * its time is over; then it is given up.
 *
 * @param request requests it again; absent without a card to pay with
 */
export async function resolveAuthorization(
  operation: AuthorizationOperation,
  request?: (operation: AuthorizationOperation) => Promise<Asked>,
): Promise<Asked> {
  const { challenge, credential, withdrawn, since, amount } = operation;
  const age = Date.now() - since;
  const isOver = withdrawn || age > authorizationTime;
  const order = authorizationOrder(operation);
  // Nothing is reserved by an id that is not kept.
  const outcome: AuthorizationOutcome =
    order.reference || isOver
      ? await paymentAcquirerOf(operation.account).findAuthorization(order)
      : { state: 'absent' };
  switch (outcome.state) {
    case 'challenge':
      return withdrawn || age > challengeTime ? giveUp(operation, outcome.reference) : { operation, outcome };
    case 'approved':
      // Its merchant's server was told that nobody knows, and may have charged the customer otherwise.
      return withdrawn || (credential && isOver && amount > 0)
        ? withdraw(operation, outcome.payment.reference, 'PAYMENT_METHOD_ERROR')
        : { operation, outcome };
    case 'absent':
      if (isOver) return withdraw(operation, outcome.reference, 'PAYMENT_METHOD_ERROR');
      return request ? request(operation) : { operation, outcome };
    case 'unknown':
      // Without a reference nothing can be reserved, so the operation ends before the acquirer answers.
      if (isOver && !order.reference) return withdraw(operation, undefined, 'PAYMENT_METHOD_ERROR');
      // A copy of this request may be under way. The acquirer answers the same key with the outcome of the first.
      return request && !challenge && !isOver ? request(operation) : { operation, outcome };
    default:
      return { operation, outcome };
  }
}

/** Has the acquirer forget an authorization for which the customer will not answer their bank. */
export const giveUp = (operation: AuthorizationOperation, reference: string): Promise<Asked> =>
  withdraw(operation, reference, 'TDSECURE_FAILED');

/** Gives an authorization up, whatever became of it: what is reserved by it is released. */
export async function withdrawAuthorization(operation: AuthorizationOperation): Promise<Asked> {
  const fenced = await fence(operation);
  return fenced.state === 'open'
    ? resolveAuthorization(fenced)
    : { operation: fenced, outcome: absentOutcome };
}

/** From now on nobody writes it as approved. */
const fence = (operation: AuthorizationOperation): Promise<AuthorizationOperation> =>
  latestOf(operation, (now) => (now.withdrawn ? now : reviseOperation(now, { withdrawn: true })));

const absentOutcome: AuthorizationOutcome = { state: 'absent' };

/**
 * Gives an authorization up. From the first step on nobody writes it as approved, from the second on the acquirer cannot
 * reserve money for it: so a request that is still at it changes nothing.
 *
 * @param reference the acquirer's own id of it, if the acquirer knows it by one
 */
async function withdraw(
  operation: AuthorizationOperation,
  reference: string | undefined,
  decline: Decline,
): Promise<Asked> {
  const fenced = await fence(operation);
  if (fenced.state !== 'open') return { operation: fenced, outcome: absentOutcome };
  const order = authorizationOrder(fenced);
  const known = order.reference ?? reference;
  const state = known ? (await paymentAcquirerOf(fenced.account).abandon(order, known)).state : 'approved';
  // A card that is saved holds no money, and cannot be cancelled.
  const isOver = state === 'approved' || (state === 'declined' && fenced.amount === 0);
  const outcome: AuthorizationOutcome = isOver
    ? { state: 'declined', decline }
    : { state: 'unknown', cause: `abandoning it was ${state}` };
  return { operation: fenced, outcome };
}
