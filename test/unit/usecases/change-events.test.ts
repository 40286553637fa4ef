import type { Dispute } from '../../../functions/core/domain/disputes/dispute.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(() => import('../../../functions/core/usecases/webhooks/events-of-change.ts'));

const dispute: Dispute = {
  id: 'd'.repeat(24),
  merchantId: 'a'.repeat(24),
  transactionId: 'b'.repeat(24),
  amount: 4000,
  reason: { code: 83, title: 'Fraud, card-absent environment' },
  due: '2026-03-27T12:00:00.000Z',
  status: 'open',
};

/** The types of the events that follow when this dispute becomes that one; undefined for one that is not there. */
function typesOf(before: Dispute | undefined, now: Dispute | undefined): string[] {
  const item = (each: Dispute | undefined) => each && { pk: `dispute#${each.id}`, sk: 'alert', ...each };
  return own
    .eventsOfChange({ id: '1', at: Date.now(), before: item(before), now: item(now) })
    .map(({ type }) => type);
}

test.each([
  ['amount', { amount: 3000 }],
  ['deadline', { due: '2026-03-28T12:00:00.000Z' }],
  ['status', { status: 'inquiry' }],
] as const)('a change of a dispute’s %s alone is an event', (_, change) => {
  expect(typesOf(dispute, { ...dispute, ...change })).toEqual(['dispute.updated']);
});

test('a dispute is an event when it opens, and none when nothing that is shown changes, or when it ends', () => {
  expect(typesOf(undefined, dispute)).toEqual(['dispute.opened']);
  expect(typesOf(dispute, { ...dispute, reason: { code: 83, title: 'Fraud' } })).toEqual([]);
  // The trail of its transaction says so.
  for (const status of ['won', 'lost'] as const) expect(typesOf(dispute, { ...dispute, status })).toEqual([]);
  expect(typesOf(dispute, undefined)).toEqual([]);
});
