import { useRef, useState } from 'preact/hooks';
import { orderDataOf } from '#domain/transactions/order-data.ts';
import { type PageProps, printPlace } from '../browser/router.ts';
import { type Intent, keptIntent } from '../movements/intents.ts';
import { type Outcome, send } from '../movements/move.ts';
import { MoveDialog } from '../movements/move-dialog.tsx';
import { announce, announceFailure } from '../parts/announce.tsx';
import { Copy } from '../parts/copy.tsx';
import { Facts, Json } from '../parts/facts.tsx';
import { declineText, failureText } from '../parts/failure-notice.tsx';
import { MissingObject } from '../parts/missing-object.tsx';
import { Page } from '../parts/page.tsx';
import { Statuses } from '../parts/status.tsx';
import { call } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useConsole, usePermission } from '../requests/session.ts';
import { dateTime, exactTime, expiry, money, paidBy, relative } from '../values/format.ts';
import { isAccepted, kindOf, movableAmount } from '../values/statuses.ts';
import { fill, t } from '../values/texts.ts';
import type { LinkAnswer, Transaction } from '../values/types.ts';
import { Timeline } from './timeline.tsx';

/** One payment: its amounts, its history, and the buttons that move its money. */
export function Payment({ path: [, id = ''] }: PageProps) {
  const { merchant } = useConsole();
  // While an operation is open, the page polls more often, until the outcome is known.
  const [isOpen, setOpen] = useState(false);
  const loaded = useLoad(
    id,
    async (signal) => {
      const { transaction } = await call<{ transaction: Transaction }>('GET', `api/transactions/${id}`, {
        signal,
      });
      setOpen(transaction.operation !== undefined);
      return transaction;
    },
    isOpen ? 3000 : 15_000,
  );
  const one = loaded.data;
  const back = { href: printPlace([merchant.id, 'payments']), text: t.nav.payments };
  if (!one || one.merchantId !== merchant.id)
    return <MissingObject title={t.payment.title} back={back} of={loaded} />;
  return <Details {...{ one, back, show: loaded.set, reload: loaded.reload }}>{loaded}</Details>;
}

interface DetailsProps {
  one: Transaction;
  back: { href: string; text: string };
  show: (transaction: Transaction) => void;
  reload: () => Promise<void>;
  children: { error: Error | undefined };
}

function Details({ one, back, show, reload, children: { error } }: DetailsProps) {
  const [dialog, setDialog] = useState<Intent['kind']>();
  const [intent, setIntent] = useState(() => keptIntent(one.id));

  const showOutcome = (outcome: Outcome, sent: Intent) => {
    const values = { amount: money(sent.amount, one.currency) };
    if (outcome.result === 'unknown') {
      setIntent(sent);
      return;
    }
    setIntent(undefined);
    if (outcome.result === 'done') {
      show(outcome.transaction);
      const { transaction } = outcome;
      const isLater = isAccepted(sent.kind, transaction, one, sent.amount);
      announce(fill((isLater ? t.move.accepted : t.move.done)[sent.kind], values));
    } else {
      void reload();
      if (outcome.result === 'open') announceFailure(t.move.open);
    }
  };

  const laterDeclined = { ...t.payment.movementDeclined, refund: t.payment.refundDeclined };
  return (
    <Page
      title={`${t.payment.title} ${money(one.amount, one.currency)}`}
      heading={
        <>
          <span class="unseen">{t.payment.title} </span>
          {money(one.amount, one.currency)}
        </>
      }
      lead={<Statuses of={one} />}
      back={back}
      actions={<Actions one={one} begin={setDialog} isBlocked={intent !== undefined} />}
    >
      {error && (
        <p class="notice bad" role="alert">
          {failureText(error)}
        </p>
      )}
      {one.error && (
        <p class="notice bad">
          <strong>{t.payment.declined}</strong> {declineText(one.error.code)}
        </p>
      )}
      {one.operation && (
        <p class="notice warn" role="status">
          <strong>
            {fill(t.payment.operation[kindOf(one.operation) ?? 'capture'], {
              amount: money(one.operation.amount, one.currency),
            })}
          </strong>{' '}
          {t.payment.operationHint}
        </p>
      )}
      {one.declinedRefunds?.map(({ created, declined, amount }) => (
        <p key={created} class="notice warn">
          {fill(t.payment.refundDeclined, {
            amount: money(amount, one.currency),
            time: dateTime(declined),
          })}
        </p>
      ))}
      {one.declinedMovements?.map((movement) => (
        <p key={movement.created} class="notice warn">
          {fill(laterDeclined[kindOf(movement) ?? 'refund'], {
            amount: money(movement.amount, one.currency),
            time: dateTime(movement.declined),
          })}
        </p>
      ))}
      {intent && !dialog && <UnknownIntent one={one} intent={intent} learn={showOutcome} />}
      {one.captureBefore && (
        <p class="notice warn">
          {fill(t.payment.captureBefore, {
            time: dateTime(one.captureBefore),
            relative: relative(one.captureBefore),
          })}
        </p>
      )}
      <div class="columns">
        <div>
          <Amounts one={one} />
          <Timeline of={one} />
        </div>
        <div>
          <About one={one} />
          <Json value={one} />
        </div>
      </div>
      {dialog && (
        <MoveDialog
          kind={dialog}
          of={one}
          reload={reload}
          learn={showOutcome}
          close={() => {
            setDialog(undefined);
            setIntent(keptIntent(one.id));
          }}
        />
      )}
    </Page>
  );
}

function Actions({
  one,
  begin,
  isBlocked,
}: {
  one: Transaction;
  begin: (kind: Intent['kind']) => void;
  isBlocked: boolean;
}) {
  const may = usePermission();
  if (one.operation || isBlocked) return null;
  const kinds = (['capture', 'refund', 'void'] as const).filter(
    (kind) => may(`POST /transactions/{transactionId}/${kind}s`) && movableAmount(kind, one) > 0,
  );
  return (
    <>
      {kinds.map((kind, index) => (
        <button
          key={kind}
          type="button"
          class={index === 0 ? 'button main' : 'button'}
          onClick={() => begin(kind)}
        >
          {t.move.begin[kind]}
        </button>
      ))}
    </>
  );
}

/**
 * A movement that was sent before a reload, or whose answer was lost. It can be sent again without moving the money
 * twice.
 */
function UnknownIntent({
  one,
  intent,
  learn,
}: {
  one: Transaction;
  intent: Intent;
  learn: (outcome: Outcome, intent: Intent) => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const ask = async () => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    const outcome = await send(one.id, intent);
    busy.current = false;
    setBusy(false);
    if (outcome.result === 'unknown' || outcome.result === 'refused')
      announceFailure(failureText(outcome.error));
    else if (outcome.result === 'changed') announceFailure(t.move.notMoved);
    else if (outcome.result === 'expired') announceFailure(t.move.expired);
    learn(outcome, intent);
  };
  return (
    <div class="notice warn" role="alert">
      <p>
        <strong>{fill(t.move.unknown[intent.kind], { amount: money(intent.amount, one.currency) })}</strong>{' '}
        {t.move.unknownHint}
      </p>
      <button type="button" class="button small" aria-busy={isBusy} onClick={ask}>
        {t.move.findOut}
      </button>
    </div>
  );
}

function Amounts({ one }: { one: Transaction }) {
  const { merchant } = useConsole();
  const show = (minor: number) => money(minor, one.currency);
  const net = one.trail.reduce((sum, { balance }) => sum + balance, 0);
  const fees = one.trail.reduce((sum, { fee }) => sum + fee.flat + fee.rate, 0);
  const rows: [string, string][] = [
    [t.payment.authorized, show(one.amount)],
    ...(one.pendingAmount > 0 ? [[t.payment.pending, show(one.pendingAmount)] as [string, string]] : []),
    ...(one.capturedAmount > 0 ? [[t.payment.captured, show(one.capturedAmount)] as [string, string]] : []),
    ...(one.refundedAmount > 0
      ? [[t.payment.refunded, `−${show(one.refundedAmount)}`] as [string, string]]
      : []),
    ...(one.voidedAmount > 0 ? [[t.payment.voided, show(one.voidedAmount)] as [string, string]] : []),
    ...(one.disputedAmount > 0 ? [[t.payment.disputed, show(one.disputedAmount)] as [string, string]] : []),
    ...(fees !== 0 ? [[t.payment.fees, `−${money(fees, merchant.currency)}`] as [string, string]] : []),
    ...(one.trail.some(({ lineId }) => lineId)
      ? [[t.payment.net, money(net, merchant.currency)] as [string, string]]
      : []),
  ];
  if (!one.successful) return null;
  return (
    <section class="sheet" aria-labelledby="amounts">
      <h2 id="amounts">{t.payment.amounts}</h2>
      <dl class="amounts sum">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The items of the link that the payment has paid. Only this page reads the link, so that lists cost no more. */
function Bought({ linkId }: { linkId: string }) {
  const { data, error } = useLoad(
    linkId,
    async (signal) => (await call<LinkAnswer>('GET', `api/links/${linkId}`, { signal })).link,
  );
  if (error || (data && !data.lines)) return <>–</>;
  if (!data?.lines) return <>…</>;
  return (
    <>
      {data.lines.map(({ text, quantity, amount }) => (
        <span key={`${text} ${amount}`} class="below">
          <bdi>{text}</bdi>
          {quantity > 1 && ` × ${quantity}`}: {money(amount, data.currency)}
        </span>
      ))}
    </>
  );
}

/** Links to searches for other payments of the same customer, and for payments by the same means. */
function Others({ of: one }: { of: Transaction }) {
  const { merchant } = useConsole();
  const { email } = orderDataOf(one);
  const { card, method } = one;
  const path = [merchant.id, 'payments'];
  return (
    <>
      {email && (
        <>
          <a href={printPlace(path, { email })}>{t.payment.sameEmail}</a>
          <br />
        </>
      )}
      {card ? (
        <a href={printPlace(path, { last4: card.last4, scheme: card.scheme })}>
          {fill(t.payment.sameDigits, { last4: card.last4 })}
        </a>
      ) : (
        <a href={printPlace(path, { method: method.type })}>
          {fill(t.payment.sameMethod, { method: method.name })}
        </a>
      )}
    </>
  );
}

function About({ one }: { one: Transaction }) {
  const { merchant } = useConsole();
  const { card } = one;
  const { reference, name, email, description } = orderDataOf(one);
  return (
    <section class="sheet" aria-labelledby="about">
      <h2 id="about">{t.payment.about}</h2>
      <Facts
        of={[
          [
            t.payment.created,
            <time key="created" dateTime={one.created} title={exactTime(one.created)}>
              {dateTime(one.created)}
            </time>,
          ],
          [t.payments.means, paidBy(one)],
          [t.payment.expiry, card && expiry(card.expiry)],
          [t.payment.tds, card && t.payment.tdsStates[one.tds ?? 'none']],
          [t.payment.by, one.recurring ? t.payment.byServer : t.payment.byCustomer],
          [t.payment.reference, reference],
          [t.payment.description, description],
          [t.links.lines, one.linkId && <Bought key="lines" linkId={one.linkId} />],
          [t.payment.payerName, name],
          [t.payment.payerEmail, email],
          [t.payment.others, <Others key="others" of={one} />],
          [t.payment.statement, one.descriptor],
          [
            t.payment.link,
            one.linkId && (
              <a key="link" href={printPlace([merchant.id, 'links', one.linkId])}>
                {t.payment.toLink}
              </a>
            ),
          ],
          [
            t.payment.id,
            <span key="id" class="id">
              <code>{one.id}</code> <Copy text={one.id} />
            </span>,
          ],
        ]}
      />
    </section>
  );
}
