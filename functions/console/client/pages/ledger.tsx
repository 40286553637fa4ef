import { fileRows, lineCells } from '../file-rows.ts';
import { dateFilters } from '../filters.ts';
import { Dates } from '../parts/dates.tsx';
import { Export } from '../parts/export.tsx';
import { LineTable } from '../parts/line-table.tsx';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { MonthLink } from '../parts/month-link.tsx';
import { Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { type PageProps, printPlace } from '../router.ts';
import { useConsole } from '../session.ts';
import { t } from '../texts.ts';
import type { Line } from '../types.ts';
import { usePages } from '../use-pages.ts';
import { readWhole } from '../whole-list.ts';
import { MonthPage } from './statement.tsx';

/** The ledger, or the month of it that the URL names. */
export const Ledger = ({ query }: PageProps) =>
  query.month ? <MonthPage name={query.month} /> : <Movements query={query} />;

/** The movements of the balance, the newest first. */
function Movements({ query }: Pick<PageProps, 'query'>) {
  const { merchant } = useConsole();
  const path = [merchant.id, 'ledger'];
  const list = `api/merchants/${merchant.id}/lines`;
  const pages = usePages<Line>(list, dateFilters(query), query, 30_000);
  const isFiltered = !!(query.from || query.to);
  return (
    <Page
      title={t.nav.ledger}
      lead={t.ledger.lead}
      actions={
        <>
          <MonthLink />
          <Export<Line>
            open={() => readWhole(merchant.id, list, dateFilters(query))}
            name="ledger"
            rows={fileRows(lineCells(merchant.currency))}
          />
        </>
      }
    >
      <section class="filters" aria-label={t.payments.filters}>
        <div class="filter-fields">
          <Dates path={path} query={query} />
          {isFiltered && (
            <a class="button small" href={printPlace(path)}>
              {t.payments.clear}
            </a>
          )}
        </div>
      </section>
      <LoadedContent of={pages}>
        {(page) =>
          page.items.length === 0 ? (
            <EmptyList title={isFiltered || page.isLater ? t.ledger.none : t.ledger.empty}>
              {!isFiltered && <p>{t.ledger.emptyHint}</p>}
            </EmptyList>
          ) : (
            <>
              <LineTable caption={t.nav.ledger} lines={page.items} />
              <Pager page={page} path={path} query={query} />
            </>
          )
        }
      </LoadedContent>
    </Page>
  );
}
