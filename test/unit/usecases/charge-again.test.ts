import type { Merchant } from '../../../functions/core/domain/merchants/merchant.ts';
import { requireFound } from '../../../functions/core/domain/outcome.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { someCard, somePayment } from '../domain/some-payment.ts';
import { loseAuthorization, withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/store/cards/cards.ts')),
  ...(await import('../../../functions/core/store/transactions/operations.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/resolve-operation.ts')),
  ...(await import('../../../functions/core/usecases/payments/charge-again.ts')),
  ...(await import('../../../functions/core/usecases/payments/charge-again.ts')),
}));
const { own } = live;
beforeEach(() => jest.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => jest.restoreAllMocks());

interface Shop {
  merchant: Merchant;
  app: string;
}

async function testShop(over: Partial<Merchant> = {}): Promise<Shop> {
  const [merchant, app] = [{ ...someMerchant(), ...over }, own.newId()];
  await own.createMerchant(merchant, { id: app, name: null });
  return { merchant, app };
}

/** Makes an earlier transaction of the merchant. With a credential, its customer has agreed to later payments. */
async function earlier({ merchant }: Shop, credential?: object, error?: 10): Promise<string> {
  const transaction = somePayment(merchant, { error });
  await own.createTransaction(transaction, { credential }, { merchant, alongside: [] });
  return transaction.id;
}

/** A shop with an account at the acquirer, and an earlier payment there with an agreement. */
async function liveShop() {
  const shop = await live.shop();
  const asked = own.order({ account: shop.account.account });
  const outcome = await own.authorize(asked, own.card(undefined, { store: true }));
  if (outcome.state !== 'approved') throw new Error(JSON.stringify(outcome));
  const transactionId = await earlier(shop, outcome.credential);
  const adapter = own.paymentAcquirerOf(shop.account);
  const charges = () => live.stripe.books(shop.account.account).intents.length - 1;
  const disable = async (state: { prefix?: string }) =>
    own.setAcquirer(requireFound(await own.findMerchant(shop.merchant.id)), shop.account, false, state);
  return { ...shop, transactionId, adapter, charges, disable };
}

let requests = 0;
const someKey = () => ({ scope: 'app', key: `key ${++requests}`, fingerprint: 'same' });

const charge = ({ merchant, app }: Shop, order: object, idempotency = someKey()) =>
  own.chargeAgain({
    ...{ caller: { kind: 'app', id: app }, merchantId: merchant.id, idempotency, record: () => [] },
    order: { currency: 'EUR', amount: 500, ...order } as Parameters<typeof own.chargeAgain>[0]['order'],
  });

const refusedAt = (field: string, message = expect.any(String)) => ({
  ...{ name: 'Refused', faults: [{ field, message }] },
});

test('a charge without the customer is recurring, has no security code, and is captured only on request', async () => {
  const shop = await testShop();
  const transactionId = await earlier(shop);
  const first = await charge(shop, { transactionId, custom: { n: 1 } });
  expect(first).toMatchObject({ captured: false });
  expect(await own.getTransaction(first.id)).toMatchObject({
    ...{ recurring: true, amount: 500, pendingAmount: 500, custom: { n: 1 } },
    card: { last4: '4242', code: { present: false } },
  });
  const second = await charge(shop, { transactionId: first.id, capture: true });
  expect(second).toMatchObject({ captured: true });
  expect(await own.getTransaction(second.id)).toMatchObject({ pendingAmount: 0, capturedAmount: 500 });
});

test.each(['transactionId', 'authorizationId', 'cardId'])(
  'a merchant charges no card of another merchant by %s, and none of a declined payment',
  async (field) => {
    const [shop, rival] = [await testShop(), await testShop()];
    const make = async (owner: Shop, error?: 10) => {
      if (field !== 'cardId') return earlier(owner, undefined, error);
      const id = own.newId();
      const credential = { reference: id };
      const caller = { kind: 'app', id: owner.app } as const;
      await own.saveCard({ id, merchantId: owner.merchant.id, card: someCard, credential }, caller, []);
      return id;
    };
    const mine = await make(shop);
    expect(await charge(shop, { [field]: mine })).toMatchObject({ captured: false });
    for (const id of [await make(rival), own.newId()])
      await expect(charge(shop, { [field]: id })).rejects.toMatchObject(refusedAt(field));
    if (field !== 'cardId')
      await expect(charge(shop, { [field]: await make(shop, 10) })).rejects.toMatchObject(refusedAt(field));
    // The rival sends the request for this merchant, and then for the rival's own merchant.
    await expect(charge({ ...shop, app: rival.app }, { [field]: mine })).rejects.toMatchObject({
      name: 'NoAccess',
    });
    await expect(charge(rival, { [field]: mine })).rejects.toMatchObject(refusedAt(field));
  },
);

test('a test merchant that nobody approves sends at most 4 KB of custom data', async () => {
  const shop = await testShop({ unvouched: { app: own.newId(), days: 90 } });
  const transactionId = await earlier(shop);
  const custom = (bytes: number) => ({ transactionId, custom: 'x'.repeat(bytes - 2) });
  await expect(charge(shop, custom(4097))).rejects.toMatchObject(refusedAt('custom'));
  expect(await charge(shop, custom(4096))).toMatchObject({ captured: false });
});

test('a charge that is declined is recorded with the reason', async () => {
  const shop = await testShop();
  const transactionId = await earlier(shop, { reference: 'lost', simulated: { status: 'lost' } });
  const ends: unknown[] = [];
  const { id, decline } = await own.chargeAgain({
    ...{ caller: { kind: 'app', id: shop.app }, merchantId: shop.merchant.id },
    order: { currency: 'EUR', amount: 500, transactionId } as never,
    record: (...end) => {
      ends.push(end);
      return [];
    },
  });
  expect(decline).toEqual(expect.any(String));
  expect(ends).toEqual([[id, decline]]);
});

describe('real money', () => {
  test('a card is charged by the worker if the first request has not reached the acquirer', async () => {
    const shop = await liveShop();
    let id = '';
    jest.spyOn(shop.adapter, 'authorize').mockImplementationOnce(async (order) => {
      id = order.id;
      return { state: 'unknown', cause: 'TIMEOUT' };
    });
    await expect(charge(shop, { transactionId: shop.transactionId })).rejects.toMatchObject({
      name: 'OperationOpen',
    });
    const { state } = await own.resolveOperation(requireFound(await own.getOperation(id)));
    expect([state, shop.charges()]).toEqual(['approved', 1]);
  });

  test('the amount is charged to the card of a payment with an agreement, and to no other card', async () => {
    const shop = await liveShop();
    const { transactionId, charges } = shop;
    const { id } = await charge(shop, { transactionId, capture: true });
    expect(await live.transactionOf(id)).toMatchObject({ recurring: true, capturedAmount: 500 });
    expect(charges()).toBe(1);
    const without = await earlier(shop);
    await expect(charge(shop, { transactionId: without })).rejects.toMatchObject(
      refusedAt('transactionId', 'Must be of a payment whose customer agreed to later payments'),
    );
    expect(charges()).toBe(1);
  });

  test('a card is not charged once the merchant is disabled, but a charge that was sent before continues', async () => {
    const shop = await liveShop();
    const { transactionId, adapter, charges, disable } = shop;
    loseAuthorization(adapter);
    const key = someKey();
    const order = { transactionId, descriptor: '123456789012 Shop' };
    await expect(charge(shop, order, key)).rejects.toMatchObject({ name: 'OperationOpen' });
    // The longer prefix leaves no room for a letter of the descriptor.
    await disable({ prefix: 'COFFEEHOUS' });
    await expect(charge(shop, { transactionId })).rejects.toMatchObject({ name: 'Declined', code: 27 });
    expect(charges()).toBe(1);
    const { id } = await charge(shop, order, key);
    expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 500 });
    expect(charges()).toBe(1);
  });

  test('a card is charged only with a descriptor that a bank statement can show', async () => {
    const shop = await liveShop();
    const { transactionId, charges } = shop;
    await expect(charge(shop, { transactionId, descriptor: '1234' })).rejects.toMatchObject(
      refusedAt('descriptor'),
    );
    expect(charges()).toBe(0);
    const { id } = await charge(shop, { transactionId, descriptor: 'Order 1234' });
    expect((await live.transactionOf(id)).descriptor).toBe('Order 1234');
    // The simulated acquirer prints no bank statements.
    const test = await testShop();
    const source = await earlier(test);
    expect(await charge(test, { transactionId: source, descriptor: '1234' })).toMatchObject({
      captured: false,
    });
  });

  test('a card is charged only at the account that has the card, but a charge that was sent before continues', async () => {
    const shop = await liveShop();
    const caller = { kind: 'app', id: shop.app } as const;
    const { id: transactionId } = await charge(shop, { transactionId: shop.transactionId });
    const source = requireFound(await own.getChargeable(transactionId));
    const saved = { id: own.newId(), merchantId: shop.merchant.id, card: someCard };
    await own.saveCard({ ...saved, credential: source.credential }, caller, []);
    const orders = [{ transactionId }, { authorizationId: transactionId }, { cardId: saved.id }];
    for (const order of orders) await charge(shop, order);
    const { authorize } = shop.adapter;
    jest.spyOn(shop.adapter, 'authorize').mockImplementationOnce(async (...asked) => {
      await authorize(...asked);
      return { state: 'unknown', cause: 'TIMEOUT' };
    });
    const key = someKey();
    await expect(charge(shop, { transactionId }, key)).rejects.toMatchObject({ name: 'OperationOpen' });
    const before = shop.charges();
    const other = { acquirer: 'stripe', account: `${shop.account.account}_2` };
    await own.setAcquirer(requireFound(await own.findMerchant(shop.merchant.id)), other, true, {});
    for (const order of orders)
      await expect(charge(shop, order)).rejects.toMatchObject(
        refusedAt(Object.keys(order)[0] ?? '', expect.stringContaining('ask the customer for a new card')),
      );
    const { id } = await charge(shop, { transactionId }, key);
    expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 500, acquirer: shop.account });
    expect(shop.charges()).toBe(before);
    expect(live.stripe.books(other.account).intents).toEqual([]);
  });

  test.each([
    [15, 'approved', 500],
    [16, 'declined', 0],
  ])(
    'a later payment whose authorization Florin learns of after %d minutes is %s, and holds %d',
    async (minutes, state, held) => {
      const shop = await liveShop();
      const { transactionId, adapter } = shop;
      const { authorize } = adapter;
      let id = '';
      jest.spyOn(adapter, 'authorize').mockImplementationOnce(async (...asked) => {
        id = asked[0].id;
        await authorize(...asked);
        return { state: 'unknown', cause: 'TIMEOUT' };
      });
      const { capturable: before } = live.stripe.books(shop.account.account);
      await expect(charge(shop, { transactionId })).rejects.toMatchObject({ name: 'OperationOpen' });
      const operation = requireFound(await own.getOperation(id));
      jest.spyOn(Date, 'now').mockReturnValue(operation.since + minutes * 60_000);
      expect((await own.resolveOperation(operation)).state).toBe(state);
      const { capturable } = live.stripe.books(shop.account.account);
      expect((capturable.EUR ?? 0) - (before.EUR ?? 0)).toBe(held);
    },
  );

  test('the charge stays open if the bank asks the customer, who is absent', async () => {
    const shop = await liveShop();
    const challenge = { state: 'challenge', reference: 'pi_asked', url: 'https://bank.example' } as const;
    jest.spyOn(shop.adapter, 'authorize').mockResolvedValueOnce(challenge);
    await expect(charge(shop, { transactionId: shop.transactionId })).rejects.toMatchObject({
      name: 'OperationOpen',
    });
  });
});
