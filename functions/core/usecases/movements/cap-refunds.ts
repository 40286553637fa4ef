import type { AppCaller, Caller } from '#domain/caller.ts';
import { dayAt } from '#domain/merchants/days.ts';
import { timeZoneOf } from '#domain/merchants/time-zone.ts';
import { formatMoney } from '#domain/money/money.ts';
import { refuse, requireFound } from '#domain/outcome.ts';
import { heldBy, type OpenMovement } from '#domain/transactions/operation.ts';
import { isCapturedOnce } from '#domain/transactions/transaction.ts';
import { mustHaveLimits } from '#store/merchants/members.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { countRefund } from '#store/merchants/refunds-of-day.ts';
import { StaleRead } from '#store/table/retry.ts';
import type { Write } from '#store/table/transact.ts';
import type { TransactionState } from '#store/transactions/transaction-item.ts';

/**
 * The writes that count what an app with limits returns to a customer, for the transaction that returns it. They fail if the limits
 * have changed since they were read, and so does the movement. Other callers have none.
 *
 * @throws Refused above a cap
 */
export async function capRefunds(
  caller: Caller,
  kind: OpenMovement['kind'],
  transaction: TransactionState,
  amount: number,
): Promise<Write[]> {
  const returned = returnedBy(kind, transaction, amount);
  if (caller.kind !== 'app' || !caller.limits || returned === 0) return [];
  const limits: Write = { item: mustHaveLimits(caller.id, caller.limits), onFailed: () => new StaleRead() };
  return [limits, ...(await countReturned(caller, caller.limits, transaction, returned))];
}

async function countReturned(
  { id }: AppCaller,
  { refundCaps, countsWith = id }: NonNullable<AppCaller['limits']>,
  transaction: TransactionState,
  returned: number,
): Promise<Write[]> {
  if (!refundCaps) return [];
  const { currency, merchantId, refundedAmount, voidedAmount, accepted } = transaction;
  const cap = refundCaps.find((one) => one.currency === currency);
  if (!cap) return refuse('amount', `This key may not return ${currency}`);
  const before = refundedAmount + voidedAmount + heldBy({ accepted }, 'refund', 'void');
  if (cap.each !== undefined && before + returned > cap.each)
    refuse('amount', `This key may return at most ${formatMoney(cap.each, currency)} of one payment`);
  if (cap.day === undefined) return [];
  const day = dayAt(Date.now(), timeZoneOf(requireFound(await findMerchant(merchantId))));
  return [countRefund({ merchantId, appId: countsWith, day, currency }, returned, cap.day)];
}

/**
 * The amount that a movement returns to the customer, or no longer takes. A void counts like a refund, as it does for tills: goods may have been
 * sent. If an acquirer allows one capture, a smaller one releases the rest.
 */
function returnedBy(kind: OpenMovement['kind'], transaction: TransactionState, amount: number): number {
  if (kind === 'refund' || kind === 'void') return amount;
  const isLast = kind === 'capture' && isCapturedOnce(transaction);
  return isLast ? Math.max(0, transaction.pendingAmount - amount) : 0;
}
