import { useEffect, useState } from 'preact/hooks';
import {
  type Account,
  balanceName,
  isMonth,
  type Month,
  moneyMovedBy,
  monthAt,
  monthOf,
  monthsBetween,
} from '#domain/ledger/month.ts';
import { lineKinds } from '#schemas/ledger-names.ts';
import { printPlace, replacePlace } from '../browser/router.ts';
import { Facts } from '../parts/facts.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Select } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';
import { EmptyList, LoadingPlaceholder } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useConsole } from '../requests/session.ts';
import { money, monthName, number, secondsTime } from '../values/format.ts';
import { nameOf } from '../values/names.ts';
import { countText, fill, t } from '../values/texts.ts';
import { timeZone } from '../values/zone.ts';
import { LineKind, LineTable } from './line-table.tsx';
import { MonthBooks } from './month-books.tsx';
import { placeOfMonth } from './month-link.tsx';
import { type MonthStatement, readMonth } from './month-reader.ts';
import { mostShown, type Statement } from './statement-reader.ts';

/** The statement of a month. Its name is in the URL. */
export function MonthPage({ name }: { name: string }) {
  const { merchant } = useConsole();
  const month = isMonth(name) ? monthOf(name, timeZone) : undefined;
  const path = [merchant.id, 'ledger'];
  const back = { href: printPlace(path), text: t.nav.ledger };
  if (!month || Date.parse(month.from) > Date.now())
    return (
      <Page title={t.statement.title} back={back}>
        <EmptyList title={t.statement.noMonth}>
          <a href={placeOfMonth(merchant.id)}>{t.statement.latest}</a>
        </EmptyList>
      </Page>
    );
  return <OfMonth key={name} month={month} path={path} back={back} />;
}

interface Props {
  month: Month;
  path: string[];
  back: { href: string; text: string };
}

type State = { count: number } | { statement: MonthStatement } | { error: Error };

function OfMonth({ month, path, back }: Props) {
  const { merchant } = useConsole();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>({ count: 0 });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const set = (next: State) => {
      if (!signal.aborted) setState(next);
    };
    set({ count: 0 });
    readMonth(merchant.id, month, timeZone, signal, (count) => set({ count })).then(
      (statement) => set({ statement }),
      (error) => set({ error }),
    );
    return () => controller.abort();
  }, [merchant.id, month.name, attempt]);

  const statement = 'statement' in state ? state.statement : undefined;
  return (
    <Page
      title={`${t.statement.title} ${monthName(month.name)}`}
      lead={<bdi>{nameOf(merchant)}</bdi>}
      back={back}
      actions={
        statement && (
          <>
            <button
              type="button"
              class="button"
              onClick={() => statement.file.save(`ledger-${month.name}.csv`)}
            >
              <Icon name="download" />
              {t.export.button}
            </button>
            <button type="button" class="button" onClick={() => print()}>
              {t.links.print}
            </button>
          </>
        )
      }
    >
      <section class="filters" aria-label={t.payments.filters}>
        <div class="filter-fields">
          <Months chosen={month.name} path={path} first={statement?.merchant.created} />
        </div>
      </section>
      {'error' in state && <FailureNotice error={state.error} retry={() => setAttempt(attempt + 1)} />}
      {'count' in state && (
        <>
          <LoadingPlaceholder />
          {state.count > 0 && <p class="hint">{countText(t.export.running, state.count)}</p>}
        </>
      )}
      {statement && <Sheet statement={statement} month={month} reload={() => setAttempt(attempt + 1)} />}
    </Page>
  );
}

/** The choice of a month since the merchant was made. */
function Months({ chosen, path, first }: { chosen: string; path: string[]; first: string | undefined }) {
  const begin = first ? monthAt(Date.parse(first), timeZone) : chosen;
  return (
    <Select
      label={t.statement.month}
      value={chosen}
      options={monthsBetween(begin < chosen ? begin : chosen, monthAt(Date.now(), timeZone)).map((name) => [
        name,
        monthName(name),
      ])}
      onChange={(month) => replacePlace(printPlace(path, { month }))}
    />
  );
}

function Sheet({
  statement,
  month,
  reload,
}: {
  statement: MonthStatement;
  month: Month;
  reload: () => void;
}) {
  const { merchant, accounts, lines, count, asOf, later } = statement;
  return (
    <>
      {asOf < month.to && <p class="notice warn">{t.statement.runs}</p>}
      <div class="columns">
        <div>
          {[...accounts.values()].map((account) => (
            <Sum key={balanceName(account)} account={account} month={month} />
          ))}
        </div>
        <MonthBooks statement={statement} month={month} timeZone={timeZone} reload={reload} />
        <section class="sheet" aria-labelledby="about">
          <h2 id="about">{t.payment.about}</h2>
          <Facts
            of={[
              [t.statement.merchant, nameOf(merchant)],
              [t.statement.descriptor, merchant.descriptor],
              [t.payment.id, <code key="id">{merchant.id}</code>],
              [t.statement.from, secondsTime(month.from)],
              [t.statement.to, secondsTime(month.to)],
              [t.statement.asOf, secondsTime(asOf)],
              [t.statement.lines, number(count)],
            ]}
          />
          <p class="hint">
            {fill(t.common.zone, { zone: timeZone })} {t.statement.stored}
          </p>
        </section>
      </div>
      <section class="below-columns" aria-labelledby="lines">
        <h2 id="lines">{t.statement.lines}</h2>
        {count === 0 ? <p class="muted">{t.statement.none}</p> : <Lines lines={lines} />}
        {count > lines.length && (
          <p class="notice warn">
            {fill(t.statement.more, { shown: number(mostShown), count: number(count) })}
          </p>
        )}
      </section>
      {later && later.lines.length > 0 && (
        <section class="below-columns" aria-labelledby="later">
          <h2 id="later">{t.statement.later}</h2>
          <LineTable caption={t.statement.later} lines={later.lines} />
        </section>
      )}
    </>
  );
}

function Sum({ account, month }: { account: Account; month: Month }) {
  const { currency, pocket, opening, kinds, fees, closing } = account;
  const rows: [string, number][] = [
    [t.statement.opening, opening],
    ...lineKinds
      .filter((kind) => kinds[kind] !== 0)
      .map((kind) => [t.statement.kinds[kind], kinds[kind]] as [string, number]),
    ...(fees === 0 ? [] : [[t.statement.fees, 0 - fees] as [string, number]]),
    [t.statement.closing, closing],
  ];
  const id = `sum-${balanceName(account).replace(/\s/g, '-')}`;
  return (
    <section class="sheet" aria-labelledby={id}>
      <h2 id={id}>
        {t.statement.balance} {currency} <bdi>{pocket}</bdi>
      </h2>
      <dl class="amounts sum" data-month={month.name}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{money(value, currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Lines({ lines }: Pick<Statement, 'lines'>) {
  const { merchant } = useConsole();
  const effect = ({ line }: Statement['lines'][number]) => moneyMovedBy(line, merchant.currency);
  return (
    <Table
      caption={t.statement.lines}
      rows={lines}
      keyOf={({ line }) => line.id}
      columns={[
        {
          name: t.ledger.kind,
          show: ({ line }) => <LineKind of={line} />,
        },
        {
          name: t.statement.time,
          show: ({ line }) => <time dateTime={line.bookedAt}>{secondsTime(line.bookedAt)}</time>,
        },
        {
          name: t.statement.gross,
          isNumber: true,
          show: (row) => money(effect(row).balance + effect(row).fee, effect(row).currency),
        },
        {
          name: t.timeline.fee,
          isNumber: true,
          show: (row) => (effect(row).fee === 0 ? '–' : money(effect(row).fee, effect(row).currency)),
        },
        {
          name: t.statement.net,
          isNumber: true,
          show: (row) => <strong>{money(effect(row).balance, effect(row).currency)}</strong>,
        },
        {
          name: t.statement.balance,
          isNumber: true,
          show: (row) => money(row.after, effect(row).currency),
        },
      ]}
    />
  );
}
