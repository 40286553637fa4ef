import { AcquirerForbids, OperationOpen } from '#domain/outcome.ts';
import { LinkEnded } from '#domain/transactions/link.ts';
import { StaleRead } from '#store/table/retry.ts';
import { type AuthorizationOperation, ClosedBefore, type Operation } from '#store/transactions/operations.ts';

/** A closed operation, and whether this call has closed it. */
export interface Resolution<O extends Operation> {
  operation: O;
  first: boolean;
}

/**
 * Reads the outcome that another request has stored. The acquirer has made the movement, or will make it, so this is not a
 * refusal.
 *
 * @throws OperationOpen, LinkEnded
 */
export function resolutionByAnother<O extends Operation>(error: unknown, { id }: O): Resolution<O> {
  if (error instanceof ClosedBefore) return requireOutcome({ operation: error.operation as O, first: false });
  throw error instanceof StaleRead ? new OperationOpen(id) : error;
}

/**
 * Returns a resolution whose operation was accepted, approved or declined, or is open.
 *
 * @throws LinkEnded if the payment's link had ended, as the card was not declined; OperationOpen if nobody knows the
 *   outcome, as the answer must claim neither success nor a decline
 */
export function requireOutcome<R extends { operation: Operation }>(resolution: R): R {
  const { operation } = resolution;
  if (operation.state === 'declined' && (operation as AuthorizationOperation).linkEnded)
    throw new LinkEnded();
  if (operation.state === 'unknown') throw new OperationOpen(operation.id);
  return resolution;
}

/**
 * In milliseconds, longer than any function runs. Before this time the request that opened the operation may still be
 * working on it.
 */
export const firstLook = 60_000;

/** The error that the merchant or the customer gets. */
export const acquirerForbids = (): AcquirerForbids =>
  new AcquirerForbids(
    'The acquirer does not accept requests from us at the moment. Nothing was charged or changed; please try again later',
  );
