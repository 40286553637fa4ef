import { useState } from 'preact/hooks';
import { inGroups } from '#basics/in-groups.ts';
import { type PageProps, printPlace } from '../browser/router.ts';
import { Export } from '../lists/export.tsx';
import { disputeCells, fileRows, type PricedDispute } from '../lists/file-rows.ts';
import { Pager, partOfList, usePages } from '../lists/paging.tsx';
import { readWhole } from '../lists/whole-list.ts';
import { Facts, Json } from '../parts/facts.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { MissingObject } from '../parts/missing-object.tsx';
import { OrderOf } from '../parts/order.tsx';
import { Page } from '../parts/page.tsx';
import { Badge, type Tone } from '../parts/status.tsx';
import { RowLink, Table, Time } from '../parts/table.tsx';
import { useAction } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { type Loaded, useLoad } from '../requests/load.ts';
import { loadPart } from '../requests/load-part.ts';
import { useConsole, usePermission } from '../requests/session.ts';
import { dateTime, money, relative } from '../values/format.ts';
import { fill, t } from '../values/texts.ts';
import type { Dispute, Transaction } from '../values/types.ts';
import {
  type DisputeState,
  eligibilityText,
  feeText,
  isDecided,
  isOpen,
  plainReason,
  ratioText,
  readRatios,
  stateOf,
} from './dispute-state.ts';

type Owned = Dispute & { merchantId: string };

const tones: Record<DisputeState, Tone> = {
  inquiry: 'warn',
  inquiry_closed: 'plain',
  open: 'bad',
  appeal: 'bad',
  answered: 'calm',
  late: 'warn',
  won: 'good',
  lost: 'plain',
  unknown: 'warn',
};

const StateBadge = ({ of }: { of: Dispute }) => (
  <Badge tone={tones[stateOf(of)]}>{t.disputes.statuses[stateOf(of)]}</Badge>
);

/** The disputes of the merchant, with their deadlines. */
export function Disputes({ query }: PageProps) {
  const { merchant } = useConsole();
  const path = [merchant.id, 'disputes'];
  const filters = { 'filter[merchantId]': merchant.id };
  const pages = usePages<Dispute>('api/disputes', filters, query, 30_000);
  const transactions = useTransactions(pages.data?.items ?? []);
  return (
    <Page
      title={t.nav.disputes}
      lead={t.disputes.lead}
      actions={
        <Export<PricedDispute>
          open={() => readWhole(merchant.id, 'api/disputes', filters, partOfList<Dispute>, priced())}
          name="disputes"
          rows={fileRows(disputeCells)}
        />
      }
    >
      <LoadedContent of={pages}>
        {(page) =>
          page.items.length === 0 && !page.isLater ? (
            <EmptyList title={t.disputes.empty}>
              <p>{t.disputes.emptyHint}</p>
            </EmptyList>
          ) : (
            <>
              <Table
                caption={t.nav.disputes}
                rows={page.items}
                keyOf={({ id }) => id}
                columns={[
                  {
                    name: t.payments.amount,
                    isNumber: true,
                    show: (one) => (
                      <RowLink
                        href={printPlace([...path, one.id])}
                        text={amountOf(one, transactions)}
                        at={one.created}
                      />
                    ),
                  },
                  { name: t.payments.state, show: (one) => <StateBadge of={one} /> },
                  { name: t.payments.customer, show: (one) => <OrderOf of={one} /> },
                  { name: t.disputes.reason, show: (one) => plainReason(one.reason.title) },
                  {
                    name: t.disputes.due,
                    show: (one) => {
                      if (isDecided(one)) return '–';
                      if (!isOpen(one)) return <Time at={one.due} />;
                      return (
                        <strong>
                          {dateTime(one.due)} <span class="below">{relative(one.due)}</span>
                        </strong>
                      );
                    },
                  },
                ]}
              />
              <Pager page={page} path={path} query={query} />
            </>
          )
        }
      </LoadedContent>
      <Ratios />
    </Page>
  );
}

/** The merchant's shares of disputes, if it has had disputes or fraud alerts. */
function Ratios() {
  const { merchant } = useConsole();
  const { data = [] } = useLoad('ratios', (signal) => readRatios(merchant.id, signal));
  return data.map((ratio) => (
    <p key={ratioText(ratio)} class={ratio.level === 'below' ? 'hint' : 'notice warn'}>
      {ratioText(ratio)}
    </p>
  ));
}

/** The payments that an export asks for at the same time. */
const atOnce = 8;

/** Returns a function that finds the currencies of exported disputes. */
const priced = () => {
  const currencies = new Map<string, string>();
  return async (disputes: Dispute[], signal: AbortSignal): Promise<PricedDispute[]> => {
    const unknown = withoutCurrency(disputes).filter((id) => !currencies.has(id));
    await inGroups([...new Set(unknown)], atOnce, async (id) =>
      currencies.set(id, (await transactionOf(id, signal)).currency),
    );
    return disputes.map((one) => ({
      ...one,
      currency: one.currency ?? currencies.get(one.transactionId) ?? '',
    }));
  };
};

/** The payments of disputes that an earlier version has stored without their currency. */
const withoutCurrency = (disputes: readonly Dispute[]): string[] => [
  ...new Set(disputes.filter(({ currency }) => !currency).map(({ transactionId }) => transactionId)),
];

/** Reads the payments of disputes whose currency only the payment has. */
function useTransactions(disputes: readonly Dispute[]): Loaded<Transaction[]> {
  const ids = withoutCurrency(disputes);
  return useLoad(ids.join(), (signal) => Promise.all(ids.map((id) => transactionOf(id, signal))));
}

const transactionOf = async (id: string, signal: AbortSignal): Promise<Transaction> =>
  (await call<{ transaction: Transaction }>('GET', `api/transactions/${id}`, { signal })).transaction;

function amountOf(
  { amount, transactionId, currency: own }: Dispute,
  { data }: Loaded<Transaction[]>,
): string {
  const currency = own ?? data?.find(({ id }) => id === transactionId)?.currency;
  return currency ? money(amount, currency) : '…';
}

/**
 * The form for evidence, and the evidence that it has sent; undefined until the user opens the form. Few users open it, so
 * the first load leaves it out.
 */
let evidence: typeof import('./evidence-dialog.tsx') | undefined;

/** One dispute: the customer's reason in plain words, the deadline for the merchant's answer, and the next step. */
export function DisputePage({ path: [, id = ''] }: PageProps) {
  const { merchant } = useConsole();
  const mayAnswer = usePermission()('POST /disputes/{disputeId}/evidence');
  const [isAnswering, setAnswering] = useState(false);
  const opening = useAction();
  const loaded = useLoad(
    id,
    async (signal) => {
      const { dispute } = await call<{ dispute: Owned }>('GET', `api/disputes/${id}`, { signal });
      return { dispute, transaction: await transactionOf(dispute.transactionId, signal) };
    },
    30_000,
  );
  const back = { href: printPlace([merchant.id, 'disputes']), text: t.nav.disputes };
  const { dispute, transaction } = loaded.data ?? {};
  if (!dispute || !transaction || dispute.merchantId !== merchant.id)
    return <MissingObject title={t.disputes.one} back={back} of={loaded} />;
  const amount = money(dispute.amount, transaction.currency);
  const { contestFee: fee } = dispute;
  const isWaiting = isOpen(dispute);
  const open = () =>
    opening.run(async () => {
      evidence ??= await loadPart(() => import('./evidence-dialog.tsx'));
      setAnswering(true);
    });
  const answer = mayAnswer && isWaiting && dispute.status === 'open' && (
    <button type="button" class="button main" aria-busy={opening.isBusy} onClick={open}>
      {t.evidence.send}
    </button>
  );
  return (
    <Page
      title={`${t.disputes.one} ${amount}`}
      lead={<StateBadge of={dispute} />}
      back={back}
      actions={answer}
    >
      <div role="alert">{opening.error && <p class="notice bad">{failureText(opening.error)}</p>}</div>
      {evidence && isAnswering && (
        <evidence.EvidenceDialog
          dispute={dispute}
          transaction={transaction}
          reload={loaded.reload}
          close={() => setAnswering(false)}
        />
      )}
      {isWaiting && (
        <p class="notice warn">
          {fill(t.disputes.dueHint, { time: dateTime(dispute.due), relative: relative(dispute.due) })}
        </p>
      )}
      <div class="columns">
        <section class="sheet" aria-labelledby="reason">
          <h2 id="reason">{t.disputes.reason}</h2>
          <p>{plainReason(dispute.reason.title)}</p>
          <h3>{t.disputes.next}</h3>
          <p>{t.disputes.nextSteps[stateOf(dispute)]}</p>
        </section>
        <div>
          <section class="sheet" aria-labelledby="about">
            <h2 id="about">{t.payment.about}</h2>
            <Facts
              of={[
                [t.payments.amount, amount],
                [t.disputes.bankReason, `${dispute.reason.title} (${dispute.reason.code})`],
                [t.disputes.opened, <Time key="opened" at={dispute.created} />],
                [t.disputes.due, !isDecided(dispute) && <Time key="due" at={dispute.due} />],
                [t.disputes.earlier, dispute.eligibility && eligibilityText(dispute.eligibility)],
                [
                  t.disputes.fee,
                  fee && feeText(fee, t.disputes.feeStates[fee.acknowledged ? 'acknowledged' : 'due']),
                ],
                [
                  t.disputes.evidence,
                  dispute.evidence ? <Time key="evidence" at={dispute.evidence.submitted} /> : '–',
                ],
                [
                  t.payment.title,
                  <a key="payment" href={printPlace([merchant.id, 'payments', dispute.transactionId])}>
                    {money(transaction.amount, transaction.currency)}
                  </a>,
                ],
                [t.payments.customer, <OrderOf key="order" of={transaction} />],
                [t.payment.id, <code key="id">{dispute.id}</code>],
              ]}
            />
          </section>
          {dispute.evidence && evidence && <evidence.SentEvidence key={dispute.id} disputeId={dispute.id} />}
          <Json value={dispute} />
        </div>
      </div>
    </Page>
  );
}
