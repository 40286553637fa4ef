import { modeText } from '../values/names.ts';
import { type StatusName, statusesOf } from '../values/statuses.ts';
import { t } from '../values/texts.ts';
import type { Delivery, Transaction, Webhook } from '../values/types.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'plain';

const tones: Record<StatusName, Tone> = {
  declined: 'bad',
  waiting: 'warn',
  disputed: 'bad',
  refunded: 'plain',
  refundOnItsWay: 'warn',
  onItsWay: 'warn',
  partlyRefunded: 'plain',
  toCapture: 'calm',
  partlyCaptured: 'calm',
  paid: 'good',
  voided: 'plain',
  saved: 'plain',
};

/** A short word for a state. */
export const Badge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span class={`badge ${tone}`}>{children}</span>
);

export const Statuses = ({ of }: { of: Transaction }) => (
  <span class="badges">
    {statusesOf(of).map((name) => (
      <Badge key={name} tone={tones[name]}>
        {t.statuses[name]}
      </Badge>
    ))}
  </span>
);

const deliveryTones: Record<Delivery['status'], Tone> = { pending: 'warn', succeeded: 'good', failed: 'bad' };

/** The state of a delivery. Florin sends nothing to an endpoint without a URL, and only lists its deliveries. */
export const DeliveryState = ({ of: { status }, to }: { of: Delivery; to: Webhook }) =>
  to.url ? (
    <Badge tone={deliveryTones[status]}>{t.webhooks.statuses[status]}</Badge>
  ) : (
    <Badge tone="plain">{t.webhooks.listed}</Badge>
  );

/** Shows test or live mode. It is always shown in words, not by colour alone. */
export const Mode = ({ test }: { test: boolean }) => (
  <span class={test ? 'mode test' : 'mode live'}>{modeText(test)}</span>
);
