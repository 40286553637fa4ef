import { newId } from '../../../functions/core/domain/id.ts';
import { present as presentDelivery } from '../../../functions/core/presenters/delivery.ts';
import { present as presentWebhook } from '../../../functions/core/presenters/webhook.ts';
import type { Delivery } from '../../../functions/core/store/webhooks/delivery-item.ts';
import type { StoredWebhook } from '../../../functions/core/store/webhooks/webhooks.ts';

const time = '2026-11-23T12:00:00.000Z';
const id = newId(Date.parse(time));
const ids = { id, merchantId: newId() };

test('a delivery shows each attempt with status or error, and the time of the next attempt', () => {
  const delivery: Delivery = {
    ...{ ...ids, webhookId: newId(), type: 'webhook.tested', status: 'pending', turn: 2 },
    attempts: [
      { time, error: 'TIMEOUT', duration: 10_000 },
      { time, status: 503, duration: 20 },
    ],
  };
  const { turn: _, ...stored } = delivery;
  const shown = { ...stored, transactionId: null };
  const attempts = [
    { time, status: null, error: 'TIMEOUT', duration: 10_000 },
    { time, status: 503, error: null, duration: 20 },
  ];
  const again = { answer: 'Busy', next: '2026-11-23T12:01:00.000Z' };
  expect(presentDelivery(delivery)).toEqual({ ...shown, created: time, attempts, answer: null, next: null });
  expect(presentDelivery({ ...delivery, ...again })).toEqual({ ...shown, created: time, attempts, ...again });
});

test('an endpoint shows its state, and its secrets without their values', () => {
  const webhook: StoredWebhook = {
    ...{ ...ids, test: true, appId: newId(), secrets: [{ id, sealed: 'sealed' }] },
  };
  const shown = {
    ...{ ...ids, test: true, created: time, url: null, events: null, description: null },
    ...{ verified: true, verificationError: null, enabled: true, disabled: null, failingSince: null },
    secrets: [{ id, created: time }],
  };
  expect(presentWebhook(webhook)).toEqual(shown);
  const off = { at: time, by: 'failures' } as const;
  const more = { url: 'https://shop.example/', events: ['dispute.opened' as const], description: 'Shop' };
  const troubled = {
    ...{ ...webhook, ...more, disabled: off, failingSince: Date.parse(time) },
    ...{ challenge: 'word', challengeError: 'It was empty' },
  };
  expect(presentWebhook(troubled)).toEqual({
    ...{ ...shown, ...more, verified: false, verificationError: 'It was empty' },
    ...{ enabled: false, disabled: off, failingSince: time },
  });
});
