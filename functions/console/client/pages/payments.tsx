import { useState } from 'preact/hooks';
import type { Cell } from '../csv.ts';
import { decimalOf } from '../csv.ts';
import { hasFilters, idIn, paymentFilters, stateOf, states } from '../filters.ts';
import { dateTime, decimalsOf, exactTime, money, schemeName } from '../format.ts';
import { Dates } from '../parts/dates.tsx';
import { Export } from '../parts/export.tsx';
import { Field } from '../parts/field.tsx';
import { Empty, Shown } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { Statuses } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { go, type PageProps, printPlace, type Query } from '../router.ts';
import { useConsole } from '../session.ts';
import { referenceOf, statusesOf } from '../statuses.ts';
import { t } from '../texts.ts';
import type { Transaction } from '../types.ts';
import { usePages } from '../use-pages.ts';

/** All payments of the merchant, the newest first. The filters are always visible, and in the URL. */
export function Payments({ query }: PageProps) {
  const { merchant } = useConsole();
  const path = [merchant.id, 'payments'];
  const list = `api/merchants/${merchant.id}/transactions`;
  const pages = usePages<Transaction>(list, paymentFilters(query), query, 15_000);
  return (
    <Page
      title={t.payments.title}
      actions={
        <Export<Transaction>
          path={list}
          filters={paymentFilters(query)}
          name="payments"
          columns={columnNames}
          row={exportRow}
        />
      }
    >
      <Filters path={path} query={query} />
      <Shown of={pages}>
        {(page) =>
          page.items.length === 0 ? (
            <NoPayments path={path} query={query} />
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
                        <a class="row-link" href={printPlace([...path, one.id])}>
                          {money(one.amount, one.currency)}
                        </a>
                        {one.refundedAmount > 0 && (
                          <span class="below">−{money(one.refundedAmount, one.currency)}</span>
                        )}
                      </>
                    ),
                  },
                  { name: t.payments.state, show: (one) => <Statuses of={one} /> },
                  {
                    name: t.payments.card,
                    show: ({ card }) => (
                      <span class="card" translate={false}>
                        {schemeName(card.scheme)} •••• {card.last4}
                      </span>
                    ),
                  },
                  {
                    name: t.payments.customer,
                    show: (one) => (
                      <bdi class="ellipsis">{customerOf(one) ?? <span class="none">–</span>}</bdi>
                    ),
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
              <Pager page={page} path={path} query={query} />
            </>
          )
        }
      </Shown>
    </Page>
  );
}

/** The text that tells one payment from another: the reference of the order, or the customer. */
const customerOf = ({ custom, payer }: Transaction): string | undefined =>
  referenceOf(custom) ?? payer?.email ?? payer?.name ?? undefined;

function Filters({ path, query }: { path: string[]; query: Query }) {
  const { before: _before, after: _after, ...kept } = query;
  return (
    <section class="filters" aria-label={t.payments.filters}>
      <nav class="tabs" aria-label={t.payments.state}>
        {states.map((state) => (
          <a
            key={state}
            href={printPlace(path, { ...kept, state: state === 'all' ? '' : state })}
            aria-current={stateOf(query) === state ? 'true' : undefined}
          >
            {t.payments.states[state]}
          </a>
        ))}
      </nav>
      <div class="filter-fields">
        <Dates path={path} query={query} />
        <Find path={path} />
        {hasFilters(query) && (
          <a class="button small" href={printPlace(path)}>
            {t.payments.clear}
          </a>
        )}
      </div>
    </section>
  );
}

/** Goes to the payment with an id. */
function Find({ path }: { path: string[] }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  return (
    <form
      class="find"
      onSubmit={(event) => {
        event.preventDefault();
        const id = idIn(text);
        if (id) go(printPlace([...path, id]));
        else setFault(t.payments.findFault);
      }}
    >
      <Field
        label={t.payments.find}
        value={text}
        fault={fault}
        autocomplete="off"
        spellcheck={false}
        placeholder="5f…"
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setFault(undefined);
        }}
      />
      <button type="submit" class="button">
        {t.payments.open}
      </button>
    </form>
  );
}

function NoPayments({ path, query }: { path: string[]; query: Query }) {
  const { merchant } = useConsole();
  if (hasFilters(query) || query.before || query.after)
    return (
      <Empty title={t.payments.none}>
        <p>
          <a href={printPlace(path)}>{t.payments.clear}</a>
        </p>
      </Empty>
    );
  return (
    <Empty title={t.payments.empty}>
      <p>{merchant.test ? t.payments.emptyTest : t.payments.emptyLive}</p>
      <p>
        <a class="button main" href={printPlace([merchant.id, 'links'])}>
          {t.payments.emptyLink}
        </a>
      </p>
    </Empty>
  );
}

const columnNames = [
  'id',
  'created',
  'status',
  'currency',
  'amount',
  'pending',
  'captured',
  'refunded',
  'voided',
  'disputed',
  'card_scheme',
  'card_last4',
  'reference',
  'customer_name',
  'customer_email',
  'decline',
];

function exportRow(one: Transaction): Cell[] {
  const amount = (minor: number) => decimalOf(minor, decimalsOf(one.currency));
  return [
    one.id,
    one.created,
    statusesOf(one).join(' '),
    one.currency,
    amount(one.amount),
    amount(one.pendingAmount),
    amount(one.capturedAmount),
    amount(one.refundedAmount),
    amount(one.voidedAmount),
    amount(one.disputedAmount),
    one.card.scheme,
    one.card.last4,
    referenceOf(one.custom),
    one.payer?.name,
    one.payer?.email,
    one.error ? one.error.text : '',
  ];
}
