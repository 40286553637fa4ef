import type { Id } from '#domain/id.ts';
import { affectsPending } from '#domain/transactions/operation.ts';
import { markEnding } from '#store/ending-authorizations.ts';
import { getTransactionState } from '#store/transactions.ts';
import { syncPayment } from '../acquirer-events/adopt-dashboard-movements.ts';

const [minute, day] = [60 * 1000, 24 * 60 * 60 * 1000];

/**
 * In milliseconds after the end of an authorization: the job first asks the acquirer after `grace`, asks again after each
 * `pause`, and stops asking after `patience`.
 */
const [grace, pause, patience] = [5 * minute, 60 * minute, 3 * day];

/**
 * Warns the merchant of an authorization that ends soon. After its end Florin asks the acquirer what became of it. Released
 * money then is no longer pending, even if the acquirer's event never comes.
 *
 * @param now milliseconds since 1970
 * @returns when to look at it again; undefined if nothing is pending, or if only the nightly comparison asks from now on
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

/** Whether money is reserved, be it pending or held by an open operation. */
const isHeld = (transaction: Awaited<ReturnType<typeof getTransactionState>>): boolean =>
  transaction !== undefined && (transaction.pendingAmount > 0 || affectsPending(transaction.operation));
