import { ownLive, webhookSecret } from './support/live.ts';
import { until } from './support/until.ts';

const live = ownLive();

/** What has happened at the acquirer since; each reported twice, the last first, as it may. */
async function report<T>(happen: () => T): Promise<T> {
  const before = live.stripe.events.length;
  const happened = happen();
  const events = live.stripe.events.slice(before);
  for (const event of [...events, ...events].reverse()) expect(await live.postEvent(event)).toBe(200);
  return happened;
}

async function captured(amount = 10000) {
  const shop = await live.shop();
  const id = await live.authorized(shop.merchant, amount);
  expect((await live.here.move(shop.key, id, 'captures', amount)).status).toBe(201);
  const payment = live.stripe.books(shop.account).intents[0]?.id ?? '';
  const show = () => live.here.transaction(shop.key, id);
  const list = async (path: string) => (await live.here.api('GET', path, { key: shop.key })).body;
  return { ...shop, id, payment, show, list };
}

test('a dispute that is lost takes the amount and the acquirer’s fee, by one line', async () => {
  const shop = await captured();
  const { account, payment, merchant, show, list } = shop;
  const dispute = await report(() => live.stripe.dispute(payment, { amount: 4000 }, account));
  await until(show, ({ disputedAmount }) => disputedAmount === 4000);
  await report(() => live.stripe.closeDispute(dispute, 'lost', account));
  const { trail } = await until(show, ({ trail }) => trail.length === 2);
  expect(trail[1]).toMatchObject({ dispute: { lost: true }, amount: 4000 });
  expect(trail[1].balance).toBeLessThanOrEqual(-4000);
  const lines = await list(`/merchants/${merchant.id}/lines?limit=10`);
  expect(lines.filter((line: { dispute?: boolean }) => line.dispute)).toMatchObject([
    { balance: trail[1].balance },
  ]);
  await live.expectSameBooks(shop);
});

test('a dispute that is won costs what the acquirer keeps, and the rest is as before', async () => {
  const shop = await captured();
  const { account, payment, show } = shop;
  const dispute = await report(() => live.stripe.dispute(payment, { amount: 4000 }, account));
  await report(() => live.stripe.closeDispute(dispute, 'won', account));
  const shown = await until(show, ({ trail }) => trail.length === 2);
  expect(shown).toMatchObject({ disputedAmount: 0 });
  expect(shown.trail[1]).toMatchObject({ dispute: { won: true } });
  await live.expectSameBooks(shop);
});

test('an early fraud warning is a fraud alert', async () => {
  const { account, payment, merchant, id, list } = await captured();
  await report(() => live.stripe.warn(payment, 'made_with_stolen_card', account));
  const alerts = await until(
    () => list(`/frauds?limit=10&filter[merchantId]=${merchant.id}`),
    (found) => found.length > 0,
  );
  expect(alerts).toMatchObject([{ transactionId: id, reason: 6 }]);
});

test('a refund that fails later comes back to the balance, by a line, once', async () => {
  const shop = await captured();
  const { key, account, merchant, id, show, list } = shop;
  expect((await live.here.move(key, id, 'refunds', 3000)).status).toBe(201);
  const refund = live.stripe.books(account).refunds[0]?.id ?? '';
  await report(() => live.stripe.failRefund(refund, account));
  const shown = await until(show, ({ refundedAmount }) => refundedAmount === 0);
  expect(shown.trail.map(({ amount }: { amount: number }) => amount)).toEqual([10000, 3000, -3000]);
  await live.expectSameBooks(shop);
  // It can be refunded again.
  expect((await live.here.move(key, id, 'refunds', 10000)).status).toBe(201);
  expect((await list(`/merchants/${merchant.id}/lines?limit=10`)).length).toBe(4);
  await live.expectSameBooks(shop);
});

test('an authorization that expires is a void in the trail', async () => {
  const shop = await live.shop();
  const id = await live.authorized(shop.merchant, 1000);
  const payment = live.stripe.books(shop.account).intents[0]?.id ?? '';
  await report(() => live.stripe.expire(payment, shop.account));
  const shown = await until(
    () => live.here.transaction(shop.key, id),
    ({ pendingAmount }) => pendingAmount === 0,
  );
  expect(shown).toMatchObject({ voidedAmount: 1000, trail: [{ void: true, amount: 1000 }] });
  expect((await live.here.move(shop.key, id, 'captures', 1)).status).toBe(400);
  await live.expectSameBooks(shop);
});

test('payouts are the acquirer’s, each a line, once', async () => {
  const shop = await captured();
  await report(() => live.stripe.payOut(5000, shop.account));
  const lines = await until(
    () => shop.list(`/merchants/${shop.merchant.id}/lines?limit=10`),
    (found) => found.length === 2,
  );
  expect(lines[0]).toMatchObject({ payout: true, balance: -5000, amount: { currency: 'EUR', amount: 5000 } });
  await live.expectSameBooks(shop);
});

test('what is not signed, or by another secret, or long ago, is refused and has no effect', async () => {
  const { account, payment, show } = await captured();
  const before = live.stripe.events.length;
  live.stripe.dispute(payment, { amount: 4000 }, account);
  const event = live.stripe.events.slice(before).find(({ type }) => type === 'charge.dispute.created');
  if (!event) throw new Error('no event');
  expect(await live.postEvent(event, 'whsec_of_somebody_else')).toBe(401);
  const url = `${live.florin.baseUrl}/acquirers/stripe/events`;
  const { body, header } = live.stripe.signed(event, webhookSecret);
  const send = async (headers: Record<string, string>, text = body) =>
    (
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: text,
      })
    ).status;
  expect(await send({})).toBe(401);
  expect(await send({ 'stripe-signature': header }, `${body} `)).toBe(401);
  expect(await send({ 'stripe-signature': header.replace(/t=\d+/, 't=1000000000') })).toBe(401);
  expect((await show()).disputedAmount).toBe(0);
});

test('what is about other payments of the account is taken and ignored', async () => {
  const { account, payment } = await captured();
  const before = live.stripe.events.length;
  live.stripe.dispute(payment, {}, account);
  const event = live.stripe.events.slice(before).find(({ type }) => type === 'charge.dispute.created');
  const other = JSON.parse(JSON.stringify(event).replaceAll(payment, 'pi_of_somebody_else'));
  expect(await live.postEvent(other)).toBe(200);
  expect(await live.postEvent({ ...other, type: 'customer.created', data: { object: {} } })).toBe(200);
});
