import type { Paged } from '../paging.ts';
import { printPlace, type Query } from '../router.ts';
import { t } from '../texts.ts';
import { Icon } from './icons.tsx';

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
