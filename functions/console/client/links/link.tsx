import { useState } from 'preact/hooks';
import { type PageProps, printPlace } from '../browser/router.ts';
import { announce } from '../parts/announce.tsx';
import { Copy } from '../parts/copy.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { Facts, Json } from '../parts/facts.tsx';
import { MissingObject } from '../parts/missing-object.tsx';
import { Page } from '../parts/page.tsx';
import { Time } from '../parts/table.tsx';
import { call } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useMethodNames } from '../requests/method-names.ts';
import { useConsole, usePermission } from '../requests/session.ts';
import { dateTime, money } from '../values/format.ts';
import { nameOf } from '../values/names.ts';
import { fill, t } from '../values/texts.ts';
import type { Link, LinkAnswer } from '../values/types.ts';
import { LinkState, paidOf } from './links.tsx';
import { Poster } from './poster.tsx';

/** One payment link: its address and QR code, and its payments. */
export function LinkPage({ path: [, id = ''] }: PageProps) {
  const { merchant } = useConsole();
  const [isAsking, setAsking] = useState(false);
  const mayDelete = usePermission()('DELETE /links/{linkId}');
  const loaded = useLoad(
    id,
    async (signal) => (await call<LinkAnswer>('GET', `api/links/${id}`, { signal })).link,
    10_000,
  );
  const qr = useLoad(`${id}/qr`, (signal) => call<string>('GET', `api/links/${id}/qr`, { signal }));
  const link = loaded.data;
  const code = qr.data && `data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr.data)}`;
  const back = { href: printPlace([merchant.id, 'links']), text: t.nav.links };
  if (!link || link.merchantId !== merchant.id)
    return <MissingObject title={t.links.one} back={back} of={loaded} />;
  return (
    <Page
      title={`${t.links.one} ${money(link.amount, link.currency)}`}
      heading={
        <>
          <span class="unseen">{t.links.one} </span>
          {money(link.amount, link.currency)}
        </>
      }
      lead={<LinkState of={link} />}
      back={back}
      actions={
        link.status === 'open' &&
        mayDelete && (
          <button type="button" class="button danger" onClick={() => setAsking(true)}>
            {t.links.switchOff}
          </button>
        )
      }
    >
      <div class="columns">
        <div>
          {link.status === 'open' && <Share link={link} code={code} />}
          <Payments link={link} />
        </div>
        <div>
          <section class="sheet" aria-labelledby="about">
            <h2 id="about">{t.payment.about}</h2>
            <Facts
              of={[
                [t.links.text, link.text],
                [t.payment.reference, link.reference],
                [t.links.paid, paidOf(link)],
                [
                  t.links.money,
                  t.links.captures[link.capture === null ? 'setting' : link.capture ? 'yes' : 'no'],
                ],
                [t.settings.methods, link.methods && <MethodNames key="methods" types={link.methods} />],
                [t.links.expires, link.expires ? dateTime(link.expires) : t.links.lives.ever],
                [t.common.created, <Time key="created" at={link.created} />],
              ]}
            />
          </section>
          {link.lines && <Lines link={link} />}
          <Json value={link} />
        </div>
      </div>
      {link.status === 'open' && code && <Poster link={link} code={code} />}
      {isAsking && (
        <Confirm
          title={t.links.switchOff}
          confirm={t.links.switchOff}
          close={() => setAsking(false)}
          work={async () => {
            await call('DELETE', `api/links/${id}`);
            announce(t.links.isOff);
            await loaded.reload();
          }}
        >
          <p>{t.links.switchOffHint}</p>
        </Confirm>
      )}
    </Page>
  );
}

/** The names of the methods that can pay a link beside cards. */
function MethodNames({ types }: { types: readonly string[] }) {
  const names = useMethodNames(types).map(({ name }) => name);
  return <bdi>{names.join(', ') || t.links.onlyCards}</bdi>;
}

function Share({ link, code }: { link: Link; code: string | undefined }) {
  const { merchant } = useConsole();
  const subject = fill(t.links.mailSubject, { merchant: nameOf(merchant) });
  const mail = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(link.url)}`;
  return (
    <section class="sheet share" aria-labelledby="share">
      <h2 id="share">{t.links.share}</h2>
      <div class="share-body">
        {code && <img class="qr" alt={t.links.qr} width="176" height="176" src={code} />}
        <div class="stack">
          <p>
            <a class="share-url" href={link.url} target="_blank" rel="noreferrer">
              {link.url}
            </a>
          </p>
          <div class="buttons">
            <Copy text={link.url} label={t.links.copy} small={false} />
            <a class="button" href={mail}>
              {t.links.mail}
            </a>
            <button type="button" class="button" onClick={() => print()}>
              {t.links.print}
            </button>
          </div>
        </div>
      </div>
    </section>
  );
}

function Payments({ link }: LinkAnswer) {
  const { merchant } = useConsole();
  const { payments } = link;
  return (
    <section class="sheet" aria-labelledby="payers">
      <h2 id="payers">{t.links.payers}</h2>
      {payments.length === 0 ? (
        <p class="muted">{t.links.noPayers}</p>
      ) : (
        <ul class="rows">
          {payments.map(({ transactionId, created }) => (
            <li key={transactionId}>
              <a href={printPlace([merchant.id, 'payments', transactionId])}>
                {money(link.amount, link.currency)}
              </a>
              <Time at={created} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const Lines = ({ link }: { link: Link }) => (
  <section class="sheet" aria-labelledby="lines">
    <h2 id="lines">{t.links.lines}</h2>
    <dl class="amounts">
      {link.lines?.map(({ text, quantity, amount }) => (
        <div key={`${text} ${amount}`}>
          <dt>
            <bdi>{text}</bdi>
            {quantity > 1 && ` × ${quantity}`}
          </dt>
          <dd>{money(amount, link.currency)}</dd>
        </div>
      ))}
    </dl>
  </section>
);
