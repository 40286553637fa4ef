import type { StoredMerchant } from '../../../functions/core/store/merchants/merchants.ts';
import { loseAuthorization, withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/idempotency/record.ts')),
  ...(await import('../../../functions/core/store/transactions/links.ts')),
  ...(await import('../../../functions/core/store/transactions/operations.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/authorize-at-acquirer.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/record-authorization.ts')),
  ...(await import('../../../functions/core/usecases/movements/withdraw-operation.ts')),
}));
const { own } = live;
beforeEach(() => jest.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => jest.restoreAllMocks());

/** Makes a payment whose answer was lost, so that it is unknown whether its money is held. */
async function unknown(record: () => ReturnType<typeof own.payLink> = () => []) {
  const shop = await live.shop();
  const id = own.newId();
  const adapter = own.paymentAcquirerOf(shop.account);
  loseAuthorization(adapter);
  const card = { bin: '424242', last4: '4242', expiry: '', scheme: 'visa', code: { present: true } } as const;
  const pay = () =>
    own.authorizeLive(shop.merchant as StoredMerchant, {
      ...{ id, amount: 1000, currency: 'EUR', record, instrument: own.card() },
      draft: { descriptor: 'Shop', card, recurring: false },
    });
  await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
  const idempotency = { scope: shop.app, key: 'void', fingerprint: 'same' };
  const withdraw = (app = shop.app, amount = 1000) =>
    own.withdrawOpen({ caller: { kind: 'app', id: app }, transactionId: id, input: { amount }, idempotency });
  const answer = async () => (await own.recordOf(idempotency))?.answer;
  const state = async () => (await own.getOperation(id))?.state;
  const held = () => live.stripe.books(shop.account.account).capturable.EUR;
  return { shop, id, adapter, pay, withdraw, answer, state, held };
}

test('a payment that is given up is declined, holds nothing, and has no movement', async () => {
  const { id, withdraw, answer, state, held } = await unknown();
  expect(await withdraw()).toMatchObject({
    ...{ id, amount: 1000, pendingAmount: 0, capturedAmount: 0, refundedAmount: 0, voidedAmount: 0 },
    ...{ disputedAmount: 0, refundableAmount: 0, trail: [], error: expect.any(Number) },
  });
  expect([await state(), held()]).toEqual(['declined', 0]);
  expect(JSON.parse((await answer()) ?? '')).toMatchObject({ entries: 0, amounts: { voidedAmount: 0 } });
});

test('nobody but a member can give a payment up, and only its whole amount', async () => {
  const { withdraw, state, held } = await unknown();
  const stranger = await live.shop();
  for (const app of [stranger.app, own.newId()])
    await expect(withdraw(app)).rejects.toMatchObject({ name: 'NoAccess' });
  for (const amount of [999, 1001])
    await expect(withdraw(undefined, amount)).rejects.toMatchObject({ name: 'Refused' });
  expect([await state(), held()]).toEqual(['open', 1000]);
});

test('a payment stays open while the acquirer does not release it', async () => {
  const { adapter, withdraw, state, held } = await unknown();
  jest.spyOn(adapter, 'abandon').mockResolvedValueOnce({ state: 'unknown', cause: 'TIMEOUT' });
  await expect(withdraw()).rejects.toMatchObject({ name: 'OperationOpen' });
  expect([await state(), held()]).toEqual(['open', 1000]);
  expect(await withdraw()).toMatchObject({ pendingAmount: 0 });
  expect(held()).toBe(0);
});

test('a payment that was authorized in the meantime is not given up', async () => {
  const { shop, id, withdraw, held } = await unknown();
  const operation = await own.getOperation(id);
  if (operation?.kind !== 'authorize') throw new Error('No authorization');
  await own.recordAuthorizationOutcome({
    operation,
    outcome: await own
      .paymentAcquirerOf(shop.account)
      .findAuthorization({ ...own.order({ id }), ...shop.account, reference: operation.reference }),
  });
  await expect(withdraw()).rejects.toMatchObject({ name: 'Conflict' });
  expect([(await live.transactionOf(id)).pendingAmount, held()]).toEqual([1000, 1000]);
});

test('withdrawOpen returns nothing for an id without an open authorization', async () => {
  const { shop } = await unknown();
  const caller = { kind: 'app', id: shop.app } as const;
  const withdraw = (transactionId: string) =>
    own.withdrawOpen({ caller, transactionId, input: { amount: 1000 } });
  expect(await withdraw(own.newId())).toBeUndefined();
});

test('a payment whose link has ended cannot be given up once more', async () => {
  const { pay, withdraw, held } = await unknown(() => own.payLink(own.newId(), own.newId()));
  await expect(pay()).rejects.toMatchObject({ name: 'LinkEnded' });
  expect([await withdraw(), held()]).toEqual([undefined, 0]);
});
