import { printPlace, type Query } from '../browser/router.ts';
import { Icon } from '../parts/icons.tsx';
import { type Call, call } from '../requests/api.ts';
import { type Loaded, useLoad } from '../requests/load.ts';
import { t } from '../values/texts.ts';
import { type Paged, pageLength, pageOf } from './paging.ts';

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
