import { bookLine, openAccount } from '#domain/ledger/month.ts';
import { lineKinds } from '#schemas/ledger-names.ts';
import { type PageProps, printPlace } from '../browser/router.ts';
import { Export } from '../lists/export.tsx';
import { fileRows, payoutCells } from '../lists/file-rows.ts';
import { Pager, usePages } from '../lists/paging.tsx';
import { readWhole } from '../lists/whole-list.ts';
import { Facts, Json } from '../parts/facts.tsx';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { MissingObject } from '../parts/missing-object.tsx';
import { Page } from '../parts/page.tsx';
import { Badge, type Tone } from '../parts/status.tsx';
import { RowLink, Table, Time } from '../parts/table.tsx';
import { call } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useConsole } from '../requests/session.ts';
import { day, money } from '../values/format.ts';
import { countText, t } from '../values/texts.ts';
import type { Line, Payout } from '../values/types.ts';
import { LineTable } from './line-table.tsx';
import { MonthLink } from './month-link.tsx';

const tones: Record<Payout['status'], Tone> = {
  pending: 'calm',
  in_transit: 'calm',
  paid: 'good',
  failed: 'bad',
  canceled: 'plain',
};

const PayoutState = ({ of: { status } }: { of: Payout }) => (
  <Badge tone={tones[status]}>{t.payouts.statuses[status]}</Badge>
);

/** The payouts of the balance to the merchant's bank. */
export function Payouts({ query }: PageProps) {
  const { merchant } = useConsole();
  const path = [merchant.id, 'payouts'];
  const list = `api/merchants/${merchant.id}/payouts`;
  const pages = usePages<Payout>(list, {}, query, 30_000);
  return (
    <Page
      title={t.nav.payouts}
      lead={t.payouts.lead}
      actions={
        <>
          <MonthLink />
          <Export<Payout>
            open={() => readWhole(merchant.id, list, {})}
            name="payouts"
            rows={fileRows(payoutCells)}
          />
        </>
      }
    >
      <LoadedContent of={pages}>
        {(page) =>
          page.items.length === 0 && !page.isLater ? (
            <EmptyList title={t.payouts.empty}>
              <p>{t.payouts.emptyHint}</p>
            </EmptyList>
          ) : (
            <>
              <Table
                isCompact
                caption={t.nav.payouts}
                rows={page.items}
                keyOf={({ id }) => id}
                columns={[
                  {
                    name: t.payments.amount,
                    isNumber: true,
                    show: ({ id, amount, created }) => (
                      <RowLink
                        href={printPlace([...path, id])}
                        text={money(amount.amount, amount.currency)}
                        at={created}
                      />
                    ),
                  },
                  ...(['gross', 'fees'] as const).map((sum) => ({
                    name: t.statement[sum],
                    isNumber: true,
                    show: ({ [sum]: value, amount }: Payout) =>
                      value === null ? '–' : money(value, amount.currency),
                  })),
                  { name: t.payments.state, show: (one) => <PayoutState of={one} /> },
                  { name: t.payouts.lines, show: ({ count }) => countText(t.payouts.count, count) },
                  { name: t.payouts.arrival, show: ({ arrival }) => (arrival ? day(arrival) : '–') },
                  { name: t.common.created, show: ({ created }) => <Time at={created} /> },
                ]}
              />
              <Pager page={page} path={path} query={query} />
            </>
          )
        }
      </LoadedContent>
    </Page>
  );
}

type Whole = Payout & { merchantId: string; lines: Line[] };

/** The most lines of a payout on the page. */
const most = 1000;

/** One payout with its lines. They add up to its amount, and the page shows the sum. */
export function PayoutPage({ path: [, id = ''] }: PageProps) {
  const { merchant } = useConsole();
  const loaded = useLoad(id, async (signal) => {
    const query = { limit: most };
    return (await call<{ payout: Whole }>('GET', `api/payouts/${id}`, { query, signal })).payout;
  });
  const back = { href: printPlace([merchant.id, 'payouts']), text: t.nav.payouts };
  const payout = loaded.data;
  if (!payout || payout.merchantId !== merchant.id)
    return <MissingObject title={t.payouts.one} back={back} of={loaded} />;
  const { amount, currency } = payout.amount;
  const show = (minor: number) => money(minor, currency);
  return (
    <Page
      title={`${t.payouts.one} ${show(amount)}`}
      lead={<PayoutState of={payout} />}
      back={back}
      actions={
        <button type="button" class="button" onClick={() => print()}>
          {t.links.print}
        </button>
      }
    >
      <div class="columns">
        <Sum payout={payout} />
        <div>
          <section class="sheet" aria-labelledby="about">
            <h2 id="about">{t.payment.about}</h2>
            <Facts
              of={[
                [t.common.created, <Time key="created" at={payout.created} />],
                [t.payouts.arrival, payout.arrival && day(payout.arrival)],
                [t.payouts.trace, payout.trace],
                [t.payouts.reference, payout.reference],
                [t.payment.id, <code key="id">{payout.id}</code>],
              ]}
            />
          </section>
          <Json value={payout} />
        </div>
      </div>
      {payout.itemized === 'done' ? (
        <section class="below-columns" aria-labelledby="lines">
          <h2 id="lines">{t.payouts.lines}</h2>
          <LineTable caption={t.payouts.lines} lines={payout.lines} />
        </section>
      ) : (
        <p class="notice warn below-columns">{t.payouts.itemized[payout.itemized]}</p>
      )}
    </Page>
  );
}

function Sum({ payout }: { payout: Whole }) {
  const { currency } = payout.amount;
  const { carried, lines, count } = payout;
  const isKnown = payout.itemized === 'done';
  const isWhole = lines.length === count;
  const account = openAccount(currency, 0);
  for (const line of lines) bookLine(new Map([[currency, account]]), line, currency);
  // Payouts of earlier versions have no sums of their own.
  const { gross, fees, net } = isWhole
    ? { gross: account.closing + account.fees, fees: account.fees, net: account.closing }
    : payout;
  const rows: [string, number | null][] = isKnown
    ? [
        [t.payouts.carriedIn, carried.in || null],
        ...lineKinds.map((kind): [string, number | null] => [
          t.statement.kinds[kind],
          isWhole && account.kinds[kind] !== 0 ? account.kinds[kind] : null,
        ]),
        [t.statement.gross, gross],
        [t.statement.fees, fees && -fees],
        [t.statement.net, net],
        [t.payouts.carriedOut, -carried.out || null],
      ]
    : [];
  return (
    <section class="sheet" aria-labelledby="sum">
      <h2 id="sum">{t.payouts.sum}</h2>
      <dl class="amounts sum">
        {[...rows, [t.payouts.one, payout.amount.amount] as const].map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{money(value, currency)}</dd>
              </div>
            ),
        )}
      </dl>
      {!isWhole && isKnown && <p class="hint">{t.payouts.tooMany}</p>}
    </section>
  );
}
