import { useState } from 'preact/hooks';
import { printPlace } from '../browser/router.ts';
import { failureText } from '../parts/failure-notice.tsx';
import { DeliveryState } from '../parts/status.tsx';
import { Time } from '../parts/table.tsx';
import { useAction } from '../requests/action.ts';
import { call } from '../requests/api.ts';
import { useConsole } from '../requests/session.ts';
import { t } from '../values/texts.ts';
import type { Delivery, Dispute, Transaction, Webhook } from '../values/types.ts';
import { filtersAround, momentsOf } from './moments.ts';

/** The webhook deliveries of a payment. They are loaded only when the user opens them. */
export function PaymentDeliveries({ of: one, disputes }: { of: Transaction; disputes: readonly Dispute[] }) {
  const [found, setFound] = useState<PaymentDelivery[]>();
  const { isBusy, error, run } = useAction();
  const show = () => run(async () => setFound(await paymentDeliveries(one, disputes)));
  return (
    <section aria-labelledby="deliveries">
      <h3 id="deliveries">{t.timeline.deliveries}</h3>
      <div role="status">
        {found?.length === 0 && <p class="muted">{t.timeline.noDeliveries}</p>}
        {found && found.length > 0 && <List of={found} />}
      </div>
      <div role="alert">{error && <p class="notice bad">{failureText(error)}</p>}</div>
      <button type="button" class="button small" aria-busy={isBusy} onClick={show}>
        {found ? t.timeline.showAgain : t.timeline.showDeliveries}
      </button>
    </section>
  );
}

function List({ of }: { of: readonly PaymentDelivery[] }) {
  const { merchant } = useConsole();
  return (
    <>
      <p class="muted">{t.timeline.deliveriesHint}</p>
      <ul class="rows">
        {of.map(({ webhook, delivery }) => (
          <li key={`${webhook.id} ${delivery.id}`}>
            <span>
              <a href={printPlace([merchant.id, 'webhooks', webhook.id], beginningWith(delivery))}>
                <code>{delivery.type}</code>
              </a>
              <bdi class="below">{webhook.url ?? t.webhooks.noUrl}</bdi>
            </span>
            <span>
              <DeliveryState of={delivery} to={webhook} /> <Time at={delivery.created} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A delivery of an event about a payment, and its endpoint. */
export interface PaymentDelivery {
  webhook: Webhook;
  delivery: Delivery;
}

/** The fields of an event that identify its payment. */
interface Sent {
  event: { data: { transaction?: { id: string }; dispute?: { transactionId: string } } };
}

/** In milliseconds: deliveries are kept for 30 days. */
const kept = 30 * 86_400_000;

/**
 * Finds the deliveries of a payment, the latest first. An event has the time of its change, so the lists of deliveries are
 * read only at the times of the payment's changes. The event itself names its payment, as another payment may have changed
 * in the same millisecond.
 */
export async function paymentDeliveries(
  one: Transaction,
  disputes: readonly Dispute[],
): Promise<PaymentDelivery[]> {
  const path = `api/merchants/${one.merchantId}/webhooks`;
  const webhooks = await call<Webhook[]>('GET', path, { query: { limit: 100 } });
  const moments = momentsOf(one, disputes).filter((time) => Date.parse(time) > Date.now() - kept);
  const all: PaymentDelivery[] = [];
  for (const webhook of webhooks)
    for (const moment of moments.filter((time) => time >= webhook.created)) {
      const list = `${path}/${webhook.id}/deliveries`;
      const query = { limit: 100, ...filtersAround(moment) };
      const made = await call<Delivery[]>('GET', list, { query });
      const own = await Promise.all(
        made.filter(mayBeAbout).map(async (delivery) => {
          const { event } = await call<Sent>('GET', `${list}/${delivery.id}`);
          return isAbout(one, event) ? [{ webhook, delivery }] : [];
        }),
      );
      all.push(...own.flat());
    }
  return all.sort((a, b) => (a.delivery.created < b.delivery.created ? 1 : -1));
}

const mayBeAbout = ({ type }: Delivery): boolean => /^(transaction|dispute)\./.test(type);

const isAbout = ({ id }: Transaction, { data }: Sent['event']): boolean =>
  data.transaction?.id === id || data.dispute?.transactionId === id;

/** The filter of an endpoint's list with which it begins at a delivery. */
export const beginningWith = ({ id }: Delivery): { before: string } => ({
  before: (BigInt(`0x${id}`) + 1n).toString(16).padStart(24, '0'),
});
