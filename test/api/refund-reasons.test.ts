import { ownLive } from './support/live.ts';
import { world } from './support/world.ts';

const { api, shop, authorized, move, transaction } = world();
const live = ownLive();

/** The reasons in a trail; undefined for entries without one. */
const reasonsOf = ({ trail }: { trail: { reason?: string }[] }) => trail.map(({ reason }) => reason);

const reasons = ['requested_by_customer', 'duplicate', 'fraudulent', 'other'];

test('each reason of a refund stays in the trail, and a refund without one has none', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 1000);
  // A capture has no reason, even if a client sends one.
  const captured = await api('POST', `/transactions/${id}/captures`, {
    key,
    body: { amount: 1000, reason: 'other' },
  });
  expect(captured.status).toBe(201);
  for (const reason of reasons)
    expect(
      (await api('POST', `/transactions/${id}/refunds`, { key, body: { amount: 10, reason } })).status,
    ).toBe(201);
  await move(key, id, 'refunds', 10);
  // As in other fields, null means that the field is absent.
  await api('POST', `/transactions/${id}/refunds`, { key, body: { amount: 10, reason: null } });
  const after = await transaction(key, id);
  expect(reasonsOf(after)).toEqual([undefined, ...reasons, undefined, undefined]);
  expect(after.trail.at(-1)).not.toHaveProperty('reason');
});

test.each([['refunded'], [''], [7], ['Fraudulent']])(
  'the reason %p is refused by name, and nothing is refunded',
  async (reason) => {
    const { key, merchant } = await shop();
    const id = await authorized(merchant, 1000);
    await move(key, id, 'captures', 1000);
    const { status, text } = await api('POST', `/transactions/${id}/refunds`, {
      key,
      body: { amount: 10, reason },
    });
    expect(status).toBe(400);
    expect(text).toContain('reason');
    expect(await transaction(key, id)).toMatchObject({ refundedAmount: 0 });
  },
);

test('one idempotency key stands for one reason', async () => {
  const { key, merchant } = await shop();
  const id = await authorized(merchant, 1000);
  await move(key, id, 'captures', 1000);
  const refund = (reason: string) =>
    api('POST', `/transactions/${id}/refunds`, {
      key,
      body: { amount: 10, reason },
      headers: { 'idempotency-key': 'refund 1' },
    });
  expect((await refund('duplicate')).status).toBe(201);
  expect((await refund('duplicate')).body.transaction).toMatchObject({ refundedAmount: 10 });
  expect((await refund('fraudulent')).status).toBeGreaterThanOrEqual(400);
  expect(reasonsOf(await transaction(key, id))).toEqual([undefined, 'duplicate']);
});

test('the acquirer gets each reason that it knows, and the trail has all of them', async () => {
  const { key, merchant } = await live.shop();
  const id = await live.authorized(merchant, 1000);
  await live.here.move(key, id, 'captures', 1000);
  for (const reason of reasons)
    expect(
      (await live.here.api('POST', `/transactions/${id}/refunds`, { key, body: { amount: 10, reason } }))
        .status,
    ).toBe(201);
  expect(reasonsOf(await live.here.transaction(key, id))).toEqual([undefined, ...reasons]);
  const refunds = live.stripe.events.filter(({ type }) => type === 'refund.created');
  expect(refunds.map(({ data }) => (data.object as { reason?: unknown }).reason)).toEqual([
    ...reasons.slice(0, -1),
    null,
  ]);
});
