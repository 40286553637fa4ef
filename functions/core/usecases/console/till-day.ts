import { inGroups } from '#basics/in-groups.ts';
import { closeDay, type DayRefund, mostOfDay, type TillDay } from '#domain/console/till-day.ts';
import { firstIdOf, type Id } from '#domain/id.ts';
import { dayAt, startOfDay } from '#domain/merchants/days.ts';
import type { Merchant } from '#domain/merchants/merchant.ts';
import { timeZoneOf } from '#domain/merchants/time-zone.ts';
import type { Transaction } from '#domain/transactions/transaction.ts';
import { listLines } from '#store/ledger/lines.ts';
import { getTransactionState, listTransactions } from '#store/transactions/transactions.ts';

/**
 * The number of older payments that are read at the same time. If the payments of all refunds of a day were read one
 * after the other, the request could time out.
 */
const atOnce = 50;

/**
 * Reads the approved payments and the refunds of the present day, in the merchant's time zone. The
 * payment of a refund may be older.
 */
export async function dayOfTill(
  merchant: Pick<Merchant, 'id' | 'company' | 'timeZone'>,
  now: number,
): Promise<TillDay> {
  const { id } = merchant;
  const timeZone = timeZoneOf(merchant);
  const start = startOfDay(dayAt(now, timeZone), timeZone);
  const from = firstIdOf(new Date(start).toISOString());
  const [payments, lines] = await Promise.all([
    firstItems(listTransactions(id, { limit: mostOfDay, from, successful: true })),
    firstItems(listLines(id, { limit: mostOfDay, from })),
  ]);
  const known = new Map<Id, Transaction>(payments.map((payment) => [payment.id, payment]));
  const refunded = lines.flatMap(({ kind, transactionId }) =>
    kind === 'refund' && transactionId ? [transactionId] : [],
  );
  const older = [...new Set(refunded)].filter((id) => !known.has(id));
  await inGroups(older, atOnce, async (id) => {
    const payment = await getTransactionState(id);
    if (payment) known.set(id, payment);
  });
  const refunds = lines.flatMap((line): DayRefund[] => {
    const payment = line.kind === 'refund' && line.transactionId && known.get(line.transactionId);
    return payment ? [{ line, payment }] : [];
  });
  const more = payments.length === mostOfDay || lines.length === mostOfDay;
  return { start, payments, sums: closeDay(payments, refunds), more };
}

async function firstItems<T>(all: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const one of all) if (taken.push(one) === mostOfDay) break;
  return taken;
}
