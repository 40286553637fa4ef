import { day, minute } from '#basics/time.ts';
import type { Id } from '#domain/id.ts';
import type { AcquirerAccount } from '#domain/merchants/acquirer-account.ts';
import { affectsPending, type LivePayment, unansweredMovements } from '#domain/transactions/operation.ts';
import { warningTime } from '#domain/transactions/warning-time.ts';
import { logError } from '#observability/log.ts';
import { markEnding } from '#store/transactions/ending-authorizations.ts';
import { getTransactionState } from '#store/transactions/transactions.ts';
import { syncPayment } from '../acquirer-events/adopt-dashboard-movements.ts';
import { watchTestAuthorization } from './test-authorizations.ts';

/**
 * In milliseconds. The job first asks the acquirer `grace` after the end of an authorization, asks again after each
 * `pause`, and stops asking after `patience`. After failures the pauses grow. Otherwise accounts that the acquirer no
 * longer shows could take up all of the job's time.
 */
const [grace, pause, patience] = [5 * minute, 60 * minute, 3 * day];

/**
 * Warns the merchant of an authorization that ends soon. After its end, and after a refused capture, Florin asks the acquirer for its state. So
 * released money is no longer pending, even if the acquirer's event never comes.
 *
 * @param now milliseconds since 1970
 * @returns when to check the authorization again; undefined if nothing is pending, or if only the nightly
 * comparison checks it from now on
 */
export async function watchAuthorization(id: Id, now: number): Promise<number | undefined> {
  const transaction = await getTransactionState(id);
  const { acquirer } = transaction ?? {};
  if (transaction?.test && !acquirer) return watchTestAuthorization(transaction, now);
  if (!acquirer?.captureBefore || !isHeld(transaction)) return undefined;
  const { captureBefore } = acquirer;
  const [warning, end] = [warningTime(id, captureBefore), Date.parse(captureBefore)];
  // An increment may have moved the end after the list was read, or the acquirer has refused a capture.
  const isEarly = now < warning || (now < end && transaction?.endsSoon);
  if (isEarly && (await isSynced(id, acquirer)) && !isHeld(await getTransactionState(id))) return undefined;
  if (now < warning) return warning;
  if (now < end) {
    await markEnding(id, captureBefore);
    return end + grace;
  }
  const since = now - end;
  if (!(await isSynced(id, acquirer))) return since > patience ? undefined : now + Math.max(pause, since / 2);
  const after = await getTransactionState(id);
  if (!isHeld(after)) return undefined;
  const later = after?.acquirer?.captureBefore;
  if (later && later !== captureBefore) return warningTime(id, later);
  return since > patience ? undefined : now + pause;
}

/** @returns whether the acquirer has answered */
async function isSynced(
  id: Id,
  { acquirer, account, reference }: AcquirerAccount & LivePayment,
): Promise<boolean> {
  try {
    await syncPayment({ acquirer, account }, reference);
    return true;
  } catch (error) {
    logError(id, error);
    return false;
  }
}

/** Whether money is reserved, be it pending or held by a movement that the acquirer has not answered. */
const isHeld = (transaction: Awaited<ReturnType<typeof getTransactionState>>): boolean =>
  transaction !== undefined &&
  (transaction.pendingAmount > 0 || unansweredMovements(transaction).some(affectsPending));
