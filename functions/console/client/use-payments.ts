import { call } from './api.ts';
import { isSearch, paymentFilters, searchFilters } from './filters.ts';
import { type Loaded, useLoad } from './load.ts';
import { type Paged, type Part, pageLength, pageOf, partOfList } from './paging.ts';
import type { Query } from './router.ts';
import type { Transaction } from './types.ts';

/** The answer of a search. `searchedUntil` is set if there may be more behind that time. */
interface Found {
  payments: Transaction[];
  next: string | null;
  searchedUntil: string | null;
}

export type PaymentPage = Paged<Transaction> & { searchedUntil?: string | null };

/** The route that serves the filters: the API's list, or the search for those that the list does not have. */
export function sourceOf(merchantId: string, query: Query) {
  const path = `api/merchants/${merchantId}`;
  return isSearch(query)
    ? { path: `${path}/search`, filters: searchFilters(query), partOf: partOfSearch }
    : { path: `${path}/transactions`, filters: paymentFilters(query), partOf: partOfList };
}

const partOfSearch = (answer: unknown): Part<Transaction> => {
  const { payments, next } = answer as Found;
  return { items: payments, next: next ?? undefined };
};

/** A page of the payments that the filters in the URL show. It looks again every 15 seconds. */
export function usePayments(merchantId: string, query: Query): Loaded<PaymentPage> {
  const { path, filters } = sourceOf(merchantId, query);
  const { before, after } = query;
  const load = async (signal: AbortSignal): Promise<PaymentPage> => {
    if (isSearch(query)) {
      const cursor = { limit: pageLength, before };
      const found = await call<Found>('GET', path, { query: { ...filters, ...cursor }, signal });
      return {
        items: found.payments,
        newer: undefined,
        older: found.next === null ? undefined : { before: found.next },
        isLater: before !== undefined,
        searchedUntil: found.searchedUntil,
      };
    }
    const cursors = { limit: pageLength + 1, before, after };
    const answer = await call<Transaction[]>('GET', path, { query: { ...filters, ...cursors }, signal });
    return pageOf(answer, { before, after });
  };
  return useLoad(`${path} ${JSON.stringify({ filters, before, after })}`, load, 15_000);
}
