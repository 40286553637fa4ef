import { declines } from '#acquirer/decline.ts';
import { idDate } from '#domain/id.ts';
import { processingError } from '#domain/processing-error.ts';
import { detailsOf } from '#domain/transactions/movement-details.ts';
import type { Operation } from '#store/transactions/operations.ts';

/** An operation at an acquirer as events show it: the request and its outcome. */
export function presentOperation(operation: Operation) {
  const { id, kind, amount, currency, state, decline, advice } = operation;
  return {
    id,
    transactionId: operation.kind === 'authorize' ? id : operation.transactionId,
    [kind === 'authorize' ? 'authorization' : kind]: true,
    created: idDate(id),
    currency,
    amount,
    state,
    error: decline ? processingError(declines[decline], advice) : false,
    ...(operation.kind !== 'authorize' && state === 'accepted' && operation.until
      ? { until: new Date(operation.until).toISOString() }
      : {}),
    ...(operation.kind === 'authorize' ? { reference: operation.draft.reference } : detailsOf(operation)),
  };
}
