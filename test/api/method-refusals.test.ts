import { randomUUID } from 'node:crypto';
import { byMethod } from './support/by-method.ts';
import { refusal } from './support/http.ts';
import { limitDeclines } from './support/limit-declines.ts';
import { world } from './support/world.ts';

const here = world();
const { api, pos, shop, payment, pay, transaction, move } = here;
const { order, begin, answer, returned, paidBy } = byMethod(here);

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape
type Json = any;

let key: string;
let merchant: Json;
beforeEach(async () => {
  ({ key, merchant } = await shop({ methods: ['mobilepay', 'bancontact', 'blik'] }));
});

const byCard = 'Must be of a payment by card: other methods need their customer';

test('a payment by a method cannot be charged again, and gives no card to save', async () => {
  const transactionId = await paidBy(merchant, 'mobilepay');
  for (const field of ['transactionId', 'authorizationId']) {
    const body = { [field]: transactionId, currency: 'EUR', amount: 100, reference: 'June' };
    const { status, body: faults } = await api('POST', `/merchants/${merchant.id}/transactions`, {
      key,
      body,
    });
    expect([status, faults]).toEqual([400, [{ field, message: byCard }]]);
  }
  const saved = await api('POST', `/merchants/${merchant.id}/cards`, { key, body: { transactionId } });
  expect([saved.status, saved.body]).toEqual([400, [{ field: 'transactionId', message: byCard }]]);
});

test('Florin refuses what the method of a payment cannot do, and names the method', async () => {
  const held = await paidBy(merchant, 'mobilepay');
  const message = async (id: string, kind: Parameters<typeof move>[2], amount: number) =>
    (await move(key, id, kind, amount)).body[0]?.message;
  expect(await message(held, 'increments', 100)).toBe(
    'A payment by MobilePay cannot be raised; charge the rest by another payment',
  );
  expect(await message(held, 'voids', 100)).toBe('MobilePay releases the whole amount: must be EUR 100.00');
  expect((await move(key, held, 'voids', 10000)).status).toBe(201);
  const taken = await paidBy(merchant, 'bancontact');
  expect(await message(taken, 'captures', 1)).toContain('Can capture at most EUR 0.00');
  expect(await message(taken, 'voids', 1)).toContain('Can void at most EUR 0.00');
  expect((await move(key, taken, 'refunds', 4000)).status).toBe(201);
  expect(await message(taken, 'refunds', 6001)).toContain('Can refund at most EUR 60.00');
  expect(await transaction(key, taken)).toMatchObject({ capturedAmount: 10000, refundedAmount: 4000 });
});

test('a customer who changes their mind in their app limits no other payment', async () => {
  const limits = { test: { limits: true } };
  const link = async () =>
    (await api('POST', `/merchants/${merchant.id}/links`, { key, body: { amount: 10000, currency: 'EUR' } }))
      .body.link.id;
  const linkId = await link();
  for (let n = 0; n < 16; n++) {
    const away = await begin(merchant, 'mobilepay', { ...limits, linkId });
    await answer(away, 'cancel');
    expect(refusal(await pos('/payments', away.body))).toEqual([400, 'PAYMENT_REJECTED']);
  }
  const test = { tds: { challenge: false, status: 'attempted' }, limits: true };
  expect((await pay(await payment(merchant, { test, linkId }))).status).toBe(201);
  // Declines of cards do not limit methods either: no thief tries a card with them.
  await limitDeclines(process.env.FLORIN_DYNAMODB ?? '', merchant);
  expect(refusal(await pay(await payment(merchant, { test })))).toEqual([400, 'TDSECURE_REQUIRED']);
  await paidBy(merchant, 'mobilepay', { ...limits, linkId: await link() });
});

describe('the idempotency key of a payment by a method', () => {
  test('repeats the answer, and fits no other payment', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const away = await begin(merchant, 'mobilepay');
    const asked = await pos('/payments', away.body, headers);
    expect(asked.body.challenges).toMatchObject([{ name: 'method' }]);
    // The key is free again while the customer is in their app.
    expect((await pos('/payments', away.body, headers)).body).toEqual(asked.body);
    await answer(away, 'approve');
    const copies = await Promise.all([1, 2, 3].map(() => pos('/payments', away.body, headers)));
    const paid = copies.filter(({ status }) => status === 201);
    expect(paid.length).toBeGreaterThan(0);
    for (const { status, body } of copies)
      expect(status === 201 ? body : status).toEqual(status === 201 ? paid[0]?.body : 409);
    const again = await pos('/payments', away.body, headers);
    expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([
      201,
      paid[0]?.body,
      'true',
    ]);
    const other = await begin(merchant, 'mobilepay');
    expect(refusal(await pos('/payments', other.body, headers))).toEqual([422, expect.any(String)]);
    const list = await api('GET', `/merchants/${merchant.id}/transactions`, { key, query: { limit: 9 } });
    expect(list.body.filter(({ successful }: Json) => successful)).toHaveLength(1);
  });

  test('a proof pays once, whatever else the request changes', async () => {
    const away = await begin(merchant, 'mobilepay');
    for (const over of [{ payer: { name: 'Bob' } }, { text: 'Another order' }, { custom: { a: 1 } }])
      expect(refusal(await pos('/payments', { ...away.body, ...over }))).toEqual([400, 'TOKEN_INVALID']);
    await answer(away, 'approve');
    expect((await returned(away)).status).toBe(201);
    const { authorizationId } = (await pos('/payments', away.body)).body;
    expect((await returned(away)).body).toMatchObject({ authorizationId });
    expect(refusal(await pos('/payments', { ...away.body, text: 'x' }))).toEqual([400, 'TOKEN_INVALID']);
  });

  test('two hints that begin two payments are refused together', async () => {
    const [one, two] = [await begin(merchant, 'mobilepay'), await begin(merchant, 'mobilepay')];
    const both = { ...one.body, hints: [...one.body.hints, ...two.body.hints] };
    expect(refusal(await pos('/payments', both))).toEqual([400, 'TOKEN_INVALID']);
  });
});

test('receipts of a payment by a method are sent, and both means together are refused', async () => {
  const transactionId = await paidBy(merchant, 'mobilepay');
  const receipt = { integration: { key: merchant.key }, transactionId, email: 'ann@example.com' };
  expect((await pos('/payments/receipts', receipt)).status).toBe(202);
  const { card } = await payment(merchant);
  expect((await pos('/payments', order(merchant, 'mobilepay', { card }))).body.message).toBe(
    'card: Must not be sent together with a method',
  );
  const neither = await pos('/payments', order(merchant, 'mobilepay', { method: undefined }));
  expect(neither.body.message).toBe('card: Is required, unless `method` is sent');
});
