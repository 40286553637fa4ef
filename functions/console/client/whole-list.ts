import type { Call } from './api.ts';
import { type Part, partOfList } from './paging.ts';
import { completing, limit, readPages } from './reader.ts';
import { inSections, type Sections, timeOf } from './sections.ts';

/**
 * Reads a whole list of the API in sections at once, if it is long.
 *
 * @param merchantId nothing of a merchant is older than its id
 * @param complete asks for what the entries lack
 */
export const readWhole = <T extends { id: string }, Whole extends { id: string } = T>(
  merchantId: string,
  path: string,
  filters: NonNullable<Call['query']>,
  partOf: (answer: unknown) => Part<T> = partOfList<T>,
  complete?: Parameters<typeof completing<T, Whole>>[1],
): Sections<Whole> =>
  inSections(
    ({ from, to, before }) => {
      const times = {
        ...(from !== undefined && { 'filter[from]': new Date(from).toISOString() }),
        ...(to !== undefined && { 'filter[to]': new Date(to).toISOString() }),
      };
      return completing(readPages(path, { ...filters, ...times }, partOf, 'before', before), complete);
    },
    Math.max(timeOf(merchantId), Date.parse(String(filters['filter[from]'] ?? '')) || 0),
    limit,
  );
