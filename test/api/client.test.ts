import request from '@paylike/request';
import Paylike from 'paylike';
import { byMethod } from './support/by-method.ts';
import { waitUntil } from './support/wait-until.ts';
import { world } from './support/world.ts';

const here = world();
const { payment, shop, authorized } = here;
const url = process.env.FLORIN_BASE_URL ?? '';
const posUrl = process.env.FLORIN_POS_URL ?? '';

/** Uses the published `paylike` client for Node.js. Only the address of the API differs from its defaults. */
test('the published Paylike client for Node.js works unchanged against Florin', async () => {
  const anonymous = Paylike(null, { url });
  const app = await anonymous.apps.create({ name: 'Client' });
  const client = Paylike(app.key, { url });
  expect((await client.apps.findOne()).id).toBe(app.id);

  await expect(client.merchants.create()).rejects.toMatchObject({ data: expect.any(Array) });
  const merchantId = await client.merchants.create({
    company: { country: 'DK' },
    currency: 'DKK',
    email: 'john@example.com',
    website: 'https://example.com',
    descriptor: 'Coffee & John',
    test: true,
  });
  expect(await client.merchants.update(merchantId, { name: 'Coffee John' })).toBeUndefined();
  const merchant = await client.merchants.findOne(merchantId);
  expect(merchant.name).toBe('Coffee John');
  expect(await client.apps.merchants.find(app.id).filter({ test: true }).limit(2).toArray()).toEqual([
    merchant,
  ]);

  // The customer pays through the library that the browser client is built on.
  const post = (path: string, data: object) =>
    request(`${posUrl}${path}`, { version: 1, data, fetch }).first();
  const number = await post('/vault', { type: 'pcn', value: '1000100010001000' });
  const code = await post('/vault', { type: 'pcsc', value: '123' });
  const order = await payment(merchant, { card: { number, code, expiry: { month: 12, year: 2099 } } });
  const { challenges } = await post('/payments', order);
  const { hints } = await post(challenges[0].path, order);
  const { authorizationId } = await post('/payments', { ...order, hints });

  const create = (amount: number) =>
    client.merchants.transactions.create(merchantId, {
      transactionId: authorizationId,
      currency: 'DKK',
      amount,
      custom: { source: 'test' },
    });
  const id = await create(300);
  expect(await client.transactions.capture(id, { currency: 'DKK', amount: 200 })).toBeUndefined();
  expect(await client.transactions.refund(id, { amount: 120 })).toBeUndefined();
  expect(await client.transactions.void(id, { amount: 40 })).toBeUndefined();
  expect(await client.transactions.findOne(id)).toMatchObject({
    capturedAmount: 200,
    refundedAmount: 120,
    voidedAmount: 40,
    pendingAmount: 60,
    trail: [
      { capture: true, amount: 200 },
      { refund: true, amount: 120 },
      { void: true, amount: 40 },
    ],
  });
  await Promise.all([create(1), create(2), create(3)]);
  const cursor = () => client.merchants.transactions.find(merchantId).batchSize(2);
  await waitUntil(
    () => cursor().toArray() as Promise<unknown[]>,
    ({ length }) => length === 5,
  );
  expect(
    await cursor()
      .since(new Date(Date.now() - 3_600_000))
      .limit(5)
      .toArray(),
  ).toHaveLength(5);
  expect(
    await cursor()
      .until(new Date(Date.now() - 3_600_000))
      .toArray(),
  ).toEqual([]);
  expect(await client.merchants.lines.find(merchantId).limit(1).toArray()).toHaveLength(1);

  await expect(client.transactions.findOne('nothing')).rejects.toBeInstanceOf(Paylike.NotFoundError);
  await expect(client.transactions.capture(id, { amount: 100 })).rejects.toBeInstanceOf(
    Paylike.ValidationError,
  );
  await expect(Paylike('wrong', { url }).apps.findOne()).rejects.toBeInstanceOf(Paylike.AuthorizationError);
  await expect(
    Paylike((await anonymous.apps.create({})).key, { url }).merchants.findOne(merchantId),
  ).rejects.toBeInstanceOf(Paylike.PermissionsError);
});

test('the Paylike client for Node.js lists, captures and refunds a payment without a card', async () => {
  const { key, merchant } = await shop({ methods: ['mobilepay'] });
  const client = Paylike(key, { url });
  const byCard = await authorized(merchant);
  const id = await byMethod(here).paidBy(merchant, 'mobilepay');
  const list = await client.merchants.transactions.find(merchant.id).limit(10).toArray();
  expect(list).toMatchObject([
    { id, card: null, method: { type: 'mobilepay', name: 'MobilePay' } },
    { id: byCard, card: { scheme: 'visa' }, method: { type: 'card', name: 'Card' } },
  ]);
  await client.transactions.capture(id, { currency: 'EUR', amount: 10000 });
  await client.transactions.refund(id, { amount: 2500 });
  expect(await client.transactions.findOne(id)).toMatchObject({
    capturedAmount: 10000,
    refundedAmount: 2500,
  });
  const again = { transactionId: id, currency: 'EUR', amount: 100 };
  await expect(client.merchants.transactions.create(merchant.id, again)).rejects.toMatchObject({
    data: [{ field: 'transactionId', message: expect.stringContaining('other methods need their customer') }],
  });
});
