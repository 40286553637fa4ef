import { aws } from '../../api/support/aws.ts';
import { ownLive, webhookSecret } from '../../api/support/live.ts';
import { waitUntil } from '../../api/support/wait-until.ts';
import { signatureOf } from '../../stripe/stand-in/webhooks.ts';

const live = ownLive({ env: { FLORIN_VISIBILITY_SECONDS: '3' } });

/** Posts the acquirer's events since then, each twice and the last first, as Stripe may deliver them. */
async function report<T>(happen: () => T): Promise<T> {
  const before = live.stripe.events.length;
  const happened = happen();
  const events = live.stripe.events.slice(before);
  for (const event of [...events, ...events].reverse()) expect(await live.postEvent(event)).toBe(200);
  return happened;
}

async function makeCapture(amount = 10000) {
  const shop = await live.shop();
  const id = await live.authorized(shop.merchant, amount);
  expect((await live.here.move(shop.key, id, 'captures', amount)).status).toBe(201);
  const payment = live.stripe.books(shop.account).intents[0]?.id ?? '';
  const show = () => live.here.transaction(shop.key, id);
  const list = async (path: string) => (await live.here.api('GET', path, { key: shop.key })).body;
  return { ...shop, id, payment, show, list };
}

test('an early fraud warning is a fraud alert', async () => {
  const { account, payment, merchant, id, list } = await makeCapture();
  await report(() => live.stripe.warn(payment, 'made_with_stolen_card', account));
  const alerts = await waitUntil(
    () => list(`/frauds?limit=10&filter[merchantId]=${merchant.id}`),
    (found) => found.length > 0,
  );
  expect(alerts).toMatchObject([{ transactionId: id, reason: 6 }]);
});

test('a payment with an inquiry can still be refunded, and the inquiry shows its deadline', async () => {
  const { key, account, payment, merchant, id, show, list } = await makeCapture();
  const disputes = () => list(`/disputes?limit=9&filter[merchantId]=${merchant.id}`);
  const status = 'warning_needs_response';
  const dispute = await report(() => live.stripe.dispute(payment, { amount: 10000, status }, account));
  const [shown] = await waitUntil(disputes, ({ length }) => length === 1);
  expect(shown).toMatchObject({ status: 'inquiry', amount: 10000, due: expect.stringMatching(/^20/) });
  expect(await show()).toMatchObject({ disputedAmount: 0 });
  expect((await live.here.move(key, id, 'refunds', 10000)).status).toBe(201);
  await report(() => live.stripe.closeDispute(dispute, 'warning_closed', account));
  await waitUntil(disputes, ([first]) => first.status === 'inquiry_closed');
  expect(await show()).toMatchObject({ disputedAmount: 0, refundedAmount: 10000 });
  await live.expectSameBooks({ key, merchant, account });
});

test('an authorization that expires is a void in the trail', async () => {
  const shop = await live.shop();
  const id = await live.authorized(shop.merchant, 1000);
  const payment = live.stripe.books(shop.account).intents[0]?.id ?? '';
  await report(() => live.stripe.expire(payment, shop.account));
  const shown = await waitUntil(
    () => live.here.transaction(shop.key, id),
    ({ pendingAmount }) => pendingAmount === 0,
  );
  expect(shown).toMatchObject({ voidedAmount: 1000, trail: [{ void: true, amount: 1000 }] });
  expect((await live.here.move(shop.key, id, 'captures', 1)).status).toBe(400);
  await live.expectSameBooks(shop);
});

test('an authorization that expires before Florin has stored it is released as soon as it is stored', async () => {
  const shop = await live.shop();
  const { proxy, florin, here, stripe } = live;
  const order = await live.order(shop.merchant);
  const { hints } = (await here.pos('/payments/challenges/begin', order)).body;
  proxy.instead = async (operation, asked) => {
    if (operation !== 'TransactWriteItems' || !asked.includes('"#transaction"')) return undefined;
    proxy.instead = undefined;
    const payment = stripe.books(shop.account).intents[0]?.id ?? '';
    await report(() => stripe.expire(payment, shop.account));
    await waitUntil(
      async () => florin.log(),
      (log) => log.includes(`"ignored":"${payment}"`) || log.includes('is not settled yet'),
    );
    return undefined;
  };
  const paid = await here.pos('/payments', { ...order, hints });
  expect(paid.status).toBe(201);
  const shown = await waitUntil(
    () => here.transaction(shop.key, paid.body.authorizationId),
    ({ pendingAmount }) => pendingAmount === 0,
  );
  expect(shown).toMatchObject({ voidedAmount: 10000, trail: [{ void: true, amount: 10000 }] });
  await live.expectSameBooks(shop);
});

test('an event without a valid, recent signature is rejected and has no effect', async () => {
  const { account, payment, show } = await makeCapture();
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

test('unsigned requests are rejected, and signed requests without an event return 400', async () => {
  const url = `${live.florin.baseUrl}/acquirers/stripe/events`;
  const send = async (body: string, signature: string) =>
    (await fetch(url, { method: 'POST', headers: { 'stripe-signature': signature }, body })).status;
  const signed = (body: string, at = Date.now(), secret = webhookSecret) => signatureOf(body, secret, at);
  const now = Math.floor(Date.now() / 1000);
  for (const signature of [
    '',
    't=,v1=',
    `t=${now}`,
    `t=${now},v1=${'0'.repeat(64)}`,
    `t=${now},${'v1=00,'.repeat(500)}`,
    `t=${'9'.repeat(400)},v1=00`,
    `t=NaN,v1=00`,
    // Signed by the scheme of test events, with an empty secret, with a time that is too old, and with one in the
    // future.
    signed('{}').replace('v1', 'v0'),
    signed('{}', Date.now(), ''),
    signed('{}', Date.now() - 301_000),
    signed('{}', Date.now() + 302_000),
    signed('{"type":"payout.paid"}'),
  ])
    expect([signature, await send('{}', signature)]).toEqual([signature, 401]);
  const large = JSON.stringify({
    api_version: '2026-09-30.endive',
    type: 'payout.paid',
    data: { object: { id: 'x'.repeat(300_000) } },
  });
  expect(await send(large, signed(large))).toBe(413);
  expect(await send('['.repeat(100_000), `t=${now},v1=00`)).toBe(401);
  for (const body of ['', 'null', '[]', '{}', '"x"', '{"type":"payout.paid"}', '['.repeat(100_000)])
    expect([body.length, await send(body, signed(body))]).toEqual([body.length, 400]);
  for (const object of [null, 1, 'x']) {
    const body = JSON.stringify({ api_version: '2026-09-30.endive', type: 'payout.paid', data: { object } });
    expect(await send(body, signed(body))).toBe(400);
  }
  for (const type of ['constructor', '__proto__', 'toString', 'of.the.future']) {
    const body = JSON.stringify({ api_version: '2026-09-30.endive', type, data: { object: {} } });
    expect(await send(body, signed(body))).toBe(200);
  }
});

test('a failed refund is booked to its own payment, even when its metadata names an operation of another payment', async () => {
  const { key, merchant, account, id, show } = await makeCapture();
  const other = await live.authorized(merchant, 10000);
  const { move } = live.here;
  await move(key, other, 'captures', 10000);
  await move(key, id, 'refunds', 3000);
  await move(key, other, 'refunds', 2000);
  const [failed, named] = [3000, 2000].map((sum) =>
    live.stripe.books(account).refunds.find(({ amount }) => amount === sum),
  );
  const before = live.stripe.events.length;
  live.stripe.failRefund(failed?.id ?? '', account);
  const event = live.stripe.events.slice(before).find(({ type }) => type === 'refund.failed');
  const [from, to] = [failed?.metadata.florin ?? '', named?.metadata.florin ?? ''];
  expect(await live.postEvent(JSON.parse(JSON.stringify(event).replaceAll(from, to)))).toBe(200);
  await waitUntil(show, ({ refundedAmount }) => refundedAmount === 0);
  expect((await live.here.transaction(key, other)).refundedAmount).toBe(2000);
});

test('events about other payments of the account are accepted and ignored', async () => {
  const { account, payment } = await makeCapture();
  const before = live.stripe.events.length;
  live.stripe.dispute(payment, {}, account);
  const event = live.stripe.events.slice(before).find(({ type }) => type === 'charge.dispute.created');
  const other = JSON.parse(JSON.stringify(event).replaceAll(payment, 'pi_of_somebody_else'));
  expect(await live.postEvent(other)).toBe(200);
  expect(await live.postEvent({ ...other, type: 'customer.created', data: { object: {} } })).toBe(200);
});

test('an event of one account about another account’s payment changes nothing, and is counted', async () => {
  const [own, other] = [await makeCapture(), await live.shop()];
  const before = live.stripe.events.length;
  live.stripe.dispute(own.payment, { amount: 4000 }, own.account);
  live.stripe.warn(own.payment, 'made_with_stolen_card', own.account);
  const events = live.stripe.events.slice(before);
  for (const event of events) {
    expect(await live.postEvent({ ...event, account: other.account })).toBe(200);
    expect(await live.postEvent({ ...event, account: undefined })).toBe(200);
  }
  await waitUntil(
    async () => live.florin.log().split('"ForeignEvents":1').length - 1,
    (count) => count === 2 * events.length,
  );
  expect((await own.show()).disputedAmount).toBe(0);
  // Events of the payment's own account take effect.
  for (const event of events) expect(await live.postEvent(event)).toBe(200);
  await waitUntil(own.show, ({ disputedAmount }) => disputedAmount === 4000);
});

test('a signed event with a missing or invalid field returns 400 and names the field', async () => {
  const url = `${live.florin.baseUrl}/acquirers/stripe/events`;
  for (const type of ['charge.dispute.created', 'refund.failed', 'payment_intent.canceled', 'payout.paid'])
    for (const object of [{}, { id: 1 }, { id: 'x', amount: 'y', currency: 'eur' }, []]) {
      const body = JSON.stringify({ api_version: '2026-09-30.endive', type, data: { object } });
      const headers = { 'stripe-signature': signatureOf(body, webhookSecret, Date.now()) };
      const answer = await fetch(url, { method: 'POST', headers, body });
      const isWhole = type !== 'payment_intent.canceled' && 'currency' in object;
      if (isWhole) expect(answer.status).toBe(200);
      else
        expect([answer.status, await answer.text()]).toEqual([
          400,
          expect.stringMatching(/"field":"data\.object/),
        ]);
    }
});

test('an event of live mode has no effect with a key of test mode, and is counted', async () => {
  const shop = await makeCapture();
  const before = live.stripe.events.length;
  live.stripe.payOut(7777, shop.account);
  const events = live.stripe.events.slice(before);
  for (const event of events) expect(await live.postEvent({ ...event, livemode: true })).toBe(200);
  await waitUntil(
    async () => live.florin.log(),
    (log) => log.split('"EventsOfOtherMode":1').length > events.length,
  );
  await aws(live.florin.aws).emptied('AcquirerEvents');
  expect((await shop.list(`/merchants/${shop.merchant.id}/lines?limit=9`)).length).toBe(1);
  // The same events in the key's mode subtract the payout from the balance.
  for (const event of events) expect(await live.postEvent(event)).toBe(200);
  await waitUntil(
    () => shop.list(`/merchants/${shop.merchant.id}/lines?limit=9`),
    ({ length }) => length === 2,
  );
  await live.expectSameBooks(shop);
});
