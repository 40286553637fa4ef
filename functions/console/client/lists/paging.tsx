import { printPlace, type Query } from '../browser/router.ts';
import { Icon } from '../parts/icons.tsx';
import { type Call, call } from '../requests/api.ts';
import { type Loaded, useLoad } from '../requests/load.ts';
import { t } from '../values/texts.ts';

/** The entries on a page of a list. */
export const pageLength = 25;

export interface Paged<T> {
  items: T[];
  /** The cursors of the neighbouring pages, as filters of the URL; undefined at an end of the list. */
  newer: { after: string } | undefined;
  older: { before: string } | undefined;
  /** Whether the list has items before this page. */
  isLater: boolean;
}

/**
 * Makes a page from an answer, which has one more entry than the page if the list continues.
 *
 * @param stop the last entry that a search has read, if it has ended before the end of the list
 */
export function pageOf<T extends { id: string }>(
  answer: readonly T[],
  { before, after }: { before?: string | undefined; after?: string | undefined },
  length = pageLength,
  stop?: string,
): Paged<T> {
  const hasMore = answer.length > length;
  const part = answer.slice(0, length);
  // The API lists from a cursor to newer entries with the oldest entry first.
  const items = after ? part.reverse() : part;
  const [first, last] = [items[0]?.id, items.at(-1)?.id];
  const next = hasMore ? (after ? first : last) : stop;
  const newer = after ? next : before && first;
  const older = after ? last : next;
  return {
    items,
    newer: newer ? { after: newer } : undefined,
    older: older ? { before: older } : undefined,
    isLater: before !== undefined || after !== undefined,
  };
}

/** A part of a list, and the cursor of the next part, if there is one. */
export interface Part<T> {
  items: T[];
  next: string | undefined;
}

/** A part may be shorter than its limit, so only an empty part is the end. */
export const partOfList = <T extends { id: string }>(answer: unknown): Part<T> => {
  const items = answer as T[];
  return { items, next: items.at(-1)?.id };
};

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
    async (signal) => {
      let stop: string | undefined;
      const onStop = (id: string) => {
        stop = id;
      };
      const answer = await call<T[]>('GET', path, { query, signal, onStop });
      return pageOf(answer, { before, after }, pageLength, stop);
    },
    every,
  );
}

/** Links to the neighbouring pages, so that each page has an address. */
export function Pager({ page, path, query }: { page: Paged<unknown>; path: string[]; query: Query }) {
  const { before: _before, after: _after, ...filters } = query;
  if (!page.newer && !page.older && !page.isLater) return null;
  return (
    <nav class="pager" aria-label={t.common.pages}>
      {page.isLater && (
        <a class="button small" href={printPlace(path, filters)}>
          {t.common.newest}
        </a>
      )}
      {page.newer && (
        <a class="button small" href={printPlace(path, { ...filters, ...page.newer })}>
          <Icon name="back" />
          {t.common.newer}
        </a>
      )}
      {page.older && (
        <a class="button small" href={printPlace(path, { ...filters, ...page.older })}>
          {t.common.older}
          <Icon name="next" />
        </a>
      )}
    </nav>
  );
}
