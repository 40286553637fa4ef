import { inGroups } from '#basics/in-groups.ts';
import { monthsBefore } from '#domain/customers/months-before.ts';
import { namesOf } from '#domain/customers/person.ts';
import { redactLink } from '#domain/customers/redact.ts';
import { firstIdAt, type Id } from '#domain/id.ts';
import { type PaymentLink, statusOf } from '#domain/transactions/link.ts';
import { linkItems } from '#store/customers/items-of-payment.ts';
import { replaceAttributes } from '#store/customers/replace-item.ts';
import { getRetention, putRetention } from '#store/customers/retention.ts';
import { chunks } from '#store/table/list.ts';
import type { Item } from '#store/table/read.ts';
import type { TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import { getTransaction, listTransactions } from '#store/transactions/transactions.ts';
import { erasePayment } from './erase-payment.ts';

/** The payments that are read with one request, and the number that is erased at the same time. */
const [inChunk, atOnce] = [100, 5];

/** With so many waiting payments, a run erases no others. So the item of the progress stays small. */
const mostWaiting = 500;

/**
 * Erases the personal data of a merchant's payments that are older than so many months, the oldest first.
 *
 * The progress is stored after each chunk of payments. So a night reads only the payments that have become old since, and a
 * run that was killed repeats one chunk at most. A payment that waits is remembered by its id and tried again each night.
 *
 * @param now milliseconds since 1970
 * @param end milliseconds since 1970: the run begins no further chunk after this time
 * @param continued whether an earlier run of this night has tried the waiting payments
 * @returns whether payments are left for the next run
 */
export async function eraseOldPayments(
  merchantId: Id,
  months: number,
  now: number,
  { end = Number.POSITIVE_INFINITY, continued = false }: { end?: number; continued?: boolean } = {},
): Promise<boolean> {
  if (months === 0) return false;
  const begun = await getRetention(merchantId);
  let { until, waiting } = begun ?? { until: firstIdAt(0), waiting: [] };
  if (!continued && waiting.length > 0) {
    const left = new Set<Id>();
    await inGroups(waiting, atOnce, async (id) => {
      const transaction = await getTransaction(id);
      if (transaction && !(await eraseOld(transaction))) left.add(id);
    });
    if (left.size < waiting.length) {
      waiting = waiting.filter((id) => left.has(id));
      await putRetention(merchantId, { until, waiting });
    }
  }
  // An operator can run the job for a future time.
  const to = firstIdAt(monthsBefore(Math.min(now, Date.now()), months));
  if (until >= to) return false;
  const old = listTransactions(merchantId, { limit: inChunk, after: until, to });
  for await (const chunk of chunks(old, inChunk)) {
    if (waiting.length >= mostWaiting) return false;
    if (Date.now() > end) return true;
    const left = new Set<Id>();
    await inGroups(chunk, atOnce, async (transaction) => {
      if (!(await eraseOld(transaction))) left.add(transaction.id);
    });
    until = chunk.at(-1)?.id ?? until;
    waiting = [...waiting, ...left];
    await putRetention(merchantId, { until, waiting });
  }
  return false;
}

/** Returns whether the payment is erased. Otherwise it waits. */
async function eraseOld(transaction: TransactionWithTrail): Promise<boolean> {
  const { linkId, erased } = transaction;
  const [link] = linkId ? await linkItems([linkId]) : [];
  let isErased = true;
  if (!erased)
    await erasePayment({ transaction, link, is: 'aged' }, {}, namesOf({}), (what) => {
      if (what === 'waiting') isErased = false;
    });
  if (isErased && link && statusOf(link) !== 'open') await eraseLink(link);
  return isErased;
}

/** A link that can be paid keeps its customer, who needs it. */
async function eraseLink(link: Item & PaymentLink): Promise<void> {
  const names = namesOf({ email: link.email, customer: link.customer });
  await replaceAttributes(link, { ...redactLink(link, names), email: undefined, customer: undefined });
}
