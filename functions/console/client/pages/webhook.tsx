import { useState } from 'preact/hooks';
import { useAction, useIntentKey } from '../action.ts';
import { call } from '../api.ts';
import { deliveryError } from '../delivery-errors.ts';
import { dateTime, number, relative } from '../format.ts';
import { useLoad } from '../load.ts';
import { announce } from '../parts/announce.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { Json } from '../parts/json.tsx';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { MissingObject } from '../parts/missing-object.tsx';
import { Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { Secret } from '../parts/secret.tsx';
import { DeliveryState } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { WebhookDialog } from '../parts/webhook-dialog.tsx';
import { go, type PageProps, printPlace } from '../router.ts';
import { useConsole, usePermission } from '../session.ts';
import { fill, t } from '../texts.ts';
import type { Delivery, Webhook } from '../types.ts';
import { usePages } from '../use-pages.ts';
import { WebhookState } from './webhooks.tsx';

/** One endpoint: its deliveries, its secrets, and the actions that test and repair it. */
export function WebhookPage({ path: [, id = ''], query }: PageProps) {
  const { merchant } = useConsole();
  const path = `api/merchants/${merchant.id}/webhooks/${id}`;
  const loaded = useLoad(
    path,
    async (signal) => (await call<{ webhook: Webhook }>('GET', path, { signal })).webhook,
    15_000,
  );
  const webhook = loaded.data;
  const back = { href: printPlace([merchant.id, 'webhooks']), text: t.nav.webhooks };
  if (!webhook) return <MissingObject title={t.webhooks.one} back={back} of={loaded} />;
  return (
    <Page
      title={t.webhooks.one}
      heading={<bdi>{webhook.url ?? t.webhooks.noUrl}</bdi>}
      lead={<WebhookState of={webhook} />}
      back={back}
    >
      <Whole webhook={webhook} path={path} query={query} reload={loaded.reload} />
    </Page>
  );
}

interface WholeProps {
  webhook: Webhook;
  path: string;
  query: PageProps['query'];
  reload: () => Promise<void>;
}

function Whole({ webhook, path, query, reload }: WholeProps) {
  const { merchant } = useConsole();
  const may = usePermission();
  const maySend = may('POST /merchants/{merchantId}/webhooks/{webhookId}/tests');
  const mayChange = may('PUT /merchants/{merchantId}/webhooks/{webhookId}');
  const [dialog, setDialog] = useState<'change' | 'remove' | 'switch' | 'rotate' | { secretId: string }>();
  const [secret, setSecret] = useState<string>();
  const rotation = useIntentKey();
  const { isBusy, error, run } = useAction();
  const place = [merchant.id, 'webhooks', webhook.id];
  const deliveries = usePages<Delivery>(`${path}/deliveries`, {}, query, 5000);
  const close = () => setDialog(undefined);

  const test = () =>
    run(async () => {
      await call('POST', `${path}/tests`, { key: crypto.randomUUID() });
      announce(t.webhooks.tested);
      await deliveries.reload();
    });
  const resend = (delivery: Delivery) =>
    run(async () => {
      await call('POST', `${path}/deliveries/${delivery.id}/retries`, { key: crypto.randomUUID() });
      announce(t.webhooks.resent);
      await deliveries.reload();
    });
  const resendFailed = () =>
    run(async () => {
      const since = new Date(Date.now() - 7 * 86_400_000).toISOString();
      await call('POST', `${path}/retries`, { body: { since }, key: crypto.randomUUID() });
      announce(t.webhooks.resentAll);
      await deliveries.reload();
    });

  return (
    <>
      <div class="buttons page-buttons">
        {maySend && (
          <button type="button" class="button main" aria-busy={isBusy} onClick={test}>
            {t.webhooks.test}
          </button>
        )}
        {mayChange && (
          <>
            <button type="button" class="button" onClick={() => setDialog('change')}>
              {t.webhooks.change}
            </button>
            <button type="button" class="button" onClick={() => setDialog('switch')}>
              {webhook.enabled ? t.webhooks.switchOff : t.webhooks.switchOn}
            </button>
            <button type="button" class="button danger" onClick={() => setDialog('remove')}>
              {t.common.remove}
            </button>
          </>
        )}
      </div>
      <div role="alert">{error && <p class="notice bad">{failureText(error)}</p>}</div>
      {webhook.verificationError && (
        <p class="notice warn">
          {t.webhooks.notVerified} <bdi>{webhook.verificationError}</bdi>
        </p>
      )}
      {webhook.disabled && (
        <p class="notice warn">
          {fill(webhook.disabled.by === 'failures' ? t.webhooks.offByFailures : t.webhooks.offByMerchant, {
            time: dateTime(webhook.disabled.at),
          })}
        </p>
      )}
      <section class="block" aria-labelledby="deliveries">
        <header class="block-head">
          <h2 id="deliveries">{t.webhooks.deliveries}</h2>
          {maySend && (
            <button type="button" class="button small" aria-busy={isBusy} onClick={resendFailed}>
              {t.webhooks.resendFailed}
            </button>
          )}
        </header>
        <LoadedContent of={deliveries}>
          {(page) =>
            page.items.length === 0 && !page.isLater ? (
              <EmptyList title={t.webhooks.noDeliveries}>
                <p>{t.webhooks.noDeliveriesHint}</p>
              </EmptyList>
            ) : (
              <>
                <Table
                  caption={t.webhooks.deliveries}
                  rows={page.items}
                  keyOf={({ id }) => id}
                  columns={[
                    { name: t.webhooks.event, show: ({ type }) => <strong class="whole">{type}</strong> },
                    {
                      name: t.payments.state,
                      show: (delivery) => <DeliveryState of={delivery} to={webhook} />,
                    },
                    { name: t.webhooks.answer, show: (one) => <bdi>{lastAnswer(one)}</bdi> },
                    { name: t.payments.created, show: ({ created }) => <Time at={created} /> },
                    {
                      name: t.common.actions,
                      show: (one) =>
                        maySend && (
                          <button
                            type="button"
                            class="button small"
                            aria-label={`${t.webhooks.resend}: ${one.type}, ${dateTime(one.created)}`}
                            onClick={() => resend(one)}
                          >
                            {t.webhooks.resend}
                          </button>
                        ),
                    },
                  ]}
                />
                <Pager page={page} path={place} query={query} />
              </>
            )
          }
        </LoadedContent>
      </section>
      <section class="block" aria-labelledby="secrets">
        <header class="block-head">
          <h2 id="secrets">{t.webhooks.secrets}</h2>
          {mayChange && (
            <button
              type="button"
              class="button small"
              onClick={() => {
                rotation.next();
                setDialog('rotate');
              }}
            >
              {t.webhooks.addSecret}
            </button>
          )}
        </header>
        <p class="muted">{t.webhooks.secretsHint}</p>
        <ul class="rows sheet">
          {webhook.secrets.map(({ id, created }) => (
            <li key={id}>
              <span>
                <code>{id}</code> <Time at={created} />
              </span>
              {mayChange && webhook.secrets.length > 1 && (
                <button
                  type="button"
                  class="button small"
                  aria-label={`${t.common.remove}: ${id}`}
                  onClick={() => setDialog({ secretId: id })}
                >
                  {t.common.remove}
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section class="block">
        <Facts
          of={[
            [t.webhooks.description, webhook.description],
            [t.webhooks.events, webhook.events?.join(', ') ?? t.webhooks.all],
            [t.payment.id, <code key="id">{webhook.id}</code>],
          ]}
        />
      </section>
      <Json value={webhook} />
      {dialog === 'change' && <WebhookDialog webhook={webhook} done={reload} close={close} />}
      {dialog === 'remove' && (
        <Confirm
          title={t.webhooks.removeTitle}
          confirm={t.common.remove}
          close={close}
          work={async () => {
            await call('DELETE', path);
            go(printPlace([merchant.id, 'webhooks']));
          }}
        >
          <p>{t.webhooks.removeHint}</p>
        </Confirm>
      )}
      {dialog === 'switch' && (
        <Confirm
          title={webhook.enabled ? t.webhooks.switchOff : t.webhooks.switchOn}
          confirm={webhook.enabled ? t.webhooks.switchOff : t.webhooks.switchOn}
          close={close}
          work={async () => {
            await call('PUT', path, { body: { enabled: !webhook.enabled } });
            announce(t.webhooks.saved);
            await reload();
          }}
        >
          <p>{webhook.enabled ? t.webhooks.switchOffHint : t.webhooks.switchOnHint}</p>
        </Confirm>
      )}
      {dialog === 'rotate' && (
        <Confirm
          title={t.webhooks.addSecret}
          confirm={t.webhooks.addSecret}
          close={close}
          work={async () => {
            // After a lost answer, the same key returns the first secret. A new key would make a second secret.
            const made = await call<{ secret: { secret: string } }>('POST', `${path}/secrets`, {
              key: rotation.key,
            });
            setSecret(made.secret.secret);
            await reload();
          }}
        >
          <p>{t.webhooks.addSecretHint}</p>
        </Confirm>
      )}
      {typeof dialog === 'object' && (
        <Confirm
          title={t.webhooks.removeSecret}
          confirm={t.common.remove}
          close={close}
          work={async () => {
            await call('DELETE', `${path}/secrets/${dialog.secretId}`);
            announce(t.webhooks.saved);
            await reload();
          }}
        >
          <p>{t.webhooks.removeSecretHint}</p>
        </Confirm>
      )}
      {secret && !dialog && (
        <Dialog title={t.webhooks.addSecret} onClose={() => setSecret(undefined)}>
          <Secret text={secret} hint={t.webhooks.secretHint} done={() => setSecret(undefined)} />
        </Dialog>
      )}
    </>
  );
}

/** The last answer of the merchant's server, and the time of the next attempt. */
function lastAnswer({ attempts, next, status }: Delivery): string {
  const last = attempts.at(-1);
  const parts = [
    last && (last.error ? deliveryError(last.error) : String(last.status ?? '')),
    last && `${number(last.duration)} ms`,
    status === 'pending' && next ? fill(t.webhooks.next, { relative: relative(next) }) : '',
  ];
  return parts.filter(Boolean).join(' · ') || '–';
}
