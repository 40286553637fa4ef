import { type PageProps, printPlace } from '../browser/router.ts';
import { usePages } from '../lists/paging.tsx';
import { announce } from '../parts/announce.tsx';
import { Facts, Json } from '../parts/facts.tsx';
import { failureText } from '../parts/failure-notice.tsx';
import { MissingObject } from '../parts/missing-object.tsx';
import { Page } from '../parts/page.tsx';
import { useAction } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useConsole, usePermission } from '../requests/session.ts';
import { dateTime } from '../values/format.ts';
import { fill, t } from '../values/texts.ts';
import type { Delivery, Webhook } from '../values/types.ts';
import { Deliveries } from './deliveries.tsx';
import { Secrets } from './secrets.tsx';
import { WebhookButtons } from './webhook-buttons.tsx';
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
      heading={<bdi class="clamp">{webhook.url ?? t.webhooks.noUrl}</bdi>}
      lead={<WebhookState of={webhook} />}
      back={back}
    >
      <Content webhook={webhook} path={path} query={query} reload={loaded.reload} />
    </Page>
  );
}

interface Props {
  webhook: Webhook;
  path: string;
  query: PageProps['query'];
  reload: () => Promise<void>;
}

function Content({ webhook, path, query, reload }: Props) {
  const may = usePermission();
  // Florin sends nothing to an endpoint that is switched off.
  const canSend = may('POST /merchants/{merchantId}/webhooks/{webhookId}/tests') && !webhook.disabled;
  const mayChange = may('PUT /merchants/{merchantId}/webhooks/{webhookId}');
  const sending = useAction();
  const filters = { 'filter[status]': query.status };
  // Each search reads up to 1,000 deliveries.
  const deliveries = usePages<Delivery>(`${path}/deliveries`, filters, query, query.status ? 30_000 : 5000);

  const test = () =>
    sending.run(async () => {
      await call('POST', `${path}/tests`, { key: crypto.randomUUID() });
      announce(t.webhooks.tested);
      await deliveries.reload();
    });

  return (
    <>
      <div class="buttons page-buttons">
        {canSend && (
          <button type="button" class="button main" aria-busy={sending.isBusy} onClick={test}>
            {t.webhooks.test}
          </button>
        )}
        {mayChange && <WebhookButtons webhook={webhook} path={path} reload={reload} />}
      </div>
      <div role="alert">{sending.error && <p class="notice bad">{failureText(sending.error)}</p>}</div>
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
      <Deliveries
        webhook={webhook}
        path={path}
        query={query}
        deliveries={deliveries}
        sending={canSend && webhook.url ? sending : undefined}
      />
      <Secrets webhook={webhook} path={path} mayChange={mayChange} reload={reload} />
      <section class="block">
        <Facts
          of={[
            [t.webhooks.url, webhook.url],
            [t.webhooks.description, webhook.description],
            [t.webhooks.events, webhook.events?.join(', ') ?? t.webhooks.all],
            [t.payment.id, <code key="id">{webhook.id}</code>],
          ]}
        />
      </section>
      <Json value={webhook} />
    </>
  );
}
