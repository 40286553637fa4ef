import { connectWithAcquirer } from './support/connect.ts';
import { cards, ownLive } from './support/live.ts';

const live = ownLive();

/** Creates a merchant whose platform takes a fee. */
async function shop(settings: object) {
  const made = await live.shop();
  await connectWithAcquirer(made.merchant.id, live.florin.aws, settings);
  return made;
}

const list = async (key: string, id: string, what: 'lines' | 'postings') =>
  (await live.here.api('GET', `/merchants/${id}/${what}?limit=20`, { key })).body;

test('a capture pays the platform its fee, which lines and postings show separately', async () => {
  const { key, merchant, account } = await shop({ fee: '1.5%+20EUR' });
  const id = await live.authorized(merchant, 10000);
  expect((await live.here.move(key, id, 'captures', 4000)).status).toBe(201);
  // Stripe takes 1.5 % and 0.25, including tax. The platform takes 1.5 % and 0.20.
  const [line] = await list(key, merchant.id, 'lines');
  expect(line).toMatchObject({
    capture: true,
    balance: 4000 - 85 - 80,
    fee: 85 + 80,
    fees: [
      { kind: 'processing', amount: 68 },
      { kind: 'tax', amount: 17 },
      { kind: 'application', amount: 80 },
    ],
  });
  const [{ postings }] = await list(key, merchant.id, 'postings');
  expect(postings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ account: 'fees:application', currency: 'EUR', amount: 80 }),
      expect.objectContaining({ account: 'merchant:payable', currency: 'EUR', amount: 3835 }),
    ]),
  );
  // The platform keeps its fee.
  expect((await live.here.move(key, id, 'refunds', 4000)).status).toBe(201);
  expect((await list(key, merchant.id, 'lines'))[0]).toMatchObject({ refund: true, balance: -4000, fee: 0 });
  await live.expectSameBooks({ key, merchant, account });
});

test('a payment with a fee is captured only once, even if the account allows several captures', async () => {
  const { key, merchant, account } = await shop({ fee: '1%' });
  const id = await live.authorized(merchant, 10000);
  const { body } = await live.here.move(key, id, 'captures', 4000);
  expect(body.transaction).toMatchObject({ capturedAmount: 4000, voidedAmount: 6000, pendingAmount: 0 });
  const other = await live.authorized(merchant, 10000);
  expect((await live.here.move(key, other, 'voids', 4000)).status).toBe(400);
  expect((await live.here.move(key, other, 'voids', 10000)).status).toBe(201);
  await live.expectSameBooks({ key, merchant, account });
});

test('a payment in a currency without a fee is captured and refunded in parts', async () => {
  const { key, merchant, account } = await shop({ fee: '20EUR', feeRefund: 'return' });
  const amount = { currency: 'DKK', exponent: 2, value: 1000 };
  const id = await live.authorized(merchant, 1000, { amount });
  for (const part of [400, 600])
    expect((await live.here.move(key, id, 'captures', part)).body.transaction).toMatchObject({
      voidedAmount: 0,
    });
  for (const part of [300, 700]) expect((await live.here.move(key, id, 'refunds', part)).status).toBe(201);
  expect(live.stripe.books(account).charges).toMatchObject([{ application_fee_amount: null }]);
});

test('a capture pays the fee that was agreed when the payment was authorized', async () => {
  const { key, merchant, account } = await shop({ fee: '2%' });
  const [before, captured] = [await live.authorized(merchant, 1000), await live.authorized(merchant, 1000)];
  await live.here.move(key, captured, 'captures', 1000);
  const fees = () => live.stripe.books(account).charges.map((charge) => charge.application_fee_amount);
  // A new connection without settings keeps the fee.
  await connectWithAcquirer(merchant.id, live.florin.aws);
  await live.here.move(key, await live.authorized(merchant, 500), 'captures', 500);
  expect(fees()).toEqual([10, 20, null]);
  await connectWithAcquirer(merchant.id, live.florin.aws, { fee: 'none' });
  await live.here.move(key, before, 'captures', 1000);
  const without = await live.authorized(merchant, 1000);
  await live.here.move(key, without, 'captures', 500);
  await live.here.move(key, without, 'captures', 500);
  expect(fees()).toEqual([null, 10, 20, 20]);
  await live.expectSameBooks({ key, merchant, account });
});

test('a payment that is captured with its authorization pays the fee', async () => {
  const { key, merchant, account } = await shop({ fee: '30EUR' });
  await live.here.api('PUT', `/merchants/${merchant.id}`, { key, form: { capture: 'yes' } });
  expect((await live.here.pay(await live.order(merchant))).status).toBe(201);
  await live.here.api('PUT', `/merchants/${merchant.id}`, { key, form: { capture: 'no' } });
  await connectWithAcquirer(merchant.id, live.florin.aws, { fee: '10%' });
  const order = await live.order(merchant, { amount: { currency: 'EUR', exponent: 2, value: 70 } });
  const id = (await live.here.pay(order)).body.authorizationId;
  // This fee would exceed the payment. Stripe accepts only a fee below the payment, so the fee becomes 69.
  await connectWithAcquirer(merchant.id, live.florin.aws, { fee: '99.99%+500EUR' });
  const all = await live.authorized(merchant, 70);
  for (const each of [id, all]) expect((await live.here.move(key, each, 'captures', 70)).status).toBe(201);
  const { charges } = live.stripe.books(account);
  expect(charges.map((charge) => charge.application_fee_amount)).toEqual([69, 7, 30]);
  await live.expectSameBooks({ key, merchant, account });
});

test('a charge without the customer and a payment with 3-D Secure pay the fee', async () => {
  const { key, merchant, account } = await shop({ fee: '2%' });
  const agreed = await live.authorized(merchant, 1000, { unplanned: { merchant: true } });
  const charged = await live.here.api('POST', `/merchants/${merchant.id}/transactions`, {
    key,
    body: { transactionId: agreed, currency: 'EUR', amount: 700 },
  });
  const order = await live.order(merchant, {}, cards.challenged);
  const { hints } = (await live.here.pos('/payments/challenges/begin', order)).body;
  const [{ path }] = (await live.here.pos('/payments', { ...order, hints })).body.challenges;
  const returned = await live.atBank(path, { ...order, hints }, 'yes');
  const paid = await live.here.pos('/payments', { ...order, hints: [...hints, ...returned] });
  expect((await live.here.move(key, charged.body.transaction.id, 'captures', 500)).status).toBe(201);
  expect((await live.here.move(key, paid.body.authorizationId, 'captures', 9000)).status).toBe(201);
  const { charges } = live.stripe.books(account);
  expect(charges.map((charge) => charge.application_fee_amount)).toEqual([180, 10, null]);
});

test('a fee that the acquirer refuses makes the payment fail with 503, and no amount is reserved', async () => {
  const { merchant, account } = await shop({ fee: '1%' });
  live.stripe.settings(account).country = 'BR';
  expect((await live.here.pay(await live.order(merchant))).status).toBe(503);
  expect(live.stripe.books(account).intents).toEqual([]);
  await connectWithAcquirer(merchant.id, live.florin.aws, { fee: 'none' });
  await live.authorized(merchant, 1000);
});

test.each(['lost', 'reset', '500-after'] as const)(
  'a capture pays its fee once if the acquirer’s answer is %s',
  async (how) => {
    const { key, merchant, account } = await shop({ fee: '1.5%+20EUR' });
    const id = await live.authorized(merchant, 1000);
    const capture = () => live.here.move(key, id, 'captures', 1000, { 'idempotency-key': `capture-${id}` });
    const end = live.stripe.fail({ how, of: /\/capture$/, times: 9 });
    expect((await capture()).status).toBe(504);
    end();
    // The repeated request keeps the fee that was agreed.
    await connectWithAcquirer(merchant.id, live.florin.aws, { fee: '3%' });
    expect((await capture()).status).toBe(201);
    expect(live.stripe.books(account).charges).toMatchObject([{ application_fee_amount: 35 }]);
    await live.expectSameBooks({ key, merchant, account });
  },
);

test.each([
  { fee: '1.5' },
  { fee: '0%' },
  { fee: '100%' },
  { fee: '-1%' },
  { fee: '1.555%' },
  { fee: '1%+1%' },
  { fee: '20' },
  { fee: '20XXY' },
  { fee: '0EUR' },
  { fee: '20EUR+20EUR' },
  { fee: '1%+' },
  { fee: 1.5 },
  { fee: '1%', feeRefund: 'sometimes' },
  { feeRefund: 'return' },
])('the invalid fee settings %j are refused and not stored', async (settings) => {
  const { merchant, account, key } = await live.shop();
  await expect(connectWithAcquirer(merchant.id, live.florin.aws, settings)).rejects.toThrow(
    /"fee": \\"none|\\"fee\\"|no fee that a refund could return/,
  );
  await live.here.move(key, await live.authorized(merchant, 1000), 'captures', 1000);
  expect(live.stripe.books(account).charges).toMatchObject([{ application_fee_amount: null }]);
});
