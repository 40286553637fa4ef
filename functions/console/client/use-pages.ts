import { type Call, call } from './api.ts';
import { type Loaded, useLoad } from './load.ts';
import { type Paged, pageLength, pageOf } from './paging.ts';
import type { Query } from './router.ts';

/** A page of a list of the API, by the cursor in the URL. */
export function usePages<T extends { id: string }>(
  path: string,
  filters: NonNullable<Call['query']>,
  { before, after }: Query,
  every = 0,
): Loaded<Paged<T>> {
  const query = { limit: pageLength + 1, ...filters, before, after };
  return useLoad(
    `${path} ${JSON.stringify(query)}`,
    async (signal) => pageOf(await call<T[]>('GET', path, { query, signal }), { before, after }),
    every,
  );
}
