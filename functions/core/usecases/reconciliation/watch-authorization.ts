import type { Id } from '#domain/id.ts';
import { affectsPending } from '#domain/transactions/operation.ts';
import { markEnding } from '#store/ending-authorizations.ts';
import { getTransactionState } from '#store/transactions.ts';
import { syncPayment } from '../acquirer-events/sync-payment.ts';

const [minute, day] = [60 * 1000, 24 * 60 * 60 * 1000];

/** In milliseconds: the acquirer gets some time to release what has ended, is asked again later, and at last no more. */
const [grace, pause, patience] = [5 * minute, 60 * minute, 3 * day];

/**
 * Warns the merchant of an authorization that ends soon. After its end the acquirer is asked what became of it, so that
 * released money is not pending any longer, whether or not the acquirer's event about it has come.
 *
 * @param now milliseconds since 1970
 * @returns when to look at it again; undefined if nothing is pending, or only the nightly comparison goes on
 * @throws when the acquirer does not answer
 */
export async function watchAuthorization(id: Id, now: number): Promise<number | undefined> {
  const transaction = await getTransactionState(id);
  const { acquirer } = transaction ?? {};
  if (!acquirer?.captureBefore || !isHeld(transaction)) return undefined;
  const end = Date.parse(acquirer.captureBefore);
  if (now < end) {
    await markEnding(id);
    return end + grace;
  }
  const { acquirer: name, account, reference } = acquirer;
  await syncPayment({ acquirer: name, account }, reference);
  const isOver = now > end + patience || !isHeld(await getTransactionState(id));
  return isOver ? undefined : now + pause;
}

/** Whether money is reserved, also if an operation holds it. */
const isHeld = (transaction: Awaited<ReturnType<typeof getTransactionState>>): boolean =>
  transaction !== undefined && (transaction.pendingAmount > 0 || affectsPending(transaction.operation));
