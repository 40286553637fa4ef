import { type StatusName, statusesOf } from '../statuses.ts';
import { t } from '../texts.ts';
import type { Delivery, Transaction, Webhook } from '../types.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'calm' | 'plain';

const tones: Record<StatusName, Tone> = {
  declined: 'bad',
  waiting: 'warn',
  disputed: 'bad',
  refunded: 'plain',
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
