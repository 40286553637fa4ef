import type { Call } from './api.ts';
import { type Part, partOfList } from './paging.ts';
import { completeReader, limit, readPages } from './reader.ts';
import { inSections, type Sections, timeOf } from './sections.ts';

/**
 * Reads a whole list of the API; a long list in several sections at the same time.
 *
 * @param merchantId the merchant of the list, whose id shows the oldest possible time of an entry
 * @param complete requests the missing fields of the entries
 */
export const readWhole = <T extends { id: string }, Whole extends { id: string } = T>(
  merchantId: string,
  path: string,
  filters: NonNullable<Call['query']>,
  partOf: (answer: unknown) => Part<T> = partOfList<T>,
  complete?: Parameters<typeof completeReader<T, Whole>>[1],
): Sections<Whole> =>
  inSections(
    ({ from, to, before }) => {
      const times = {
        ...(from !== undefined && { 'filter[from]': new Date(from).toISOString() }),
        ...(to !== undefined && { 'filter[to]': new Date(to).toISOString() }),
      };
      return completeReader(readPages(path, { ...filters, ...times }, partOf, 'before', before), complete);
    },
    Math.max(timeOf(merchantId), Date.parse(String(filters['filter[from]'] ?? '')) || 0),
    limit,
  );
