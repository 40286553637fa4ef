import type { Context } from 'aws-lambda';
import { LinkEnded } from '../../../functions/core/domain/transactions/link.ts';
import type {
  AuthorizationOperation,
  MovementOperation,
} from '../../../functions/core/store/transactions/operations.ts';
import { withRealMoney } from '../usecases/real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/store/transactions/operations.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/move-at-acquirer.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/movement-operation.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/open-movement.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/record-movement.ts')),
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

test('an error raises an alarm immediately, and the operation is tried again', async () => {
  const { after } = await openLiveOperation('capture');
  const adapter = own.paymentAcquirerOf({ acquirer: 'stripe' });
  jest.spyOn(adapter, 'find').mockRejectedValue(new Error('Broken'));
  expect(await after(90 * second)).toEqual([90 * second, 1]);
  expect(logged.mock.calls.join('')).toContain('Broken');
});

const staleRuns: [string, (one: MovementOperation) => Promise<unknown>][] = [
  ['closed', (one) => own.transact([own.closeOperation({ ...one, state: 'declined' })])],
  ['taken up', (one) => own.reviseOperation(one, {})],
];

/** The errors that were logged about an operation. */
const errorsAbout = (id: string): string[] =>
  logged.mock.calls.map(String).filter((line) => line.includes(id) && line.includes('"level":"error"'));

test.each(staleRuns)(
  'an operation that another run has %s since it was read is left to that run',
  async (_, meanwhile) => {
    const { id, stored, after } = await openLiveOperation('capture');
    own.proxy.instead = async (operation, body) => {
      if (operation !== 'TransactWriteItems' || !body.includes(id)) return undefined;
      own.proxy.instead = undefined;
      await meanwhile((await stored()) as MovementOperation);
      return undefined;
    };
    const { due, revision = 0 } = await stored();
    await after(2 * hour);
    own.proxy.instead = undefined;
    const { due: left, revision: now = 0 } = await stored();
    expect([left, now - revision < 2, errorsAbout(id)]).toEqual([due, true, []]);
  },
);

test.each(staleRuns)(
  'an operation without a response that another run has %s is not marked',
  async (_, meanwhile) => {
    const { id, stored, after } = await openLiveOperation('capture');
    jest.spyOn(own.paymentAcquirerOf({ acquirer: 'stripe' }), 'find').mockImplementation(async () => {
      await meanwhile((await stored()) as MovementOperation);
      return unknown;
    });
    await after(90 * second);
    expect([(await stored()).stayed, errorsAbout(id)]).toEqual([undefined, []]);
  },
);

test('an authorization whose link has ended raises no alarm', async () => {
  const { id, after } = await openLiveOperation('authorize');
  const adapter = own.paymentAcquirerOf({ acquirer: 'stripe' });
  jest.spyOn(adapter, 'findAuthorization').mockRejectedValue(new LinkEnded());
  await after(90 * second);
  expect(errorsAbout(id)).toEqual([]);
});
