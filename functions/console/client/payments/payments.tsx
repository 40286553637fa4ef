import { type PageProps, printPlace, type Query } from '../browser/router.ts';
import { csvFile } from '../lists/csv-file.ts';
import { Export } from '../lists/export.tsx';
import { fileRows, paymentCells } from '../lists/file-rows.ts';
import { mergeReaders } from '../lists/merged-lists.ts';
import { Pager } from '../lists/paging.tsx';
import { readList } from '../lists/reader.ts';
import { type Selection, useSelection } from '../lists/selection.ts';
import { inOneSection, readWhole, type Sections } from '../lists/whole-list.ts';
import { BatchBar } from '../movements/batch-bar.tsx';
import { announce } from '../parts/announce.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { OrderOf } from '../parts/order.tsx';
import { Page } from '../parts/page.tsx';
import { Statuses } from '../parts/status.tsx';
import { RowLink, Table } from '../parts/table.tsx';
import { type NamedMethod, useMethodNames } from '../requests/method-names.ts';
import { useConsole } from '../requests/session.ts';
import { dateTime, exactTime, money, paidBy, schemeName, secondsTime, today } from '../values/format.ts';
import { nameOf } from '../values/names.ts';
import { countText, fill, t } from '../values/texts.ts';
import type { Member, Transaction } from '../values/types.ts';
import { hasFilters, isScheme, isSearch, methodIn, stateOf } from './filters.ts';
import { PaymentFilters, termTexts } from './payment-filters.tsx';
import { merchantsOf, type PaymentPage, sourceOf, usePayments } from './use-payments.ts';

/** All payments of the merchant, the newest first. The filters are always visible, and in the URL. */
export function Payments({ query }: PageProps) {
  const { session, merchant } = useConsole();
  const path = [merchant.id, 'payments'];
  const members = merchantsOf({ session, merchant }, query);
  const pages = usePayments(members, query);
  const methods = useMethodNames(methodTypes(members, query));
  const isAll = query.merchants === 'all';
  const nameFor = (one: Transaction) => {
    const found = members.find(({ id }) => id === one.merchantId);
    return found ? nameOf(found) : one.merchantId;
  };
  const ofMerchant = { merchant: nameFor, merchant_id: ({ merchantId }: Transaction) => merchantId };
  const rows = fileRows({ ...(isAll && ofMerchant), ...paymentCells });
  const selection = useSelection(pages.data?.items ?? [], JSON.stringify(query));
  const save = (payments: readonly Transaction[]) => {
    const file = csvFile(rows.columns);
    file.add(payments.map(rows.row));
    file.save(`payments-selection-${today()}.csv`);
    announce(countText(t.export.done, file.count));
  };
  return (
    <Page
      title={t.payments.title}
      actions={<Export<Transaction> open={() => readPayments(members, query)} name="payments" rows={rows} />}
    >
      <PaymentFilters path={path} query={query} methods={methods} />
      <LoadedContent of={pages}>
        {(page) => (
          <>
            {page.missing.map(({ name, error }) => (
              <p key={name} class="notice bad" role="alert">
                <bdi>{name}</bdi>: {failureText(error)}
              </p>
            ))}
            <BatchBar
              place={`${session.user.id}.${merchant.id}`}
              page={page.items}
              selection={selection}
              members={members}
              save={save}
              reload={pages.reload}
            />
            {page.items.length === 0 ? (
              <NoPayments path={path} query={query} page={page} methods={methods} />
            ) : (
              <>
                <Table
                  isCompact
                  caption={t.payments.title}
                  rows={page.items}
                  keyOf={({ id }) => id}
                  columns={[
                    {
                      name: t.payments.amount,
                      isNumber: true,
                      show: (one) => (
                        <>
                          <Pick of={one} selection={selection} />
                          <RowLink
                            href={printPlace([one.merchantId, 'payments', one.id])}
                            text={money(one.amount, one.currency)}
                            at={one.created}
                          />
                          {one.refundedAmount > 0 && (
                            <span class="below">−{money(one.refundedAmount, one.currency)}</span>
                          )}
                        </>
                      ),
                    },
                    { name: t.payments.state, show: (one) => <Statuses of={one} /> },
                    ...(isAll
                      ? [
                          {
                            name: t.payments.merchant,
                            show: (one: Transaction) => <bdi class="ellipsis">{nameFor(one)}</bdi>,
                          },
                        ]
                      : []),
                    {
                      name: t.payments.means,
                      show: (one) => (
                        <span class="card" dir="auto" translate={false}>
                          {paidBy(one)}
                        </span>
                      ),
                    },
                    {
                      name: t.payments.customer,
                      show: (one) => <OrderOf of={one} />,
                    },
                    {
                      name: t.payments.created,
                      show: ({ created }) => (
                        <time dateTime={created} title={exactTime(created)}>
                          {dateTime(created)}
                        </time>
                      ),
                    },
                  ]}
                />
                {page.searchedUntil && <SearchedUntil time={page.searchedUntil} />}
                <Pager page={page} path={path} query={query} />
              </>
            )}
          </>
        )}
      </LoadedContent>
    </Page>
  );
}

/**
 * The checkbox of a payment, for pointer or keyboard. With Shift, it also selects all payments since the last selected one.
 */
const Pick = ({ of: one, selection }: { of: Transaction; selection: Selection<Transaction> }) => (
  <input
    type="checkbox"
    class="pick"
    aria-label={fill(t.batch.pick, {
      amount: `${money(one.amount, one.currency)}, ${secondsTime(one.created)}`,
    })}
    checked={selection.has(one)}
    onClick={({ currentTarget, shiftKey }) => selection.set(one, currentTarget.checked, shiftKey)}
  />
);

/** Returns a reader of all payments of the list, on all of its pages. */
function readPayments(members: readonly Member[], query: Query): Sections<Transaction> {
  const sources = members.map((member) => ({ member, ...sourceOf(member.id, query) }));
  const [only] = sources;
  if (only && sources.length === 1) return readWhole(only.member.id, only.path, only.filters, only.partOf);
  return inOneSection(
    mergeReaders(
      sources.map(({ member, path, filters, partOf }) => ({
        name: nameOf(member),
        reader: readList<Transaction>(path, filters, partOf),
      })),
    ),
  );
}

/** The methods to filter by: those that the merchants offer, and the one in the URL. */
function methodTypes(members: readonly Member[], query: Query): string[] {
  const wanted = methodIn(query);
  return [...new Set([...members.flatMap(({ methods }) => methods), ...(wanted ? [wanted] : [])])];
}

/** Shows how far back a search has read, if it has read as many payments as one search may. */
const SearchedUntil = ({ time }: { time: string }) => (
  <p class="searched">{fill(t.payments.searchedUntil, { time: dateTime(time) })}</p>
);

interface NoneProps {
  path: string[];
  query: Query;
  page: PaymentPage;
  methods: readonly NamedMethod[];
}

function NoPayments({ path, query, page, methods }: NoneProps) {
  const { merchant } = useConsole();
  if (hasFilters(query) || query.before || query.after)
    return (
      <EmptyList title={page.searchedUntil ? t.payments.noneYet : t.payments.none}>
        {isSearch(query) && (
          <>
            <p>{fill(t.payments.searchedFor, { terms: searchedFor(query, merchant.currency, methods) })}</p>
            {query.text && <p>{t.payments.wholeWords}</p>}
          </>
        )}
        {page.searchedUntil && <SearchedUntil time={page.searchedUntil} />}
        <Pager page={page} path={path} query={query} />
        <p>
          <a href={printPlace(path)}>{t.payments.clear}</a>
        </p>
      </EmptyList>
    );
  return (
    <EmptyList title={t.payments.empty}>
      <p>{merchant.test ? t.payments.emptyTest : t.payments.emptyLive}</p>
      <p>
        <a class="button main" href={printPlace([merchant.id, 'links'])}>
          {t.payments.emptyLink}
        </a>
      </p>
    </EmptyList>
  );
}

/** All filters of a search in words. */
const searchedFor = (query: Query, currency: string, methods: readonly NamedMethod[]): string =>
  [
    ...termTexts(query, currency).map(([, words]) => words),
    ...(isScheme(query.scheme) ? [schemeName(query.scheme ?? '')] : []),
    ...methods.flatMap(({ type, name }) => (type === methodIn(query) ? [name] : [])),
    ...(stateOf(query) === 'all' ? [] : [t.payments.states[stateOf(query)]]),
    ...(query.from ? [`${t.common.from} ${query.from}`] : []),
    ...(query.to ? [`${t.common.to} ${query.to}`] : []),
  ].join(' · ');
