import { acquirerOf } from '#acquirer/registry.ts';
import type { StripeEvent } from '#acquirer/stripe/events.ts';
import { LinkEnded } from '#domain/link.ts';
import { OperationOpen } from '#domain/outcome.ts';
import { getOperation } from '#store/operations.ts';
import { finishOperation } from './finish-operation.ts';
import { authorizationOrder } from './live-authorization.ts';
import { isReportOf, logForeign } from './own-report.ts';

type OperationChanged = Extract<StripeEvent, { type: 'operation.changed' }>;

/**
 * An acquirer knows more of an operation: it is looked at now. One that was given up, and was made all the same, is
 * taken back: nobody waits for it any more.
 *
 * @throws where the acquirer does not say whether it holds money for nobody, or goes on holding it: the event comes again
 */
export async function operationChanged(event: OperationChanged): Promise<void> {
  const operation = await getOperation(event.operation);
  // Of another system at the same account; or its transaction is old, and nothing can change any more.
  if (!operation) return;
  if (!isReportOf(operation.account, event)) return logForeign(event);
  if (operation.state === 'open') {
    await finishOperation(operation).catch((error) => {
      if (!(error instanceof OperationOpen || error instanceof LinkEnded)) throw error;
    });
    return;
  }
  if (operation.kind !== 'authorize' || operation.state !== 'declined') return;
  const adapter = acquirerOf(operation.account);
  const order = authorizationOrder(operation);
  const became = await adapter.findAuthorization(order, operation.challenge?.reference);
  if (became.state === 'unknown')
    throw new Error(`Nobody knows whether ${operation.id} was made: ${became.cause}`);
  // A saved card holds no money, and cannot be cancelled.
  if (became.state !== 'approved' || operation.amount === 0) return;
  const { state } = await adapter.abandon(order, became.payment.reference);
  if (state !== 'approved')
    throw new Error(`${operation.id} was made after it was given up; abandoning it was ${state}`);
}
