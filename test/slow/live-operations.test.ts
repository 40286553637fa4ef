import { makeClock } from '../api/support/clock.ts';
import { cards, ownLive } from '../api/support/live.ts';
import { startReceiver } from '../api/support/receiver.ts';
import { until } from '../api/support/until.ts';

const clock = makeClock();
const live = ownLive({ now: clock.now, env: clock.env });

/** A merchant whose server listens. */
async function listening(over = {}) {
  const shop = await live.shop(over);
  const server = await startReceiver();
  const path = `/merchants/${shop.merchant.id}/webhooks`;
  await live.here.api('POST', path, { key: shop.key, body: { url: server.url } });
  return { ...shop, server };
}

const later = (minutes: number) => clock.moveTo(clock.now() + minutes * 60_000).then(live.finishOperations);

test('a merchant hears of an operation that nobody knows of, and of what became of it', async () => {
  const { key, merchant, server } = await listening();
  try {
    const id = await live.authorized(merchant, 1000);
    await live.stripe.down();
    expect((await live.here.move(key, id, 'captures', 400)).status).toBe(504);
    await later(2);
    const open = { transactionId: id, capture: true, amount: 400, currency: 'EUR', error: false };
    const told = () => server.received.map(({ event }) => event);
    const of = (type: string) => told().filter((event) => event.type === type);
    await until(
      async () => of('operation.open'),
      (found) => found.length === 1,
    );
    expect(of('operation.open')).toMatchObject([
      { test: false, data: { operation: { ...open, state: 'open' } } },
    ]);
    // Told once, however long it lasts.
    await later(10);
    await live.stripe.up();
    await later(30);
    await until(
      async () => of('operation.settled'),
      (found) => found.length === 1,
    );
    expect(of('operation.settled')).toMatchObject([{ data: { operation: { ...open, state: 'approved' } } }]);
    await until(
      async () => of('transaction.captured'),
      (found) => found.length === 1,
    );
    expect(of('operation.open')).toHaveLength(1);
  } finally {
    await server.stop();
  }
});

test('who never comes back from their bank is given up after an hour', async () => {
  const shop = await live.shop();
  const order = await live.order(shop.merchant, {}, cards.challenged);
  const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
  expect((await live.here.pos('/payments', { ...order, hints })).body.challenges).toHaveLength(1);
  await later(30);
  const path = `/merchants/${shop.merchant.id}/transactions?limit=5`;
  const list = async () => (await live.here.api('GET', path, { key: shop.key })).body;
  expect(await list()).toEqual([]);
  await later(60);
  await later(60);
  expect(await list()).toMatchObject([{ successful: false, error: { code: 31 } }]);
  await live.expectSameBooks(shop);
});

describe('at an acquirer that captures once', () => {
  const once = ownLive({ manyCaptures: false });

  test('what is not captured is released: two entries, and two events', async () => {
    const { key, merchant, account } = await once.shop();
    const server = await startReceiver();
    try {
      const path = `/merchants/${merchant.id}/webhooks`;
      await once.here.api('POST', path, { key, body: { url: server.url } });
      const id = await once.authorized(merchant, 1000);
      expect(await once.here.move(key, id, 'voids', 100)).toMatchObject({
        status: 400,
        body: [{ field: 'amount' }],
      });
      const { body } = await once.here.move(key, id, 'captures', 400);
      expect(body.transaction).toMatchObject({
        pendingAmount: 0,
        capturedAmount: 400,
        voidedAmount: 600,
        trail: [
          { capture: true, amount: 400 },
          { void: true, amount: 600 },
        ],
      });
      const events = (await server.events(3)).sort((a, b) => a.sequence - b.sequence);
      expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
        ['transaction.created', 0],
        ['transaction.captured', 1],
        ['transaction.voided', 2],
      ]);
      expect((await once.here.move(key, id, 'captures', 1)).status).toBe(400);
      await once.expectSameBooks({ key, merchant, account });
    } finally {
      await server.stop();
    }
  });
});
