import { useState } from 'preact/hooks';
import { printPlace, type Query, replacePlace } from '../browser/router.ts';
import { type Paged, Pager } from '../lists/paging.tsx';
import { announce } from '../parts/announce.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { JsonText } from '../parts/facts.tsx';
import { Select } from '../parts/field.tsx';
import { EmptyList, LoadedContent } from '../parts/loading.tsx';
import { DeliveryState } from '../parts/status.tsx';
import { Table, Time } from '../parts/table.tsx';
import type { Action } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { type Loaded, useLoad } from '../requests/load.ts';
import { useConsole } from '../requests/session.ts';
import { number, relative, secondsTime } from '../values/format.ts';
import { fill, t } from '../values/texts.ts';
import type { Delivery, Webhook } from '../values/types.ts';

interface Props {
  webhook: Webhook;
  /** The webhook's path in the API. */
  path: string;
  query: Query;
  deliveries: Loaded<Paged<Delivery>>;
  /** Undefined if the user may not send, or the endpoint gets nothing. */
  sending: Action | undefined;
}

/** In milliseconds: deliveries that failed longer ago are not sent again together. */
const resendable = 7 * 86_400_000;

/** The deliveries to an endpoint, and the buttons that send them again. */
export function Deliveries({ webhook, path, query, deliveries, sending }: Props) {
  const { merchant } = useConsole();
  const [shown, setShown] = useState<Delivery>();
  const place = [merchant.id, 'webhooks', webhook.id];

  const resend = (delivery: Delivery) =>
    sending?.run(async () => {
      await call('POST', `${path}/deliveries/${delivery.id}/retries`, { key: crypto.randomUUID() });
      announce(t.webhooks.resent);
      await deliveries.reload();
    });
  const resendFailed = () =>
    sending?.run(async () => {
      const since = new Date(Date.now() - resendable).toISOString();
      await call('POST', `${path}/retries`, { body: { since }, key: crypto.randomUUID() });
      announce(t.webhooks.resentAll);
      await deliveries.reload();
    });

  return (
    <section class="block" aria-labelledby="deliveries">
      <header class="block-head">
        <h2 id="deliveries">{t.webhooks.deliveries}</h2>
        {sending && (
          <button type="button" class="button small" aria-busy={sending.isBusy} onClick={resendFailed}>
            {t.webhooks.resendFailed}
          </button>
        )}
      </header>
      {webhook.url && (
        <div class="filters filter-fields">
          <Select
            label={t.payments.state}
            value={query.status ?? ''}
            options={[['', t.payments.states.all], ...Object.entries(t.webhooks.statuses)]}
            onChange={(status) => replacePlace(printPlace(place, { status }))}
          />
        </div>
      )}
      <LoadedContent of={deliveries}>
        {(page) => (
          <>
            {page.items.length === 0 && (query.status || !page.isLater) ? (
              <EmptyList title={query.status ? t.webhooks.noneInState : t.webhooks.noDeliveries}>
                {!query.status && <p>{t.webhooks.noDeliveriesHint}</p>}
              </EmptyList>
            ) : (
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
                    show: (one) => {
                      const button = (text: string, act: () => unknown) => (
                        <button
                          type="button"
                          class="button small"
                          aria-label={`${text}: ${one.type}, ${secondsTime(one.created)}`}
                          onClick={act}
                        >
                          {text}
                        </button>
                      );
                      return (
                        <span class="buttons">
                          {button(t.webhooks.body, () => setShown(one))}
                          {sending && button(t.webhooks.resend, () => resend(one))}
                        </span>
                      );
                    },
                  },
                ]}
              />
            )}
            <Pager page={page} path={place} query={query} />
          </>
        )}
      </LoadedContent>
      {shown && (
        <Dialog class="dialog large" title={shown.type} onClose={() => setShown(undefined)}>
          <Body path={`${path}/deliveries/${shown.id}`} />
        </Dialog>
      )}
    </section>
  );
}

/** The body of a delivery. The API leaves out a challenge, which only the endpoint may know. */
function Body({ path }: { path: string }) {
  const loaded = useLoad(path, (signal) => call<{ event: object }>('GET', path, { signal }));
  return (
    <div class="stack json">
      <LoadedContent of={loaded}>{({ event }) => <JsonText value={event} />}</LoadedContent>
    </div>
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

/** The codes of failed deliveries, as the API and the operating system name them, with the keys of the console's texts. */
const known: [RegExp, keyof typeof t.webhooks.failures][] = [
  [/^(TIMEOUT|ETIMEDOUT)$/, 'slow'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(ECONNRESET|EPIPE)$/, 'cut'],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, 'unreachable'],
  [/^(HOST_NOT_FOUND|ENOTFOUND|EAI_AGAIN)$/, 'unknown'],
  [/^ADDRESS_NOT_PUBLIC$/, 'private'],
  [/CERT|SIGNATURE|^EPROTO$|^ERR_(SSL|TLS)/, 'certificate'],
  [/^HPE_/, 'garbled'],
  [/^NOT_VERIFIED$/, 'unverified'],
  [/^CHALLENGE_NOT_ANSWERED$/, 'challenge'],
  [/^DAILY_LIMIT$/, 'limit'],
];

/**
 * The reason why a delivery failed, in plain words. The text contains the code, which helps the people who run the server.
 */
export function deliveryError(code: string): string {
  const [, key = 'other'] = known.find(([pattern]) => pattern.test(code)) ?? [];
  return fill(t.webhooks.failures[key], { code });
}
