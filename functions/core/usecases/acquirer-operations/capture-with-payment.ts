import { applyMovement } from '#domain/transactions/amounts.ts';
import { openMovement, releaseHold } from '#domain/transactions/open-movement.ts';
import type { Movement, Transaction } from '#domain/transactions/transaction.ts';
import { forgetCard } from '#store/customer-cards.ts';
import { unpayLink } from '#store/links.ts';
import { type MovementOperation, openOperation } from '#store/operations.ts';
import type { Write } from '#store/table/transact.ts';
import type { LiveTransaction } from '#store/transactions.ts';
import { operationOf } from './operation-outcome.ts';

/**
 * Real money that is captured with its payment: the capture is opened by the database transaction that writes the
 * authorization, so that a worker makes it, whatever dies.
 *
 * @param transaction new, and approved by its acquirer
 */
export function openCapture(transaction: Transaction): { operation: MovementOperation; movement: Movement } {
  const { amount } = transaction;
  const begun = { ...transaction, entries: 0, trailSize: 0 } as LiveTransaction;
  const operation = operationOf(begun, 'capture', { amount }, undefined);
  return {
    operation: { ...operation, withPayment: true },
    movement: openMovement(transaction, 'capture', { amount }, operation.id),
  };
}

/**
 * A capture that was refused leaves a payment that is declined: what is reserved is released, by an operation that
 * begins as this one ends, its link can be paid again, and its card is not kept.
 */
export function releaseInstead(
  transaction: LiveTransaction,
  { id, amount, kind }: MovementOperation,
): { movement: Movement; writes: Write[] } {
  const before = applyMovement(transaction, releaseHold({ id, kind, amount }));
  const release = operationOf(before, 'void', { amount }, undefined);
  const opens = { id: release.id, kind: 'void', amount } as const;
  return {
    movement: { change: {}, operation: { closes: id, opens } },
    writes: [
      // The worker's next run is to do it.
      openOperation({ ...release, due: release.since }),
      ...(transaction.linkId
        ? [...unpayLink(transaction.linkId, transaction.id), ...forgetCard(transaction.id)]
        : []),
    ],
  };
}
