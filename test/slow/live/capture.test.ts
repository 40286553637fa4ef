import { makeClock } from '../../api/support/clock.ts';
import { ownLive } from '../../api/support/live.ts';
import { waitUntil } from '../../api/support/wait-until.ts';

const clock = makeClock();
const live = ownLive({ now: clock.now, env: { ...clock.env, FLORIN_TRIGGERS: 'off' } });

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let keys = 0;

/** A live shop, and a link whose payment Florin captures at once. */
async function scene(body: object = {}) {
  const { api, pos } = live.here;
  const shop = await live.shop();
  const { key, merchant } = shop;
  const asked = { amount: 10000, currency: 'EUR', capture: true, ...body };
  const { link } = (await api('POST', `/merchants/${merchant.id}/links`, { key, body: asked })).body;
  const order = await live.order(merchant, { linkId: link.id });
  const { hints } = (await pos('/payments/challenges/begin', order)).body;
  const headers = { 'idempotency-key': `capture-${++keys}` };
  return {
    ...shop,
    pay: () => pos('/payments', { ...order, hints }, headers),
    another: async () => live.here.pay(await live.order(merchant, { linkId: link.id })),
    only: async (): Promise<Json> => {
      const path = `/merchants/${merchant.id}/transactions?limit=5`;
      const all = (await api('GET', path, { key })).body;
      expect(all).toHaveLength(1);
      return all[0];
    },
    read: async (): Promise<Json> => (await api('GET', `/links/${link.id}`, { key })).body.link,
  };
}

const captured = { pendingAmount: 0, capturedAmount: 10000, voidedAmount: 0, trail: [{ capture: true }] };
const capture = /^POST \/v1\/payment_intents\/\w+\/capture$/;

/** Moves the clock, and lets the worker run. */
async function later(): Promise<void> {
  for (const minutes of [2, 4, 8]) {
    await clock.moveTo(clock.now() + minutes * 60_000);
    await live.finishOperations();
  }
}

test('a live payment with capture is captured once', async () => {
  const { key, merchant, account, pay, only, read } = await scene();
  const answers = await Promise.all(Array.from({ length: 5 }, pay));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  expect(await only()).toMatchObject(captured);
  expect(await read()).toMatchObject({ paid: 1, status: 'used' });
  expect((await pay()).headers['idempotency-replayed']).toBe('true');
  await live.expectSameBooks({ key, merchant, account });
});

test('a later payment without the customer is captured immediately if the merchant’s server asks for it', async () => {
  const { key, merchant, account } = await live.shop();
  const transactionId = await live.authorized(merchant, 1000, { unplanned: {} });
  const body = { transactionId, currency: 'EUR', amount: 700, capture: true };
  const answer = await live.here.api('POST', `/merchants/${merchant.id}/transactions`, { key, body });
  expect(answer.status).toBe(201);
  const { id } = answer.body.transaction;
  expect(await live.here.transaction(key, id)).toMatchObject({ capturedAmount: 700, pendingAmount: 0 });
  await live.expectSameBooks({ key, merchant, account });
});

test.each(['reset', 'lost', '500', '500-after', 'throttled'] as const)(
  'if the acquirer does not answer the capture (%s), the payment succeeds, and the worker captures it',
  async (how) => {
    const { key, merchant, account, pay, only, read } = await scene();
    const end = live.stripe.fail({ how, of: capture, times: 50 });
    const endReads = live.stripe.fail({ how: 'reset', of: /^GET /, times: 50 });
    const first = await pay();
    expect(first.status).toBe(201);
    expect(await only()).toMatchObject({ pendingAmount: 0, capturedAmount: 0, operation: { capture: true } });
    expect(await pay()).toMatchObject({ status: 201, body: first.body });
    end();
    endReads();
    await later();
    expect(await only()).toMatchObject(captured);
    expect(await pay()).toMatchObject({ status: 201, body: first.body });
    expect(await read()).toMatchObject({ paid: 1, status: 'used' });
    await live.expectSameBooks({ key, merchant, account });
  },
);

test('if the capture is declined, so is the payment: its hold is released, and the link can be paid again', async () => {
  const { key, merchant, account, pay, only, read, another } = await scene();
  const end = live.stripe.fail({ how: 'declined', of: capture, times: 50 });
  const first = await pay();
  end();
  expect(first).toMatchObject({ status: 400, body: { code: expect.stringMatching(/^PAYMENT_/) } });
  expect(await only()).toMatchObject({ pendingAmount: 0, capturedAmount: 0, operation: { void: true } });
  expect(await read()).toMatchObject({ paid: 0, status: 'open', payments: [] });
  const again = await pay();
  expect([again.status, again.body]).toEqual([400, first.body]);
  await live.finishOperations();
  expect(await only()).toMatchObject({ pendingAmount: 0, voidedAmount: 10000, trail: [{ void: true }] });
  expect(live.stripe.books(account).capturable.EUR).toBe(0);
  expect((await another()).status).toBe(201);
  expect(await read()).toMatchObject({ paid: 1, status: 'used' });
  await live.expectSameBooks({ key, merchant, account });
});

test('if the capture is declined, the card is not saved and replaces no other; the card of the next payment does', async () => {
  const { key, merchant, account } = await live.shop();
  const { api, pay } = live.here;
  const paying = async () => {
    const asked = { amount: 10000, currency: 'EUR', capture: true, customer: 'ann' };
    const { link } = (await api('POST', `/merchants/${merchant.id}/links`, { key, body: asked })).body;
    return pay(await live.order(merchant, { linkId: link.id, save: true }));
  };
  const kept = async (): Promise<string[]> =>
    (await api('GET', `/merchants/${merchant.id}/customers/ann/cards?limit=9`, { key })).body.map(
      ({ id }: Json) => id,
    );
  const decline = () => live.stripe.fail({ how: 'declined', of: capture, account, times: 50 });
  const pays = async () => (await paying()).body.authorizationId;

  const none = decline();
  expect((await paying()).status).toBe(400);
  none();
  await live.finishOperations();
  expect(await kept()).toEqual([]);

  const first = await pays();
  expect(await waitUntil(kept, ({ length }) => length > 0)).toEqual([first]);
  const end = decline();
  expect((await paying()).status).toBe(400);
  end();
  await live.finishOperations();
  expect(await kept()).toEqual([first]);

  const second = await pays();
  expect(await waitUntil(kept, (ids) => !ids.includes(first))).toEqual([second]);
  await live.expectSameBooks({ key, merchant, account });
});

test('if the capture is declined after the payment was answered, the hold is released, and a repeat gets the same response', async () => {
  const { key, merchant, account, pay, only, read } = await scene();
  const end = live.stripe.fail({ how: 'reset', of: capture, times: 50 });
  const endReads = live.stripe.fail({ how: 'reset', of: /^GET /, times: 50 });
  const first = await pay();
  end();
  endReads();
  const endDeclined = live.stripe.fail({ how: 'declined', of: capture, times: 50 });
  await later();
  endDeclined();
  expect(await only()).toMatchObject({ capturedAmount: 0, voidedAmount: 10000, trail: [{ void: true }] });
  expect(await read()).toMatchObject({ paid: 0, status: 'open' });
  const again = await pay();
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect(again.headers['idempotency-replayed']).toBe('true');
  await live.expectSameBooks({ key, merchant, account });
});

/** Makes a payment that the acquirer authorizes, and whose outcome Florin does not learn. */
async function payUnheard(pay: () => Promise<{ status: number }>): Promise<void> {
  const end = live.stripe.fail({ how: 'lost', of: /\/confirm$/, times: 50 });
  const endReads = live.stripe.fail({ how: 'reset', of: /^GET /, times: 50 });
  expect((await pay()).status).toBe(504);
  end();
  endReads();
}

test('if the worker learns that a payment is authorized, the worker captures it', async () => {
  const { key, merchant, account, pay, only } = await scene();
  await payUnheard(pay);
  await later();
  expect(await only()).toMatchObject(captured);
  expect((await pay()).status).toBe(201);
  await live.expectSameBooks({ key, merchant, account });
});

test('if the capture by the worker is declined, so is the payment, even when the customer asks hours later', async () => {
  const { key, merchant, account, pay, only } = await scene();
  await payUnheard(pay);
  const endDeclined = live.stripe.fail({ how: 'declined', of: capture, times: 50 });
  await later();
  expect((await pay()).status).toBe(400);
  await clock.moveTo(clock.now() + 2 * 3_600_000);
  expect(await pay()).toMatchObject({ status: 400, body: { code: expect.stringMatching(/^PAYMENT_/) } });
  endDeclined();
  await live.finishOperations();
  expect(await only()).toMatchObject({ capturedAmount: 0, voidedAmount: 10000 });
  await live.expectSameBooks({ key, merchant, account });
});

test('duplicates of a payment that arrive at the same time get one response, also if the capture is declined', async () => {
  const { key, merchant, account, pay, only } = await scene();
  const end = live.stripe.fail({ how: 'declined', of: capture, times: 50 });
  const answers = await Promise.all(Array.from({ length: 5 }, pay));
  end();
  for (const { status, body } of [...answers, await pay()])
    expect([status, body.code]).toEqual([400, 'PAYMENT_REJECTED']);
  await live.finishOperations();
  expect(await only()).toMatchObject({ capturedAmount: 0, voidedAmount: 10000 });
  await live.expectSameBooks({ key, merchant, account });
});

test.each(['was switched off', 'was paid by somebody else'] as const)(
  'if the capture by the worker is declined and the link then %s, the customer learns that the payment is declined',
  async (how) => {
    const { key, merchant, account, pay, read, another } = await scene();
    await payUnheard(pay);
    const endDeclined = live.stripe.fail({ how: 'declined', of: capture, times: 50 });
    await later();
    endDeclined();
    const { id, status } = await read();
    expect(status).toBe('open');
    if (how === 'was switched off') await live.here.api('DELETE', `/links/${id}`, { key });
    else expect((await another()).status).toBe(201);
    const { status: told, body } = await pay();
    expect([told, body.code]).toEqual([400, 'PAYMENT_REJECTED']);
    await live.finishOperations();
    await live.expectSameBooks({ key, merchant, account });
  },
);

test('without capture, a live payment only holds its amount', async () => {
  const { pay, only } = await scene({ capture: false });
  expect((await pay()).status).toBe(201);
  expect(await only()).toMatchObject({ pendingAmount: 10000, capturedAmount: 0, trail: [] });
});
