import { endBy } from '../../../functions/core/aws/deadline.ts';
import type { Item } from '../../../functions/core/store/table/read.ts';
import { limits } from '../../../functions/core/store/table/retry.ts';
import { withRealMoney } from './real-money.ts';

const live = withRealMoney(async () => ({
  ...(await import('../../../functions/core/acquirer/registry.ts')),
  ...(await import('../../../functions/core/store/transactions/ending-authorizations.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-events/release-authorization.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/move-at-acquirer.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/movement-operation.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/open-movement.ts')),
  ...(await import('../../../functions/core/usecases/acquirer-operations/record-movement.ts')),
  ...(await import('../../../functions/core/usecases/reconciliation/watch-authorization.ts')),
}));
const { own } = live;

const [minute, hour] = [60_000, 60 * 60_000];
const day = 24 * hour;

beforeEach(() => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

/** An authorization that its bank holds for seven days. */
async function authorization() {
  const shop = await live.shop();
  const { id, reference } = await live.authorized(shop, 10_000, 'EUR', true);
  const { acquirer } = await live.transactionOf(id);
  const captureBefore = acquirer.captureBefore ?? '';
  const isMarked = async () => (await live.transactionOf(id)).endsSoon === true;
  return { ...shop, id, reference, captureBefore, end: Date.parse(captureBefore), isMarked };
}

test('a merchant is warned two days before the end, and the job then waits for the end', async () => {
  const { id, end, isMarked } = await authorization();
  const warning = end - 2 * day;
  expect([await own.watchAuthorization(id, warning - 1), await isMarked()]).toEqual([warning, false]);
  expect([await own.watchAuthorization(id, warning), await isMarked()]).toEqual([end + 5 * minute, true]);
  expect(await own.watchAuthorization(id, end - 1)).toBe(end + 5 * minute);
});

test('an authorization is watched while a capture of its whole amount is open', async () => {
  const { id, end } = await authorization();
  await own.openLiveMovement(await live.transactionOf(id), 'capture', { amount: 10_000 }, undefined);
  expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 0 });
  expect(await own.watchAuthorization(id, end - 1)).toBe(end + 5 * minute);
});

test('after the end, the job asks every hour for three days whether the acquirer still holds the money', async () => {
  const { id, end } = await authorization();
  for (const since of [0, 5 * minute, 3 * day])
    expect(await own.watchAuthorization(id, end + since)).toBe(end + since + hour);
  expect(await own.watchAuthorization(id, end + 3 * day + 1)).toBeUndefined();
});

test('money that the acquirer has released is no longer pending, and nothing is watched', async () => {
  const { id, end, reference, account } = await authorization();
  live.stripe.expire(reference, account.account);
  expect(await own.watchAuthorization(id, end)).toBeUndefined();
  expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 0, voidedAmount: 10_000 });
  expect(await own.watchAuthorization(id, end - 3 * day)).toBeUndefined();
});

test.each([
  ['before the warning', 0, false],
  ['after the warning', day, true],
])(
  'money is no longer pending soon after a capture is refused %s because the authorization has expired',
  async (_, left, isWarned) => {
    const { id, end, reference, account, captureBefore } = await authorization();
    await own.transact([own.listEnding(id, captureBefore)]);
    const isListed = async () => (await own.dueEndings(Date.now() + minute, 100)).includes(id);
    expect(await isListed()).toBe(false);
    if (isWarned) await own.watchAuthorization(id, end - left);
    live.stripe.expire(reference, account.account);
    const opened = await own.openLiveMovement(
      await live.transactionOf(id),
      'capture',
      { amount: 400 },
      undefined,
    );
    expect(await own.requestMovement(opened)).toMatchObject({ operation: { state: 'declined' } });
    expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 10_000 });
    expect(await isListed()).toBe(true);
    expect(await own.watchAuthorization(id, isWarned ? end - left + minute : Date.now())).toBeUndefined();
    expect(await live.transactionOf(id)).toMatchObject({ pendingAmount: 0, voidedAmount: 10_000 });
  },
);

test('the held money is released even if a refund is open, which stays open', async () => {
  const { id } = await authorization();
  const open = async (kind: 'capture' | 'refund', amount: number) =>
    own.openLiveMovement(await live.transactionOf(id), kind, { amount }, undefined);
  await own.requestMovement(await open('capture', 400));
  await open('refund', 100);
  await own.releaseAuthorization(id);
  expect(await live.transactionOf(id)).toMatchObject({
    ...{ pendingAmount: 0, capturedAmount: 400, voidedAmount: 9_600, operation: { kind: 'refund' } },
  });
});

test('the held money is not released while a capture, an increment or a void is open', async () => {
  const release = async (kind: 'capture' | 'increment' | 'void') => {
    const { id } = await authorization();
    await own.openLiveMovement(await live.transactionOf(id), kind, { amount: 400 }, undefined);
    const before = await live.transactionOf(id);
    await expect(own.releaseAuthorization(id)).rejects.toMatchObject({ name: 'StaleRead' });
    expect(await live.transactionOf(id)).toEqual(before);
  };
  endBy(Date.now() + limits.reserve + 1_000); // so that Florin repeats for one second instead of eight
  try {
    await Promise.all((['capture', 'increment', 'void'] as const).map(release));
  } finally {
    endBy(Number.POSITIVE_INFINITY);
  }
});

test('an acquirer that does not answer is asked at growing intervals, for three days', async () => {
  const { id, end, reference } = await authorization();
  const stop = live.stripe.fail({ how: '500', of: new RegExp(reference), times: 1000 });
  try {
    for (const [since, pause] of [
      [0, hour],
      [2 * hour, hour],
      [10 * hour, 5 * hour],
      [3 * day, 1.5 * day],
    ] as const)
      expect(await own.watchAuthorization(id, end + since)).toBe(end + since + pause);
    expect(await own.watchAuthorization(id, end + 3 * day + 1)).toBeUndefined();
  } finally {
    stop();
  }
});

test('after an increment the merchant is warned of the new end, too', async () => {
  const { id, end, reference, account, captureBefore, isMarked } = await authorization();
  await own.watchAuthorization(id, end - day);
  expect(await isMarked()).toBe(true);
  const later = new Date(end + 3 * day).toISOString();
  await own.changeEnding(id, later);
  expect([await isMarked(), (await live.transactionOf(id)).acquirer.captureBefore]).toEqual([false, later]);
  const isListed = async (now: number) => (await own.dueEndings(now, 100)).includes(id);
  expect([await isListed(end + day), await isListed(end + day + 1)]).toEqual([false, true]);
  const { expires } = (await own.get<Item & { expires: number }>(own.endingKey(id))) ?? {};
  expect(expires).toBe(Math.floor((end + 3 * day + 30 * day) / 1000));
  // The mark of the earlier end has no effect any more.
  await own.markEnding(id, captureBefore);
  expect(await isMarked()).toBe(false);
  await own.markEnding(id, later);
  expect(await isMarked()).toBe(true);
  // A change to the same end causes no second warning.
  await own.changeEnding(id, later);
  expect(await isMarked()).toBe(true);
  live.stripe.expire(reference, account.account);
});

test('an authorization that the acquirer holds for longer than it said is watched until its new end', async () => {
  const { id, end, account } = await authorization();
  const books = own.acquirerOf(account);
  const { findPayment } = books;
  const captureBefore = new Date(end + 3 * day).toISOString();
  jest.spyOn(books, 'findPayment').mockImplementation(async (...asked) => {
    const payment = await findPayment(...asked);
    return payment && { ...payment, captureBefore };
  });
  expect(await own.watchAuthorization(id, end)).toBe(end + day);
  expect((await live.transactionOf(id)).acquirer.captureBefore).toBe(captureBefore);
});

test('nobody is warned of an authorization without pending money', async () => {
  const { id, end, reference, account, captureBefore, isMarked } = await authorization();
  live.stripe.expire(reference, account.account);
  await own.watchAuthorization(id, end);
  await own.markEnding(id, captureBefore);
  await own.changeEnding(id, new Date(end + day).toISOString());
  expect([await isMarked(), (await live.transactionOf(id)).acquirer.captureBefore]).toEqual([
    false,
    captureBefore,
  ]);
});

test('a merchant is warned of a single cent, also of its new end', async () => {
  const { id, end, captureBefore, isMarked } = await authorization();
  const key = own.transactionKey(id);
  await own.transact([{ item: own.update(key, 'SET pendingAmount = :cent', { ':cent': 1 }) }]);
  await own.markEnding(id, captureBefore);
  expect(await isMarked()).toBe(true);
  await own.changeEnding(id, new Date(end + day).toISOString());
  expect(await isMarked()).toBe(false);
});

test('the list of endings contains an authorization from its warning until its removal', async () => {
  const { id, captureBefore, end } = await authorization();
  const listed = async (now: number) => (await own.dueEndings(now, 100)).includes(id);
  await own.transact([own.listEnding(id, captureBefore)]);
  expect([await listed(end - 2 * day), await listed(end - 2 * day + 1)]).toEqual([false, true]);
  await own.rescheduleEnding(id, end);
  expect([await listed(end), await listed(end + 1)]).toEqual([false, true]);
  await own.rescheduleEnding(id, undefined);
  await own.rescheduleEnding(id, end);
  // An item that is in no list and does not expire would stay forever.
  expect([await listed(end + day), await own.get(own.endingKey(id))]).toEqual([false, undefined]);
});
