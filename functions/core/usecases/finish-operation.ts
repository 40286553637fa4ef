import type { AuthorizationOutcome } from '#acquirer/live.ts';
import { acquirerOf } from '#acquirer/registry.ts';
import type { AuthorizationOperation, Operation } from '#store/operations.ts';
import { authorizationOrder, challengeTime, giveUp, settleAuthorization } from './live-authorization.ts';
import { askAgain, lookForMovement } from './live-movement.ts';

/**
 * How long an authorization with a customer's card may take to arrive, in milliseconds. Nobody keeps the card, so it
 * cannot be sent again; what has not arrived by then never will.
 */
const arrival = 15 * 60 * 1000;

/**
 * Finds out what became of an operation that is open, and does what is left of it.
 *
 * @returns it, closed or with a challenge that the customer may still meet
 * @throws OperationOpen where nobody knows yet
 */
export async function finishOperation(operation: Operation): Promise<Operation> {
  const settled =
    operation.kind === 'authorize'
      ? await settleAuthorization(operation, await becameOf(operation))
      : await lookForMovement(operation);
  return settled.operation;
}

async function becameOf(operation: AuthorizationOperation): Promise<AuthorizationOutcome> {
  const { account, challenge, credential, since } = operation;
  const adapter = acquirerOf(account);
  const order = authorizationOrder(operation);
  const became = await adapter.findAuthorization(order, challenge?.reference);
  const age = Date.now() - since;
  if (became.state === 'challenge') return age > challengeTime ? giveUp(operation, became.reference) : became;
  if (became.state !== 'absent') return became;
  if (credential) return adapter.authorize(authorizationOrder(await askAgain(operation)), { credential });
  return age > arrival ? { state: 'declined', decline: 'PAYMENT_METHOD_ERROR' } : became;
}
