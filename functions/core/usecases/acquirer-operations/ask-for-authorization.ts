import type { AuthorizationOrder, AuthorizationOutcome, Instrument } from '#acquirer/acquirer.ts';
import type { Decline } from '#acquirer/decline.ts';
import { methodAt } from '#acquirer/methods.ts';
import { authorizingAcquirerOf } from '#acquirer/registry.ts';
import { hour } from '#basics/time.ts';
import type { ReturnData } from '#domain/cards/challenges.ts';
import { withoutPrefix } from '#domain/merchants/descriptor.ts';
import { orderReferenceIn } from '#domain/transactions/order-data.ts';
import { codeLifetime, codeWatchTime } from '#domain/transactions/till-code-lifetime.ts';
import { repeatWhileStale } from '#store/table/retry.ts';
import {
  type AuthorizationOperation,
  ClosedBefore,
  reviseOperation,
} from '#store/transactions/operations.ts';

/**
 * The longest time that a customer may spend at their bank, in milliseconds. After this time Florin gives up the
 * authorization.
 */
export const challengeTime = hour;

/**
 * The time that the customer has, and the acquirer after them, in milliseconds. A method states its own. At a till it is
 * shorter, so that the till learns of each payment that succeeds.
 */
export function answerTime({ account, draft }: Pick<AuthorizationOperation, 'account' | 'draft'>): number {
  const method = draft.method && methodAt(account, draft.method.type);
  if (!method) return challengeTime;
  const time = (method.minutes + method.settles) * 60 * 1000;
  return draft.till ? Math.min(time, codeWatchTime - codeLifetime) : time;
}

/**
 * The longest time for an authorization without a challenge, in milliseconds. After this time Florin no longer asks
 * the acquirer for the money, and gives up an authorization that has reserved nothing.
 */
export const authorizationTime = 15 * 60 * 1000;

/** An operation as stored, and what the acquirer has answered about this operation. */
export interface AuthorizationAnswer {
  operation: AuthorizationOperation;
  outcome: AuthorizationOutcome;
}

export const authorizationOrder = ({
  id,
  account,
  amount,
  currency,
  draft: { descriptor, custom, method },
  customer,
  requireTds,
  extended,
  increments,
  fee,
  reference,
  challenge,
  brought,
  returnUrl,
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
  method: method?.type,
  returnUrl,
});

/** Asks the acquirer to reserve the money. */
export async function requestAuthorization(
  operation: AuthorizationOperation,
  instrument: Instrument,
): Promise<AuthorizationAnswer> {
  const adapter = authorizingAcquirerOf(operation.account);
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

/**
 * Stores the acquirer's own id of an authorization.
 *
 * @returns the operation as stored now: possibly with another id, or closed
 */
export const keepReference = (
  operation: AuthorizationOperation,
  reference: string,
): Promise<AuthorizationOperation> =>
  latestOf(operation, (now) => (now.reference || now.withdrawn ? now : reviseOperation(now, { reference })));

/**
 * Stores the data that the customer has brought back from their bank, so that the worker can send it to the acquirer.
 *
 * @returns the operation as stored now
 */
export const keepReturnData = (
  operation: AuthorizationOperation,
  brought: ReturnData,
): Promise<AuthorizationOperation> =>
  latestOf(operation, (now) => (now.challenge ? reviseOperation(now, { brought }) : now));

/**
 * Changes an authorization as it is stored now, even if others change it at the same time.
 *
 * @returns the operation as stored then, or closed
 */
export async function latestOf(
  operation: AuthorizationOperation,
  revise: (now: AuthorizationOperation) => Promise<AuthorizationOperation> | AuthorizationOperation,
): Promise<AuthorizationOperation> {
  try {
    return await repeatWhileStale(async (now: AuthorizationOperation = operation) => revise(now));
  } catch (error) {
    if (error instanceof ClosedBefore) return error.operation as AuthorizationOperation;
    throw error;
  }
}

/**
 * Resolves an authorization that an earlier request opened. If the acquirer has not made it, Florin requests it again
 * until its time is over, and then gives it up.
 *
 * @param request requests the authorization again; absent if Florin has no card to charge
 */
export async function resolveAuthorization(
  operation: AuthorizationOperation,
  request?: (operation: AuthorizationOperation) => Promise<AuthorizationAnswer>,
): Promise<AuthorizationAnswer> {
  const { challenge, credential, withdrawn, since, amount } = operation;
  const age = Date.now() - since;
  const isOver = withdrawn || age > authorizationTime;
  const order = authorizationOrder(operation);
  // The acquirer reserves nothing under an id that Florin has not stored.
  const outcome: AuthorizationOutcome =
    order.reference || isOver
      ? await authorizingAcquirerOf(operation.account).findAuthorization(order)
      : { state: 'absent' };
  switch (outcome.state) {
    case 'challenge':
      return withdrawn || age > answerTime(operation)
        ? giveUp(operation, outcome.reference)
        : { operation, outcome };
    case 'approved':
      // The merchant's server got OPERATION_OPEN, and may have charged the customer in another way.
      return withdrawn || (credential && isOver && amount > 0)
        ? withdraw(operation, outcome.payment.reference, 'PAYMENT_METHOD_ERROR')
        : { operation, outcome };
    case 'absent':
      if (isOver) return withdraw(operation, outcome.reference, 'PAYMENT_METHOD_ERROR');
      return request ? request(operation) : { operation, outcome };
    case 'unknown':
      // The acquirer can reserve no money without a stored reference, so Florin ends the operation without an answer.
      if (isOver && !order.reference) return withdraw(operation, undefined, 'PAYMENT_METHOD_ERROR');
      // A copy of this request may be under way. The acquirer answers the same key with the outcome of the first.
      return request && !challenge && !isOver ? request(operation) : { operation, outcome };
    default:
      return { operation, outcome };
  }
}

/** Cancels an authorization at the acquirer after the customer has left their bank, or the page or app of a method. */
export const giveUp = (operation: AuthorizationOperation, reference: string): Promise<AuthorizationAnswer> =>
  withdraw(operation, reference, operation.draft.method ? 'PAYMENT_REJECTED' : 'TDSECURE_FAILED');

/**
 * Cancels an authorization at the acquirer after its link was switched off, or paid by another payment. If the capture
 * of the other payment fails, the link is open again. Even then, no copy of the request may store this authorization,
 * whose hold is being released.
 */
export const giveUpWithLink = (
  operation: AuthorizationOperation,
  reference: string,
): Promise<AuthorizationAnswer> => withdraw(operation, reference, 'PAYMENT_REJECTED', { linkEnded: true });

/** Gives an authorization up, whatever its outcome, and releases its hold. */
export async function withdrawAuthorization(operation: AuthorizationOperation): Promise<AuthorizationAnswer> {
  const fenced = await fence(operation);
  return fenced.state === 'open'
    ? resolveAuthorization(fenced)
    : { operation: fenced, outcome: absentOutcome };
}

/** Marks an authorization so that no request can store it as approved any more. */
const fence = (
  operation: AuthorizationOperation,
  reason: Pick<AuthorizationOperation, 'linkEnded'> = {},
): Promise<AuthorizationOperation> =>
  latestOf(operation, (now) => (now.withdrawn ? now : reviseOperation(now, { withdrawn: true, ...reason })));

const absentOutcome: AuthorizationOutcome = { state: 'absent' };

/**
 * Gives an authorization up. The first step keeps every request from storing it as approved, and the second keeps the
 * acquirer from reserving money for it. So a request that is still running changes nothing.
 *
 * @param reference the acquirer's own id of the authorization, if there is one
 */
async function withdraw(
  operation: AuthorizationOperation,
  reference: string | undefined,
  decline: Decline,
  reason?: Pick<AuthorizationOperation, 'linkEnded'>,
): Promise<AuthorizationAnswer> {
  const fenced = await fence(operation, reason);
  if (fenced.state !== 'open') return { operation: fenced, outcome: absentOutcome };
  const order = authorizationOrder(fenced);
  const known = order.reference ?? reference;
  const state = known
    ? (await authorizingAcquirerOf(fenced.account).abandon(order, known)).state
    : 'approved';
  // An authorization that only saves a card holds no money, and cannot be cancelled.
  const isOver = state === 'approved' || (state === 'declined' && fenced.amount === 0);
  const outcome: AuthorizationOutcome = isOver
    ? { state: 'declined', decline }
    : { state: 'unknown', cause: `abandoning it was ${state}` };
  return { operation: fenced, outcome };
}
