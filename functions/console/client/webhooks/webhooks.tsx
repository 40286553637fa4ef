import { useState } from 'preact/hooks';
import { printPlace } from '../browser/router.ts';
import { Icon } from '../parts/icons.tsx';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Badge } from '../parts/status.tsx';
import { Table, Time } from '../parts/table.tsx';
import { call } from '../requests/api.ts';
import { useLoad } from '../requests/load.ts';
import { useConsole, usePermission } from '../requests/session.ts';
import { countText, t } from '../values/texts.ts';
import type { Webhook } from '../values/types.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

/** The state of an endpoint, as the most urgent of its states. */
export function WebhookState({ of: one }: { of: Webhook }) {
  if (!one.enabled)
    return <Badge tone={one.disabled?.by === 'failures' ? 'bad' : 'plain'}>{t.webhooks.off}</Badge>;
  if (!one.verified) return <Badge tone="warn">{t.webhooks.unverified}</Badge>;
  if (one.failingSince) return <Badge tone="bad">{t.webhooks.failing}</Badge>;
  return <Badge tone="good">{t.webhooks.on}</Badge>;
}

/** The endpoints that receive events. */
export function Webhooks() {
  const { merchant } = useConsole();
  const mayMake = usePermission()('POST /merchants/{merchantId}/webhooks');
  const [isMaking, setMaking] = useState(false);
  const path = `api/merchants/${merchant.id}/webhooks`;
  const loaded = useLoad(
    path,
    (signal) => call<Webhook[]>('GET', path, { query: { limit: 100 }, signal }),
    15_000,
  );
  return (
    <Page
      title={t.nav.webhooks}
      lead={t.webhooks.lead}
      actions={
        mayMake && (
          <button type="button" class="button main" onClick={() => setMaking(true)}>
            <Icon name="plus" />
            {t.webhooks.make}
          </button>
        )
      }
    >
      <LoadedContent of={loaded}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyList title={t.webhooks.empty}>
              <p>{t.webhooks.emptyHint}</p>
            </EmptyList>
          ) : (
            <Table
              caption={t.nav.webhooks}
              rows={webhooks}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: t.webhooks.url,
                  show: (one) => (
                    <>
                      <a class="row-link" href={printPlace([merchant.id, 'webhooks', one.id])}>
                        <bdi class="clamp">{one.url ?? t.webhooks.noUrl}</bdi>
                      </a>
                      {one.description && (
                        <span class="below">
                          <bdi>{one.description}</bdi>
                        </span>
                      )}
                    </>
                  ),
                },
                { name: t.payments.state, show: (one) => <WebhookState of={one} /> },
                {
                  name: t.webhooks.events,
                  show: ({ events }) =>
                    events ? countText(t.webhooks.eventCount, events.length) : t.webhooks.all,
                },
                { name: t.common.created, show: ({ created }) => <Time at={created} /> },
              ]}
            />
          )
        }
      </LoadedContent>
      {isMaking && <WebhookDialog done={loaded.reload} close={() => setMaking(false)} />}
    </Page>
  );
}
