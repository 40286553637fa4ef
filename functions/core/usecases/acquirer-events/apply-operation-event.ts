import type { ReceivedEvent } from '#acquirer/events.ts';
import { authorizingAcquirerOf } from '#acquirer/registry.ts';
import { isSameAccount } from '#domain/merchants/acquirer-account.ts';
import { OperationOpen } from '#domain/outcome.ts';
import { LinkEnded } from '#domain/transactions/link.ts';
import {
  type AuthorizationOperation,
  getOperation,
  isClosed,
  type Operation,
} from '#store/transactions/operations.ts';
import { authorizationOrder, keepReference } from '../acquirer-operations/ask-for-authorization.ts';
import { releaseUnused } from '../acquirer-operations/record-authorization.ts';
import { resolveOperation } from '../acquirer-operations/resolve-operation.ts';
import { logForeign } from './log-foreign.ts';

type OperationChanged = Extract<ReceivedEvent, { type: 'operation.changed' }>;

/**
 * Resolves the operation that an acquirer's event is about. If the authorization was given up, or has another id than
 * the stored one, the hold is released, as nobody will capture it.
 *
 * @throws if the acquirer does not say whether it holds money, or keeps holding it: the queue delivers the event
 *   again
 */
export async function applyOperationEvent(event: OperationChanged): Promise<void> {
  const operation = await getOperation(event.operation);
  // The payment belongs to another system on the same account, or its transaction is too old to change.
  if (!operation) return;
  if (!isSameAccount(operation.account, event)) return logForeign(event);
  if (operation.kind !== 'authorize') return resolveIfOpen(operation);
  const known = authorizationOrder(operation).reference;
  const { reference = known } = event;
  if (operation.state === 'open' && reference === known) return resolveIfOpen(operation);
  if (reference !== undefined) await applyToUnknown(operation, reference, event);
}

/** Resolves an open or accepted operation. If its outcome is still unknown, the worker tries again later. */
async function resolveIfOpen(operation: Operation): Promise<void> {
  if (isClosed(operation)) return;
  await resolveOperation(operation).catch((error) => {
    if (!(error instanceof OperationOpen || error instanceof LinkEnded)) throw error;
  });
}

/**
 * Applies an event to an operation that does not know this payment by id. An open operation without an id gets this
 * payment's id.
 */
async function applyToUnknown(
  operation: AuthorizationOperation,
  reference: string,
  event: OperationChanged,
): Promise<void> {
  const { id, state, account } = operation;
  if (state === 'approved' && (operation.reference ?? reference) === reference) return;
  const order = authorizationOrder(operation);
  const became = await authorizingAcquirerOf(account).findAuthorization({ ...order, reference });
  if (became.state === 'unknown') throw new Error(`Nobody knows whether ${id} was made: ${became.cause}`);
  // The payment is on another account, of another operation, or of another amount.
  if (became.state === 'absent') return logForeign(event);
  const latest = order.reference ? operation : await keepReference(operation, reference);
  if (latest.state === 'open' && latest.reference === reference) return resolveIfOpen(latest);
  if (became.state === 'approved') await releaseUnused(latest, reference);
}
