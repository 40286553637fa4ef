import { useState } from 'preact/hooks';
import type { Intent } from '../movements/intents.ts';
import type { Outcome } from '../movements/move.ts';
import { MoveDialog } from '../movements/move-dialog.tsx';
import { announce, announceFailure } from '../parts/announce.tsx';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { Table } from '../parts/table.tsx';
import type { Loaded } from '../requests/load.ts';
import { clock, dateOfDay, money, number, schemeName } from '../values/format.ts';
import { movableAmount } from '../values/statuses.ts';
import { fill, t } from '../values/texts.ts';
import type { TillDay, TillPayment, TillSession } from '../values/types.ts';

/** The payments of the day, and the sums at its close. */
export function Day({ till, day }: { till: TillSession; day: Loaded<TillDay> }) {
  const [refunded, setRefunded] = useState<TillPayment>();
  const showOutcome = (outcome: Outcome, { amount }: Intent) => {
    if (!refunded) return;
    const values = { amount: money(amount, refunded.currency) };
    if (outcome.result === 'done') announce(fill(t.move.done.refund, values));
    if (outcome.result === 'open') announceFailure(t.move.open);
    void day.reload();
  };
  // The list may have changed since the dialog was opened.
  const current = refunded && (day.data?.payments.find(({ id }) => id === refunded.id) ?? refunded);
  return (
    <div class="stack">
      <LoadedContent of={day}>
        {(data) => (
          <>
            <Close till={till} day={data} />
            {data.payments.length === 0 ? (
              <EmptyList title={t.tills.noPayments} />
            ) : (
              <section class="block" aria-labelledby="payments">
                <h2 id="payments">{t.tills.payments}</h2>
                <Table<TillPayment>
                  caption={t.tills.payments}
                  rows={data.payments}
                  keyOf={({ id }) => id}
                  columns={[
                    { name: t.payments.created, show: ({ created }) => clock(created) },
                    { name: t.tills.scheme, show: ({ card }) => `${schemeName(card.scheme)} ${card.last4}` },
                    {
                      name: t.tills.amount,
                      isNumber: true,
                      show: (payment) => <AmountOf payment={payment} />,
                    },
                    ...(till.mayRefund
                      ? [
                          {
                            name: t.common.actions,
                            show: (payment: TillPayment) => (
                              <Refund till={till} payment={payment} ask={() => setRefunded(payment)} />
                            ),
                          },
                        ]
                      : []),
                  ]}
                />
              </section>
            )}
          </>
        )}
      </LoadedContent>
      {current && (
        <MoveDialog
          kind="refund"
          of={{ ...current, test: till.merchant.test }}
          limit={limitOf(till, current)}
          reload={day.reload}
          learn={showOutcome}
          close={() => setRefunded(undefined)}
        />
      )}
    </div>
  );
}

const AmountOf = ({
  payment: { amount, currency, refundedAmount, voidedAmount },
}: {
  payment: TillPayment;
}) => (
  <>
    {money(amount, currency)}
    {refundedAmount > 0 && (
      <span class="below">{fill(t.tills.refunded, { amount: money(refundedAmount, currency) })}</span>
    )}
    {voidedAmount > 0 && <span class="below">{t.statuses.voided}</span>}
  </>
);

/**
 * The most that the till may still refund of a payment. A merchant with a limit lets tills refund only payments in
 * the merchant's own currency.
 */
function limitOf({ merchant }: TillSession, { currency, refundedAmount }: TillPayment): number {
  const { refundLimit } = merchant;
  if (refundLimit === 0) return Number.POSITIVE_INFINITY;
  return currency === merchant.currency ? Math.max(0, refundLimit - refundedAmount) : 0;
}

const Refund = ({ till, payment, ask }: { till: TillSession; payment: TillPayment; ask: () => void }) =>
  Math.min(movableAmount('refund', payment), limitOf(till, payment)) > 0 ? (
    <button
      type="button"
      class="button small"
      aria-label={`${t.tills.refund}: ${money(payment.amount, payment.currency)}, ${clock(payment.created)}`}
      onClick={ask}
    >
      {t.tills.refund}
    </button>
  ) : (
    <>–</>
  );

/** The sums of the day by card and currency, with a total for each currency. It prints on one page. */
function Close({ till, day }: { till: TillSession; day: TillDay }) {
  const currencies = [...new Set(day.sums.map(({ currency }) => currency))];
  const rows = currencies.flatMap((currency) => {
    const sums = day.sums.filter((sum) => sum.currency === currency);
    const total = (field: 'payments' | 'amount' | 'refunds' | 'refunded') =>
      sums.reduce((sum, one) => sum + one[field], 0);
    return [
      ...sums.map((sum) => ({ ...sum, name: schemeName(sum.scheme) })),
      {
        scheme: 'total',
        name: `${t.tills.total} ${currency}`,
        currency,
        payments: total('payments'),
        amount: total('amount'),
        refunds: total('refunds'),
        refunded: total('refunded'),
      },
    ];
  });
  const values = {
    merchant: till.merchant.name,
    date: dateOfDay(day.start),
    time: clock(new Date()),
  };
  return (
    <section class="block" aria-labelledby="close">
      <header class="block-head">
        <h1 id="close">{t.tills.close}</h1>
        <button type="button" class="button" onClick={() => print()}>
          {t.tills.print}
        </button>
      </header>
      <p class="muted">{fill(t.tills.closeHint, values)}</p>
      {day.more && <p class="notice warn">{t.tills.more}</p>}
      {rows.length > 0 && (
        <Table
          caption={t.tills.close}
          rows={rows}
          keyOf={({ scheme, currency }) => `${scheme} ${currency}`}
          columns={[
            { name: t.tills.scheme, show: ({ name }) => name },
            {
              name: t.tills.payments,
              isNumber: true,
              show: ({ payments, amount, currency }) => `${number(payments)} · ${money(amount, currency)}`,
            },
            {
              name: t.tills.refunds,
              isNumber: true,
              show: ({ refunds, refunded, currency }) =>
                `${number(refunds)} · ${money(0 - refunded, currency)}`,
            },
            {
              name: t.tills.sum,
              isNumber: true,
              show: ({ amount, refunded, currency }) => <strong>{money(amount - refunded, currency)}</strong>,
            },
          ]}
        />
      )}
    </section>
  );
}
