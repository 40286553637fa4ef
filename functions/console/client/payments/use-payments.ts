import { may } from '#domain/merchants/roles.ts';
import type { Query } from '../browser/router.ts';
import { type FoundPart, mergeFound, mergeLists } from '../lists/merged-lists.ts';
import { type Paged, type Part, pageLength, pageOf, partOfList } from '../lists/paging.tsx';
import { call } from '../requests/api.ts';
import { type Loaded, useLoad } from '../requests/load.ts';
import type { Console } from '../requests/session.ts';
import { nameOf } from '../values/names.ts';
import type { Member, Transaction } from '../values/types.ts';
import { isSearch, paymentFilters, searchFilters } from './filters.ts';
import type { Reading } from './search-text.ts';

/** The answer of a search. `searchedUntil` is set if there may be further results before that time. */
interface Found {
  payments: Transaction[];
  next: string | null;
  searchedUntil: string | null;
}

export type PaymentPage = Paged<Transaction> & {
  searchedUntil?: string | null;
  /** The merchants that could not be read. */
  missing: { name: string; error: Error }[];
};

/** The route that serves the filters: the API's list, or else the search, which has all filters. */
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

/** The merchants whose payments the URL names: this one, or all of the user's merchants in the same mode. */
export function merchantsOf(
  { session, merchant }: Pick<Console, 'session' | 'merchant'>,
  query: Query,
): Member[] {
  if (query.merchants !== 'all') return [merchant];
  return session.merchants.filter(
    ({ test, role }) => test === merchant.test && may(role, 'GET /merchants/{merchantId}/transactions'),
  );
}

/** A page of the payments that match the filters in the URL. It is read again every 15 seconds. */
export function usePayments(members: readonly Member[], query: Query): Loaded<PaymentPage> {
  const { before, after } = query;
  const load = async (signal: AbortSignal): Promise<PaymentPage> => {
    const answers = await Promise.allSettled(members.map(({ id }) => readPart(id, query, signal)));
    const parts = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const missing = answers.flatMap((one, n) =>
      one.status === 'rejected' ? [{ name: nameOf(members[n] as Member), error: one.reason as Error }] : [],
    );
    // A merchant that cannot be read does not hide the payments of other merchants. If no merchant can be read, the
    // page shows an error.
    if (parts.length === 0) throw missing[0]?.error;
    const page = isSearch(query)
      ? mergeFound(parts, before)
      : pageOf(mergeLists(parts, after), { before, after });
    return { ...page, missing };
  };
  const ids = members.map(({ id }) => id);
  const filters = isSearch(query) ? searchFilters(query) : paymentFilters(query);
  return useLoad(JSON.stringify({ ids, filters, before, after }), load, 15_000);
}

/** Reads those payments of one merchant that can be on the page. */
async function readPart(
  merchantId: string,
  query: Query,
  signal: AbortSignal,
): Promise<FoundPart<Transaction>> {
  const { path, filters } = sourceOf(merchantId, query);
  const { before, after } = query;
  if (!isSearch(query)) {
    const cursors = { limit: pageLength + 1, before, after };
    const items = await call<Transaction[]>('GET', path, { query: { ...filters, ...cursors }, signal });
    return { items, next: undefined, searchedUntil: null };
  }
  const cursor = { limit: pageLength, before };
  const found = await call<Found>('GET', path, { query: { ...filters, ...cursor }, signal });
  return { items: found.payments, next: found.next ?? undefined, searchedUntil: found.searchedUntil };
}

/** The first reading of a text that finds a payment beside the other filters; the first of all if none does. */
export async function firstThatFinds(
  readings: readonly Reading[],
  members: readonly Member[],
  query: Query,
): Promise<Reading | undefined> {
  if (readings.length === 1) return readings[0];
  for (const reading of readings) {
    if (reading.kind === 'id') return reading;
    const sources = members.map(({ id }) => sourceOf(id, { ...query, ...reading.filters }));
    const found = await Promise.all(
      sources.map(async ({ path, filters, partOf }) => {
        try {
          return (
            partOf(await call<unknown>('GET', path, { query: { ...filters, limit: 1 } })).items.length > 0
          );
        } catch {
          return false; // The page reads the list of the chosen reading, and shows its error.
        }
      }),
    );
    if (found.includes(true)) return reading;
  }
  return readings[0];
}
