import { type PageProps, printPlace, type Query } from '../browser/router.ts';
import { openDisputes, ratioText, readRatios } from '../disputes/dispute-state.ts';
import { pageLength } from '../lists/paging.tsx';
import { declineText, FailureNotice, failureText } from '../parts/failure-notice.tsx';
import { LoadedContent } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { useAction } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useConsole, usePermission } from '../requests/session.ts';
import { changeText, dateTime, day, money, number, percent, relative } from '../values/format.ts';
import { countText, fill, t } from '../values/texts.ts';
import type {
  Declines,
  Figures,
  Merchant,
  Overview as Numbers,
  Transaction,
  Webhook,
} from '../values/types.ts';
import { isForeignZone, timeZone } from '../values/zone.ts';
import { Chart } from './chart.tsx';

const periods = ['1', '7', '30', '90'] as const;

const periodOf = ({ days }: Query): (typeof periods)[number] => periods.find((one) => one === days) ?? '7';

/** The overview: the period compared with the previous one, the balance, and the tasks that need an answer now. */
export function Overview({ query }: PageProps) {
  const { merchant } = useConsole();
  const days = periodOf(query);
  const numbers = useLoad(
    `overview ${days}`,
    (signal) => call<Numbers>('GET', `api/merchants/${merchant.id}/overview`, { query: { days }, signal }),
    60_000,
  );
  return (
    <Page title={t.nav.overview}>
      <Urgent />
      <nav class="tabs periods" aria-label={t.overview.period}>
        {periods.map((one) => (
          <a
            key={one}
            href={printPlace([merchant.id, 'overview'], { days: one === '7' ? '' : one })}
            aria-current={one === days ? 'true' : undefined}
          >
            {t.overview.periods[one]}
          </a>
        ))}
      </nav>
      <p class="hint">
        {t.overview.sameHours} {t.overview.counted}{' '}
        {isForeignZone() && fill(t.common.zone, { zone: timeZone })}
      </p>
      <LoadedContent of={numbers}>{(data) => <Period data={data} />}</LoadedContent>
      <Balance />
    </Page>
  );
}

function Period({ data }: { data: Numbers }) {
  const { merchant } = useConsole();
  const { period, before } = data;
  const show = (minor: number) => money(minor, data.currency);
  const [first, last] = [data.series[0], data.series.at(-1)];
  const dates = { from: first?.day ?? '', to: last?.day ?? '' };
  const payments = (state: string) => printPlace([merchant.id, 'payments'], { state, ...dates });
  const ledger = printPlace([merchant.id, 'ledger'], dates);
  const rate = (of: Figures) =>
    of.approved + of.declined === 0 ? undefined : of.approved / (of.approved + of.declined);
  return (
    <>
      <div class="figures">
        <Figure
          name={t.overview.takings}
          now={period.takings}
          before={before.takings}
          show={show}
          href={ledger}
        />
        <Figure
          name={t.overview.refunds}
          now={period.refunds}
          before={before.refunds}
          show={show}
          href={ledger}
        />
        <Figure name={t.overview.fees} now={period.fees} before={before.fees} show={show} href={ledger} />
        <Figure
          name={t.overview.payments}
          now={period.approved}
          before={before.approved}
          show={number}
          href={payments('successful')}
        />
        <Figure
          name={t.overview.acceptance}
          now={rate(period)}
          before={rate(before)}
          show={(share) => percent(share, 1)}
          isShare
          href={payments('declined')}
        />
        <Figure
          name={t.overview.disputes}
          now={period.disputes}
          before={before.disputes}
          show={show}
          href={printPlace([merchant.id, 'disputes'])}
        />
      </div>
      <div class="columns">
        <section class="sheet" aria-labelledby="chart">
          <h2 id="chart">{t.overview.takings}</h2>
          <Chart
            label={fill(t.overview.chart, { from: day(dates.from), to: day(dates.to) })}
            points={data.series.map(({ day, takings }) => ({ day, value: takings }))}
            show={show}
          />
        </section>
        <section class="sheet" aria-labelledby="declines">
          <h2 id="declines">{t.overview.declines}</h2>
          {period.declines.length === 0 ? (
            <p class="muted">{t.overview.noDeclines}</p>
          ) : (
            <ul class="rows">
              {period.declines.map(({ code, count }) => (
                <li key={code}>
                  <a href={payments('declined')}>{declineText(code)}</a>
                  <strong>{number(count)}</strong>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </>
  );
}

interface FigureProps {
  name: string;
  /** Undefined if there is nothing to count. */
  now: number | undefined;
  before: number | undefined;
  show: (value: number) => string;
  /**
   * Whether the value is a percentage. The page shows no change of such a value, as readers could confuse percent
   * with percentage points.
   */
  isShare?: boolean;
  /** The list that the number counts. */
  href: string;
}

function Figure({ name, now, before, show, isShare, href }: FigureProps) {
  const change = isShare ? undefined : changeText(before, now);
  const shown = (value: number | undefined) => (value === undefined ? '–' : show(value));
  return (
    <a class="figure" href={href}>
      <span class="figure-name">{name}</span>
      <strong>{shown(now)}</strong>
      <span class="muted">
        {change && `${change} · `}
        {fill(t.overview.before, { value: shown(before) })}
      </span>
    </a>
  );
}

function Balance() {
  const { merchant } = useConsole();
  const loaded = useLoad(
    'balance',
    async (signal) =>
      (await call<{ merchant: Merchant }>('GET', `api/merchants/${merchant.id}`, { signal })).merchant,
    60_000,
  );
  return (
    <section class="sheet balance" aria-labelledby="balance">
      <h2 id="balance">{t.overview.balance}</h2>
      <LoadedContent of={loaded}>
        {(whole) => (
          <>
            <dl class="amounts sum">
              <div>
                <dt>{t.overview.available}</dt>
                <dd>{money(whole.available, whole.currency)}</dd>
              </div>
              {(['pending', 'reserved', 'disputed'] as const)
                .filter((part) => whole[part] !== 0)
                .map((part) => (
                  <div key={part}>
                    <dt>{t.overview.parts[part]}</dt>
                    <dd>{money(whole[part], whole.currency)}</dd>
                  </div>
                ))}
              {Object.entries(whole.balances).map(([currency, { balance }]) => (
                <div key={currency}>
                  <dt>{fill(t.overview.in, { currency })}</dt>
                  <dd>{money(balance, currency)}</dd>
                </div>
              ))}
              <div>
                <dt>{t.overview.balance}</dt>
                <dd>{money(whole.balance, whole.currency)}</dd>
              </div>
            </dl>
            <p class="links-line">
              <a href={printPlace([merchant.id, 'payouts'])}>{t.nav.payouts}</a>
              <a href={printPlace([merchant.id, 'ledger'])}>{t.nav.ledger}</a>
            </p>
          </>
        )}
      </LoadedContent>
    </section>
  );
}

/** Lists tasks of the merchant: disputes with a deadline, money to capture, endpoints that fail. */
function Urgent() {
  const { merchant } = useConsole();
  const base = `api/merchants/${merchant.id}`;
  const loaded = useLoad(
    'urgent',
    async (signal) => {
      const limit = pageLength + 1;
      const [disputes, pending, webhooks, ratios, { declines }] = await Promise.all([
        openDisputes(merchant.id, signal),
        call<Transaction[]>('GET', `${base}/transactions`, {
          query: { limit, 'filter[pending]': 'yes' },
          signal,
        }),
        call<Webhook[]>('GET', `${base}/webhooks`, { query: { limit: 100 }, signal }),
        readRatios(merchant.id, signal),
        call<{ declines: Declines }>('GET', `${base}/declines`, { signal }),
      ]);
      const lastMonth = new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 7);
      const near = ratios.filter(({ month, level }) => month >= lastMonth && level !== 'below');
      return { disputes, pending, webhooks: webhooks.filter(isInTrouble), near, declines };
    },
    60_000,
  );
  if (!loaded.data) return loaded.error ? <FailureNotice error={loaded.error} retry={loaded.reload} /> : null;
  const { disputes, pending, webhooks, near, declines } = loaded.data;
  const [first] = disputes;
  const many = pending.length > pageLength;
  const isCalm = disputes.length + pending.length + webhooks.length + near.length === 0;
  return (
    <section class="urgent" aria-labelledby="urgent">
      <h2 id="urgent">{t.overview.urgent}</h2>
      {isCalm && !declines.limited ? (
        <p class="muted">{t.overview.nothing}</p>
      ) : (
        <ul class="rows sheet">
          {first && (
            <li>
              <a href={printPlace([merchant.id, 'disputes'])}>
                {countText(t.overview.openDisputes, disputes.length)}
              </a>
              <a href={printPlace([merchant.id, 'disputes', first.id])}>
                {fill(t.overview.firstDue, { time: dateTime(first.due), relative: relative(first.due) })}
              </a>
            </li>
          )}
          {declines.limited && <Limited of={declines} path={`${base}/declines/pass`} done={loaded.reload} />}
          {near.map((ratio) => (
            <li key={ratio.program}>
              <a href={printPlace([merchant.id, 'disputes'])}>{ratioText(ratio)}</a>
            </li>
          ))}
          {pending.length > 0 && (
            <li>
              <a href={printPlace([merchant.id, 'payments'], { state: 'pending' })}>
                {many
                  ? fill(t.overview.manyPending, { count: pageLength })
                  : countText(t.overview.pending, pending.length)}
              </a>
              <span>{t.overview.pendingHint}</span>
            </li>
          )}
          {webhooks.map(({ id, url }) => (
            <li key={id}>
              <a href={printPlace([merchant.id, 'webhooks', id])}>{t.overview.webhook}</a>
              <bdi class="clamp">{url}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** So many payments were declined today that each one needs 3-D Secure. An owner can let payments pass for an hour. */
function Limited({ of, path, done }: { of: Declines; path: string; done: () => Promise<void> }) {
  const mayPass = usePermission()('PUT /merchants/{merchantId}/declines/pass');
  const { isBusy, error, run } = useAction();
  const pass = () =>
    run(async () => {
      await call('PUT', path);
      await done();
    });
  return (
    <li>
      <span>{fill(t.overview.limited, { count: of.count })}</span>
      {of.passUntil && <span>{fill(t.overview.passing, { time: dateTime(of.passUntil) })}</span>}
      {mayPass && !of.passUntil && (
        <button type="button" class="button small" aria-busy={isBusy} onClick={pass}>
          {t.overview.pass}
        </button>
      )}
      <span role="alert">{error && failureText(error)}</span>
    </li>
  );
}

const isInTrouble = ({ enabled, failingSince, disabled }: Webhook): boolean =>
  (enabled && failingSince !== null) || disabled?.by === 'failures';
