import { bestTerms, type Criteria, matchesCriteria, type Term } from '#domain/console/search.ts';
import type { Id } from '#domain/id.ts';
import { listUnderTerms } from '#store/console/search.ts';
import { chunks, firstOf, type Slice } from '#store/table/list.ts';
import type { TransactionWithTrail } from '#store/transactions/transaction-item.ts';
import { getTransaction, listTransactions } from '#store/transactions/transactions.ts';

/** The most payments that one search reads. The caller can continue after the last of them. */
const mostRead = 1000;

/**
 * A search reads at most this many of the newest payments from the list, where they appear within milliseconds. The
 * search index has them a second or two later.
 */
const mostRecent = 50;

/** A search without a term reads at least this many payments at once from the list, as most of them may not match. */
const leastAtOnce = 100;

/** The number of payments that are read at the same time. */
const atOnce = 50;

export interface Search {
  found: AsyncGenerator<TransactionWithTrail>;
  /** The end of the search; undefined before the end. `at` is the last payment read if the search reached its limit. */
  end(): { at?: Id } | undefined;
}

/** Searches a merchant's payments, the newest first. It reads payments only as the caller iterates `found`. */
export function searchPayments(merchantId: Id, criteria: Criteria, slice: Slice): Search {
  let end: { at?: Id } | undefined;
  return { found: find(), end: () => end };

  async function* find(): AsyncGenerator<TransactionWithTrail> {
    let read = 0;
    for await (const payment of candidatesOf(merchantId, criteria, slice)) {
      // The key of a term is a shortened hash, which could in theory be the same for two merchants.
      if (payment.merchantId === merchantId && matchesCriteria(payment, criteria)) yield payment;
      if (++read < mostRead) continue;
      end = { at: payment.id };
      return;
    }
    end = {};
  }
}

/**
 * Reads all payments that meet the criteria, and possibly others, the newest first. If the index has nothing for a text, the text
 * may be a part without a term, such as the `INV` of all invoices, or the beginning of a number: then the list is read, as for
 * criteria that the index does not serve.
 */
async function* candidatesOf(
  merchantId: Id,
  criteria: Criteria,
  slice: Slice,
): AsyncGenerator<TransactionWithTrail> {
  const terms = bestTerms(criteria);
  const isPart = criteria.text !== undefined && !(await hasAny(merchantId, terms));
  if (terms.length === 0 || isPart) {
    const { state, ...others } = criteria;
    const isFiltered = Object.values(others).some((value) => value !== undefined);
    const limit = isFiltered ? Math.max(slice.limit, leastAtOnce) : slice.limit;
    yield* listTransactions(merchantId, { ...slice, limit, ...listOf(state) });
    return;
  }
  const ids = listUnderTerms(merchantId, terms, slice);
  const begun = ids.next();
  begun.catch(() => {}); // the loop below throws the error
  let oldest: Id | undefined;
  if (slice.before === undefined) {
    const limit = Math.min(slice.limit, mostRecent);
    const newest = await firstOf(listTransactions(merchantId, { ...slice, limit }), limit);
    yield* newest;
    oldest = newest.at(-1)?.id;
  }
  for await (const some of chunks(olderThan(oldest, begun, ids), Math.min(slice.limit, atOnce))) {
    const read = await Promise.all(some.map(getTransaction));
    for (const payment of read) if (payment) yield payment;
  }
}

/** Whether the index has a payment under one of the terms. */
const hasAny = async (merchantId: Id, terms: readonly Term[]): Promise<boolean> =>
  !(await listUnderTerms(merchantId, terms, { limit: 1 }).next()).done;

/** The list that contains the payments of a state; no filter for states without a list. */
function listOf(state: Criteria['state']): { successful?: boolean; pending?: true } {
  if (state === 'pending') return { pending: true };
  return state === 'successful' || state === 'declined' ? { successful: state === 'successful' } : {};
}

async function* olderThan(
  oldest: Id | undefined,
  begun: Promise<IteratorResult<Id>>,
  ids: AsyncGenerator<Id>,
): AsyncGenerator<Id> {
  for (let next = await begun; !next.done; next = await ids.next())
    if (oldest === undefined || next.value < oldest) yield next.value;
}
