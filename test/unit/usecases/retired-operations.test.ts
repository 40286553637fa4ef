import type { Context } from 'aws-lambda';
import type { StoredMerchant } from '../../../functions/core/store/merchants/merchants.ts';
import { someCard } from '../domain/some-payment.ts';
import { loseAuthorization, withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/store/cards/customer-cards.ts')),
  ...(await import('../../../functions/core/store/reconciliation/cases.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/operations.ts')),
  ...(await import('../../../functions/core/usecases/accounts/retire-account.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/adopt-dashboard-movements.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/apply-acquirer-event.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/authorize-at-acquirer.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/record-authorization.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/move-at-acquirer.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/movement-operation.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/open-movement.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/record-movement.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/resolve-capture.ts')),
  job: (await import('../../../functions/jobs/finish-operations.ts')).handler,
}));
const { own } = live;

beforeEach(() => jest.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => jest.restoreAllMocks());

const minute = 60_000;
const reason = { by: 'Ada', note: 'The owner has left' };

/** Runs the worker as if this time had passed. */
async function later(after: number): Promise<void> {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + after);
  await own.job({}, { getRemainingTimeInMillis: () => 60_000 } as Context);
  clock.mockRestore();
}

type Shop = Awaited<ReturnType<typeof live.shop>>;

async function retire({ merchant, account }: Shop): Promise<void> {
  live.stripe.settings(account.account).disconnected = true;
  await own.setAcquirer(merchant, account, false, {});
  await own.retireAccount(merchant.id, account, reason);
}

const stateOf = async (id: string) => (await own.getOperation(id))?.state;

/** Makes a payment with a movement that got no answer. @param isMade whether the acquirer has made the movement */
async function loseAnswer(kind: 'capture' | 'refund' | 'void', isMade = true) {
  const shop = await live.shop();
  const { id, reference } = await live.authorized(shop);
  if (kind === 'refund')
    await own.requestMovement(
      await own.openLiveMovement(await live.transactionOf(id), 'capture', { amount: 10_000 }, undefined),
    );
  const before = await live.transactionOf(id);
  const idempotency = { scope: shop.app, key: own.newId(), fingerprint: 'a' };
  const open = () =>
    live.transactionOf(id).then((now) => own.openLiveMovement(now, kind, input, idempotency));
  const input = { amount: kind === 'void' ? 10_000 : 500 };
  const opened = await open();
  if (isMade) await own.paymentAcquirerOf(shop.account).move(own.orderOf(opened.operation));
  return { shop, id, reference, before, open, operation: opened.operation };
}

test('a merchant gets an event for an operation that ended as unknown, even if no worker has seen it open before', async () => {
  const { shop, operation } = await loseAnswer('capture');
  await retire(shop);
  await later(200 * minute);
  // The table's stream publishes `operation.settled` for operations with this mark.
  expect(await own.getOperation(operation.id)).toMatchObject({ state: 'unknown', stayed: true });
});

test.each(['capture', 'refund', 'void'] as const)(
  'an open %s at a retired account ends as unknown, releases its amount, and names the operator for ever',
  async (kind) => {
    const { shop, id, reference, before, open, operation } = await loseAnswer(kind);
    live.stripe.settings(shop.account.account).disconnected = true;
    await later(70 * minute);
    expect(await stateOf(operation.id)).toBe('open');
    await retire(shop);
    await later(200 * minute);
    const { operation: left, trail, ...now } = await live.transactionOf(id);
    expect([await stateOf(operation.id), left, trail]).toEqual(['unknown', undefined, before.trail]);
    expect(now).toMatchObject({
      pendingAmount: before.pendingAmount,
      refundableAmount: before.refundableAmount,
    });
    expect(await own.listCases(shop.merchant.id)).toMatchObject([
      {
        ...{ kind: 'operation', state: 'explained', reference: operation.id, source: id, payment: reference },
        ...{ account: shop.account, currency: 'EUR', lastSeen: expect.stringMatching(/^\d{4}-/) },
        ...{ amount: 0, settled: { ...reason, at: expect.any(String) } },
      },
    ]);
    // The outcome is unknown, so a repeat of the request must report neither success nor a decline.
    await expect(own.requestMovement(await open())).rejects.toMatchObject({ name: 'OperationOpen' });
  },
);

test.each([
  [59, 'open'],
  [61, 'unknown'],
])('an operation at a retired account is after %d minutes: %s', async (minutes, state) => {
  const { shop, operation } = await loseAnswer('capture');
  await retire(shop);
  await later(minutes * minute);
  expect(await stateOf(operation.id)).toBe(state);
});

test('an operation that stays open raises an alarm after an hour', async () => {
  const { shop, operation } = await loseAnswer('capture');
  live.stripe.settings(shop.account.account).disconnected = true;
  const alarms = async (minutes: number) => {
    jest.mocked(process.stdout.write).mockClear();
    await later(minutes * minute);
    return jest
      .mocked(process.stdout.write)
      .mock.calls.filter(
        ([line]) => /"OperationsOpen":1/.test(String(line)) && String(line).includes(operation.id),
      ).length;
  };
  expect([await alarms(29), await alarms(59), await alarms(122)]).toEqual([0, 0, 1]);
});

test('an account that comes back shows what it has done, which is booked once', async () => {
  const { shop, id, reference, operation } = await loseAnswer('refund');
  await retire(shop);
  await later(200 * minute);
  live.stripe.settings(shop.account.account).disconnected = false;
  await own.setAcquirer(shop.merchant, shop.account, true, {});
  for (const _ of [1, 2]) expect(await own.syncPayment(shop.account, reference)).toEqual([]);
  const { refundedAmount, trail } = await live.transactionOf(id);
  expect([refundedAmount, trail.filter(({ kind }) => kind === 'refund').length]).toEqual([500, 1]);
  expect(await stateOf(operation.id)).toBe('unknown');
});

test('a late decline of a movement that has ended as unknown reverses nothing', async () => {
  const { shop, id, reference, operation } = await loseAnswer('refund', false);
  await retire(shop);
  await later(200 * minute);
  live.stripe.settings(shop.account.account).disconnected = false;
  const figures = { reference: 'txn_late', currency: 'EUR', net: 5, fee: 0 };
  await own.applyAcquirerEvent({
    ...{ type: 'movement.answered', ...shop.account, payment: reference, operation: operation.id },
    answer: { state: 'declined', decline: 'PAYMENT_REJECTED', figures },
  });
  expect((await live.transactionOf(id)).trail.map(({ kind }) => kind)).toEqual(['capture']);
  expect((await own.listCases(shop.merchant.id)).map(({ kind }) => kind)).toEqual(['operation']);
});

test('an open authorization at a retired account ends as unknown, which its repeats learn', async () => {
  const shop = await live.shop();
  const id = own.newId();
  const adapter = own.paymentAcquirerOf(shop.account);
  loseAuthorization(adapter);
  const saved = { id: own.newId(), merchantId: shop.merchant.id, card: someCard };
  const consent = { customer: 'ann', agreed: '2026-11-25T00:00:00Z', replaces: [] };
  await own.transact(own.keepCard(saved, { reference: 'pm_1' }, consent));
  const guesses = async () =>
    (await own.listCustomerCards(shop.merchant.id, 'ann', { limit: 9 }))[0]?.tries?.size ?? 0;
  const paying = { ...saved, ...consent, credential: {} };
  const pay = () =>
    own.authorizeLive(shop.merchant as StoredMerchant, {
      ...{ id, amount: 1000, currency: 'EUR', record: () => [], instrument: own.card(), saved: paying },
      draft: { descriptor: 'Shop', card: someCard, recurring: false },
    });
  await expect(pay()).rejects.toMatchObject({ name: 'OperationOpen' });
  expect(await guesses()).toBe(1);
  live.stripe.settings(shop.account.account).disconnected = true;
  await later(10 * minute);
  // The next check is at the end of the authorization's time.
  const { due = 0, since = 0 } = (await own.getOperation(id)) ?? {};
  expect(due - since).toBe(15 * minute + 1);
  await retire(shop);
  await later(200 * minute);
  const operation = await own.getOperation(id);
  expect([operation?.state, await own.getTransaction(id)]).toEqual(['unknown', undefined]);
  // No answer says that the card's security code was wrong, so the attempt no longer counts as a wrong guess.
  expect(await guesses()).toBe(0);
  expect(await own.listCases(shop.merchant.id)).toMatchObject([{ kind: 'operation', source: id }]);
  const endOf = () => own.endOf(operation as Parameters<typeof own.endOf>[0]);
  for (const repeat of [pay, endOf])
    await expect(repeat()).rejects.toMatchObject({ name: 'OperationOpen', operationId: id });
  // Florin releases the hold when the account is connected again, because nobody will capture it.
  live.stripe.settings(shop.account.account).disconnected = false;
  const reference = operation && 'reference' in operation ? operation.reference : undefined;
  await own.applyAcquirerEvent({ type: 'operation.changed', ...shop.account, operation: id, reference });
  expect(live.stripe.books(shop.account.account).capturable.EUR).toBe(0);
});
