import { useState } from 'preact/hooks';
import type { Intent } from '../movements/intents.ts';
import { isWhole, ruleOf } from '../movements/method-rules.ts';
import type { Outcome } from '../movements/move.ts';
import { MoveDialog } from '../movements/move-dialog.tsx';
import { announce, announceFailure } from '../parts/announce.tsx';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { Table } from '../parts/table.tsx';
import type { Loaded } from '../requests/load.ts';
import { clock, date, money, number, paidBy } from '../values/format.ts';
import { amountOnItsWay, isAccepted, movableAmount } from '../values/statuses.ts';
import { fill, t } from '../values/texts.ts';
import type { TillDay, TillPayment, TillSession } from '../values/types.ts';

/** The payments of the day, and the sums at its close. */
export function Day({ till, day }: { till: TillSession; day: Loaded<TillDay> }) {
  const [moved, setMoved] = useState<{ kind: 'refund' | 'void'; payment: TillPayment }>();
  const showOutcome = (outcome: Outcome, { amount }: Intent) => {
    if (!moved) return;
    const values = { amount: money(amount, moved.payment.currency) };
    if (outcome.result === 'done') {
      const isLater = isAccepted(moved.kind, outcome.transaction, moved.payment, amount);
      announce(fill((isLater ? t.move.accepted : t.move.done)[moved.kind], values));
    }
    if (outcome.result === 'open') announceFailure(t.move.open);
    void day.reload();
  };
  // The list may have changed since the dialog was opened.
  const current = moved && (day.data?.payments.find(({ id }) => id === moved.payment.id) ?? moved.payment);
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
                    { name: t.tills.scheme, show: (one) => <bdi>{paidBy(one)}</bdi> },
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
                              <Moves
                                till={till}
                                payment={payment}
                                ask={(kind) => setMoved({ kind, payment })}
                              />
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
      {moved && current && (
        <MoveDialog
          kind={moved.kind}
          of={{ ...current, test: till.merchant.test }}
          limit={limitOf(till, current)}
          reload={day.reload}
          learn={showOutcome}
          close={() => setMoved(undefined)}
        />
      )}
    </div>
  );
}

const AmountOf = ({
  payment,
  payment: { amount, currency, pendingAmount, refundedAmount, voidedAmount },
}: {
  payment: TillPayment;
}) => (
  <>
    {money(amount, currency)}
    {pendingAmount > 0 && (
      <span class="below">{fill(t.tills.heldAmount, { amount: money(pendingAmount, currency) })}</span>
    )}
    {refundedAmount > 0 && (
      <span class="below">{fill(t.tills.refunded, { amount: money(refundedAmount, currency) })}</span>
    )}
    {amountOnItsWay('refund', payment) > 0 && (
      <span class="below">
        {fill(t.timeline.onItsWay.refund, { amount: money(amountOnItsWay('refund', payment), currency) })}
      </span>
    )}
    {voidedAmount > 0 && <span class="below">{t.statuses.voided}</span>}
  </>
);

/**
 * The most that the till may still refund or void of a payment. A merchant with a limit lets tills return only payments
 * in the merchant's own currency.
 */
function limitOf({ merchant }: TillSession, payment: TillPayment): number {
  const { refundLimit } = merchant;
  const { currency, refundedAmount, voidedAmount } = payment;
  const returned = refundedAmount + amountOnItsWay('refund', payment) + voidedAmount;
  if (refundLimit === 0) return Number.POSITIVE_INFINITY;
  return currency === merchant.currency ? Math.max(0, refundLimit - returned) : 0;
}

/** Whether a till can move money of a payment, all of it if the method knows no parts. */
function mayMove(kind: 'refund' | 'void', payment: TillPayment, most: number): boolean {
  const movable = movableAmount(kind, payment);
  return isWhole(ruleOf(kind, payment)) ? 0 < movable && movable <= most : Math.min(movable, most) > 0;
}

/** The buttons that undo a sale: a refund of captured money, and a void of held money. */
function Moves({
  till,
  payment,
  ask,
}: {
  till: TillSession;
  payment: TillPayment;
  ask: (kind: 'refund' | 'void') => void;
}) {
  const most = limitOf(till, payment);
  const kinds = (['refund', 'void'] as const).filter((kind) => mayMove(kind, payment, most));
  if (kinds.length === 0) return <>–</>;
  return (
    <>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          class="button small"
          aria-label={`${t.move.begin[kind]}: ${money(payment.amount, payment.currency)}, ${clock(payment.created)}`}
          onClick={() => ask(kind)}
        >
          {t.move.begin[kind]}
        </button>
      ))}
    </>
  );
}

/** The sums of the day by card and currency, with a total for each currency. It prints on one page. */
function Close({ till, day }: { till: TillSession; day: TillDay }) {
  const currencies = [...new Set(day.sums.map(({ currency }) => currency))];
  const rows = currencies.flatMap((currency) => {
    const sums = day.sums.filter((sum) => sum.currency === currency);
    const total = (field: 'payments' | 'amount' | 'holds' | 'held' | 'refunds' | 'refunded') =>
      sums.reduce((sum, one) => sum + one[field], 0);
    return [
      ...sums,
      {
        scheme: 'total',
        name: `${t.tills.total} ${currency}`,
        currency,
        payments: total('payments'),
        amount: total('amount'),
        holds: total('holds'),
        held: total('held'),
        refunds: total('refunds'),
        refunded: total('refunded'),
      },
    ];
  });
  const values = {
    merchant: till.merchant.name,
    date: date(day.start),
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
            { name: t.tills.scheme, show: ({ name }) => <bdi>{name}</bdi> },
            {
              name: t.payment.captured,
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
            {
              name: t.tills.onlyHeld,
              isNumber: true,
              show: ({ holds, held, currency }) => `${number(holds)} · ${money(held, currency)}`,
            },
          ]}
        />
      )}
    </section>
  );
}
