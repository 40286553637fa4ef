import type { ReceivedEvent } from '../../../functions/core/acquirer/events.ts';
import type { AcquirerAccount } from '../../../functions/core/domain/merchants/acquirer-account.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/store/ledger/lines.ts')),
  ...(await import('../../../functions/core/store/transactions/operations.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/list.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/apply-acquirer-event.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/adopt-dashboard-movements.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/sync-dispute.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/move-at-acquirer.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/movement-operation.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/open-movement.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/record-movement.ts')),
}));
const { own } = live;

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

let entries = 0;
const newFigures = (net = 390) => ({
  reference: `txn_${++entries}`,
  currency: 'EUR',
  net,
  fee: Math.sign(net) * 10,
});

/** Makes a payment, and the account of another merchant, at which the acquirer also shows this payment. */
async function twoShops() {
  const [shop, stranger] = [await live.shop(), await live.shop()];
  const { id, reference } = await live.authorized(shop);
  const adapter = own.acquirerOf(shop.account);
  const { findPayment, findDispute, findAuthorization } = adapter;
  const { account } = shop.account;
  jest.spyOn(adapter, 'findPayment').mockImplementation((_, name) => findPayment(account, name));
  jest.spyOn(adapter, 'findDispute').mockImplementation((_, name) => findDispute(account, name));
  jest
    .spyOn(adapter, 'findAuthorization')
    .mockImplementation((asked) => findAuthorization({ ...asked, account }));
  const lines = async () =>
    Promise.all(
      [shop, stranger].map(async ({ merchant }) =>
        own.firstOf(own.listLines(merchant.id, { limit: 9, after: own.firstIdAt(0) }), 9),
      ),
    );
  return { shop, id, reference, lines, foreign: [stranger.account, { acquirer: 'stripe' }] };
}

type Shops = Awaited<ReturnType<typeof twoShops>>;

/** Applies an event of each foreign account, and expects that nothing changes. */
async function expectIgnored({ id, foreign, lines }: Shops, event: object): Promise<void> {
  const before = [await live.transactionOf(id), await lines()];
  for (const account of foreign) await own.applyAcquirerEvent({ ...event, ...account } as ReceivedEvent);
  expect([await live.transactionOf(id), await lines()]).toEqual(before);
  expect(logged.mock.calls.join().match(/"ForeignEvents":1/g)).toHaveLength(foreign.length);
  logged.mockClear();
}

test('a change of a payment that another account reports has no effect', async () => {
  const shops = await twoShops();
  const { shop, id, reference, foreign } = shops;
  live.stripe.capture(reference, 400, shop.account.account, { final: false });
  await expectIgnored(shops, { type: 'payment.changed', payment: reference, operation: id, captured: 400 });
  for (const account of foreign) expect(await own.syncPayment(account, reference)).toEqual([]);
  expect(await live.transactionOf(id)).toMatchObject({ capturedAmount: 0 });
  await own.applyAcquirerEvent({ type: 'payment.changed', payment: reference, ...shop.account });
  expect(await live.transactionOf(id)).toMatchObject({ capturedAmount: 400 });
});

test('an alert or a dispute that another account reports has no effect', async () => {
  const shops = await twoShops();
  const { shop, id, reference, foreign } = shops;
  live.stripe.capture(reference, 10_000, shop.account.account);
  await own.syncPayment(shop.account, reference);
  const dispute = live.stripe.dispute(reference, { amount: 400 }, shop.account.account);
  await expectIgnored(shops, { type: 'dispute.changed', reference: dispute, payment: reference });
  const reported = new Date().toISOString();
  const alert = { type: 'fraud.reported', reference: 'issfr_1', payment: reference, reported, reason: 1 };
  await expectIgnored(shops, alert);
  for (const account of foreign) await own.syncDispute(account, dispute);
  expect(await live.transactionOf(id)).toMatchObject({ disputedAmount: 0 });
  await own.syncDispute(shop.account, dispute);
  expect(await live.transactionOf(id)).toMatchObject({ disputedAmount: 400 });
});

test('a raised authorization that another account reports has no effect', async () => {
  const shops = await twoShops();
  const { shop, id, reference, foreign } = shops;
  const raised = { type: 'operation.changed', operation: id, reference, authorized: 12_000 } as const;
  const adapter = own.acquirerOf(shop.account);
  const now = await adapter.findPayment(shop.account.account, reference);
  if (!now) throw new Error('No payment');
  jest.mocked(adapter.findPayment).mockResolvedValue({ ...now, authorized: 12_000 });
  for (const account of foreign) await own.applyAcquirerEvent({ ...raised, ...account } as ReceivedEvent);
  expect(await live.transactionOf(id)).toMatchObject({ amount: 10_000 });
  await own.applyAcquirerEvent({ ...raised, ...shop.account });
  expect(await live.transactionOf(id)).toMatchObject({ amount: 12_000, pendingAmount: 12_000 });
});

describe('an answer to a movement that another account gives has no effect', () => {
  const answered = (by: AcquirerAccount, payment: string, operation: string, answer: object) =>
    ({ type: 'movement.answered', ...by, payment, operation, answer }) as ReceivedEvent;
  const approved = () => ({ state: 'approved', figures: newFigures() });
  const declined = (net?: number) => ({
    state: 'declined',
    decline: 'PAYMENT_REJECTED',
    figures: newFigures(net),
  });

  async function openOperation() {
    const shops = await twoShops();
    const { operation } = await own.openLiveMovement(
      await live.transactionOf(shops.id),
      'capture',
      { amount: 400 },
      undefined,
    );
    const ignored = (answer: object) =>
      expectIgnored(shops, answered({ acquirer: 'stripe' }, shops.reference, operation.id, answer));
    const apply = (answer: object) =>
      own.applyAcquirerEvent(answered(shops.shop.account, shops.reference, operation.id, answer));
    return { ...shops, operation, ignored, apply };
  }

  test('while the movement is open', async () => {
    const { id, operation, ignored, apply } = await openOperation();
    await ignored(approved());
    await ignored(declined());
    expect(await own.getOperation(operation.id)).toMatchObject({ state: 'open' });
    await apply(approved());
    expect(await live.transactionOf(id)).toMatchObject({ capturedAmount: 400 });
  });

  test('after the movement was approved', async () => {
    const { id, ignored, apply } = await openOperation();
    await apply(approved());
    await ignored(declined(-390));
    expect(await live.transactionOf(id)).toMatchObject({ capturedAmount: 400 });
  });

  test('after the movement was forgotten, while its figures are due', async () => {
    const { id, operation, ignored, apply } = await openOperation();
    await own.recordMovementOutcome({ operation, outcome: { state: 'approved' } });
    await own.transact([{ item: { Delete: { TableName: own.table, Key: own.operationKey(operation.id) } } }]);
    await ignored(approved());
    await apply(approved());
    const [entry] = (await live.transactionOf(id)).trail;
    expect(entry).toMatchObject({ amount: 400, balance: 390 });
  });

  test('the answer is of another payment of the same account', async () => {
    const { shop, id, reference, operation, lines } = await openOperation();
    const other = await live.authorized(shop);
    const before = [await live.transactionOf(id), await live.transactionOf(other.id), await lines()];
    for (const answer of [approved(), declined()]) {
      await own.applyAcquirerEvent(answered(shop.account, other.reference, operation.id, answer));
      // The operation that authorized the payment is not a movement of it.
      await own.applyAcquirerEvent(answered(shop.account, reference, id, answer));
    }
    expect([await live.transactionOf(id), await live.transactionOf(other.id), await lines()]).toEqual(before);
    expect(await own.getOperation(operation.id)).toMatchObject({ state: 'open' });
  });
});
