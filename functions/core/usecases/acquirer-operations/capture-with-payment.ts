import type { Id } from '#domain/id.ts';
import { applyMovement } from '#domain/transactions/amounts.ts';
import { hold, releaseHold } from '#domain/transactions/open-movement.ts';
import type { Movement, Transaction } from '#domain/transactions/transaction.ts';
import { forgetCard } from '#store/cards/customer-cards.ts';
import type { Write } from '#store/table/transact.ts';
import { unpayLink } from '#store/transactions/links.ts';
import { type MovementOperation, openOperation } from '#store/transactions/operations.ts';
import type { LiveTransaction } from '#store/transactions/transaction-item.ts';
import { operationOf } from './operation-outcome.ts';

/**
 * Opens the capture of a payment of real money that is captured at once. The same database transaction stores the
 * authorization, so that a worker makes the capture even if this function dies.
 *
 * @param transaction new, and approved by its acquirer
 * @param replaces the saved cards that the card of the payment replaces if the capture succeeds
 */
export function openCapture(
  transaction: Transaction,
  replaces: Id[] | undefined,
): { operation: MovementOperation; movement: Movement } {
  const { amount, reference } = transaction;
  const input = { amount, reference };
  const begun = { ...transaction, entries: 0, trailSize: 0 } as LiveTransaction;
  const operation = operationOf(begun, 'capture', input, undefined);
  return {
    operation: { ...operation, withPayment: true, replaces },
    movement: hold('capture', input, operation.id),
  };
}

/**
 * After a refused capture the payment is declined. A release of the hold opens in the same write that closes the
 * capture. The link can be paid again, and the card is not saved.
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
      // The worker's next run makes the release.
      openOperation({ ...release, due: release.since }),
      ...(transaction.linkId
        ? [...unpayLink(transaction.linkId, transaction.id), ...forgetCard(transaction.id)]
        : []),
    ],
  };
}
