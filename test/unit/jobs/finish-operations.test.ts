import type { Context } from 'aws-lambda';
import type { AuthorizationOperation } from '../../../functions/core/store/transactions/operations.ts';
import { withRealMoney } from '../usecases/real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/payment-acquirers.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/operations.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/move-at-acquirer.ts')),
  job: (await import('../../../functions/jobs/finish-operations.ts')).handler,
}));
const { own } = live;

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

const [second, minute, hour] = [1000, 60_000, 3_600_000];
const unknown = { state: 'unknown', cause: 'TIMEOUT' } as const;

/** Makes an open operation whose outcome the acquirer does not report. */
async function openLiveOperation(kind: 'capture' | 'authorize') {
  const shop = await live.shop();
  const adapter = own.paymentAcquirerOf(shop.account);
  const stored = async (id: string) => {
    const found = await own.getOperation(id);
    if (!found) throw new Error(`No operation ${id}`);
    return found;
  };
  const { id } = kind === 'capture' ? await capture() : await authorization();
  const { since } = await stored(id);
  /** Runs the worker when the operation has this age. @returns the time until the next run, and the number of alarms */
  const after = async (age: number) => {
    logged.mockClear();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(since + age);
    await own.job({}, { getRemainingTimeInMillis: () => 60_000 } as Context);
    clock.mockRestore();
    const alarms = logged.mock.calls.join('').split('"OperationsOpen":1').length - 1;
    return [(await stored(id)).due - since - age, alarms];
  };
  return { id, stored: () => stored(id), after };

  async function capture() {
    const transaction = await live.transactionOf((await live.authorized(shop)).id);
    for (const name of ['find', 'move'] as const) jest.spyOn(adapter, name).mockResolvedValue(unknown);
    return (await own.openLiveMovement(transaction, 'capture', { amount: 500 }, undefined)).operation;
  }

  async function authorization() {
    jest.spyOn(adapter, 'findAuthorization').mockResolvedValue(unknown);
    const card = {
      bin: '424242',
      last4: '4242',
      expiry: '',
      scheme: 'visa',
      code: { present: true },
    } as const;
    const operation: AuthorizationOperation = {
      ...{
        id: own.newId(),
        merchantId: shop.merchant.id,
        account: shop.account,
        kind: 'authorize',
        state: 'open',
      },
      ...{ amount: 500, currency: 'EUR', since: Date.now(), due: Date.now(), reference: 'pi_unknown' },
      draft: { descriptor: 'Shop', card, recurring: false },
    };
    await own.transact([own.openOperation(operation)]);
    return operation;
  }
}

test('an operation that stays open is tried again after its age, and raises an alarm after an hour', async () => {
  const { after } = await openLiveOperation('capture');
  for (const [age, pause, alarms] of [
    [90 * second, 90 * second, 0],
    [10 * minute, 10 * minute, 0],
    [hour, hour, 0],
    [2 * hour + 1, hour, 1],
    [4 * hour, hour, 1],
  ] as const)
    expect([age, ...(await after(age))]).toEqual([age, pause, alarms]);
});

test('an authorization is tried again as soon as its time is over', async () => {
  const { after } = await openLiveOperation('authorize');
  expect(await after(2 * minute)).toEqual([2 * minute, 0]);
  expect(await after(14 * minute)).toEqual([minute + 1, 0]);
  expect(await after(20 * minute)).toEqual([20 * minute, 0]);
});

test('an operation that stays open is marked once, for one event to its merchant', async () => {
  const { stored, after } = await openLiveOperation('capture');
  await after(90 * second);
  const { stayed, revision = 0 } = await stored();
  expect(stayed).toBe(true);
  await after(4 * minute);
  // A second mark would be another revision, and another event for the merchant.
  expect(await stored()).toMatchObject({ stayed: true, revision: revision + 1 });
});

test('an error raises an alarm at once, and the operation is tried again', async () => {
  const { after } = await openLiveOperation('capture');
  const adapter = own.paymentAcquirerOf({ acquirer: 'stripe' });
  jest.spyOn(adapter, 'find').mockRejectedValue(new Error('Broken'));
  expect(await after(90 * second)).toEqual([90 * second, 1]);
  expect(logged.mock.calls.join('')).toContain('Broken');
});
