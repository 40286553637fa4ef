import { type PageProps, printPlace } from '../browser/router.ts';
import { bookingFilters, Dates } from '../lists/dates.tsx';
import { Export } from '../lists/export.tsx';
import { fileRows, lineCells } from '../lists/file-rows.ts';
import { Pager, usePages } from '../lists/paging.tsx';
import { readWhole } from '../lists/whole-list.ts';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { useLoad } from '../requests/load.ts';
import { loadPart } from '../requests/load-part.ts';
import { useConsole } from '../requests/session.ts';
import { t } from '../values/texts.ts';
import type { Line } from '../values/types.ts';
import { LineTable } from './line-table.tsx';
import { MonthLink } from './month-link.tsx';

/** The ledger, or the month of it that the URL names. */
export const Ledger = ({ query }: PageProps) =>
  query.month ? <OneMonth name={query.month} /> : <Movements query={query} />;

/** The statement of a month. The first load leaves its code out. */
function OneMonth({ name }: { name: string }) {
  const loaded = useLoad('statement', () => loadPart(() => import('./statement.tsx')));
  return <LoadedContent of={loaded}>{({ MonthPage }) => <MonthPage name={name} />}</LoadedContent>;
}

/** The movements of the balance, the newest first. */
function Movements({ query }: Pick<PageProps, 'query'>) {
  const { merchant } = useConsole();
  const path = [merchant.id, 'ledger'];
  const list = `api/merchants/${merchant.id}/lines`;
  const pages = usePages<Line>(list, bookingFilters(query), query, 30_000);
  const isFiltered = !!(query.from || query.to);
  return (
    <Page
      title={t.nav.ledger}
      lead={t.ledger.lead}
      actions={
        <>
          <MonthLink />
          <Export<Line>
            open={() => readWhole(merchant.id, list, bookingFilters(query))}
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
