import { useState } from 'preact/hooks';
import { printPlace } from '../browser/router.ts';
import { failureText } from '../parts/failure-notice.tsx';
import { DeliveryState } from '../parts/status.tsx';
import { Time } from '../parts/table.tsx';
import { useAction } from '../requests/action.ts';
import { useConsole } from '../requests/session.ts';
import { t } from '../values/texts.ts';
import type { Dispute, Transaction } from '../values/types.ts';
import { beginningWith, type PaymentDelivery, paymentDeliveries } from './payment-deliveries.ts';

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
