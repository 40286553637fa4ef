import type { Item } from '../../../functions/core/store/table/read.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => {
  // Each function instance takes a hundredth of the stage's budget at once: 5 writes.
  Object.assign(process.env, {
    UNVOUCHED_TEST_DAYS: '90',
    UNVOUCHED_APP_WRITES: '3',
    UNVOUCHED_STAGE_WRITES: '500',
  });
  return {
    ...(await import('../../../functions/core/domain/id.ts')),
    ...(await import('../../../functions/core/store/merchants/unvouched-writes.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/read.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
  };
});

afterEach(() => jest.restoreAllMocks());

const day = 24 * 60 * 60_000;
const at = (time: string) => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));

const counted = (whose: string, today: string) =>
  own.get<Item & { used: number; expires: number }>(own.writesKey(whose, today));

const isUsedUp = (message: string) => ({ name: 'QuotaUsedUp', message: expect.stringContaining(message) });

test('an app may write until the day’s limit, and again from midnight on', async () => {
  at('2026-03-13T23:59:00.000Z');
  const app = own.newId();
  for (let n = 0; n < 3; n++) await own.admitWrite(app);
  const refused = { ...isUsedUp('the 3 writes'), seconds: 60 };
  for (let n = 0; n < 2; n++) await expect(own.admitWrite(app)).rejects.toMatchObject(refused);
  await own.admitWrite(own.newId());
  const { used, expires = 0 } = (await counted(app, '2026-03-13')) ?? {};
  expect([used, (expires * 1000 - Date.now()) / day]).toEqual([3, 2]);
  at('2026-03-14T00:00:00.000Z');
  await own.admitWrite(app);
  expect((await counted(app, '2026-03-14'))?.used).toBe(1);
});

test('all unvouched apps share the writes of the stage, of which a function takes some at the same time', async () => {
  at('2026-04-01T12:00:00.000Z');
  for (let n = 0; n < 6; n++) await own.admitWrite(own.newId());
  expect((await counted('all', '2026-04-01'))?.used).toBe(10);
  // Other functions have taken all but 5.
  await own.transact([
    { item: own.update(own.writesKey('all', '2026-04-01'), 'SET used = :used', { ':used': 495 }) },
  ]);
  for (let n = 0; n < 4 + 5; n++) await own.admitWrite(own.newId());
  expect((await counted('all', '2026-04-01'))?.used).toBe(500);
  for (let n = 0; n < 2; n++)
    await expect(own.admitWrite(own.newId())).rejects.toMatchObject(isUsedUp('their 500 writes of today'));
  at('2026-04-02T12:00:00.000Z');
  await own.admitWrite(own.newId());
});

test('a network may make a hundred apps a day, which expire unless they are used', async () => {
  at('2026-06-01T12:00:00.000Z');
  const network = '192.0.2.1';
  for (let n = 0; n < 100; n++) await own.admitNewApp(network);
  await expect(own.admitNewApp(network)).rejects.toMatchObject(isUsedUp('the 100 apps of a day'));
  await own.admitNewApp('192.0.2.2');
  expect(own.endOfApp()).toBe((Date.now() + 90 * day) / 1000);
});

test('a new merchant counts for its app, live or not, unless an operator approves the app', async () => {
  at('2026-05-02T12:00:00.000Z');
  const [id, vouched] = [own.newId(), own.newId()];
  const used = async (whose: string) => (await counted(whose, '2026-05-02'))?.used;
  await own.admitNewMerchant({ id, name: null });
  await own.admitNewMerchant({ id: vouched, name: null, vouched: true });
  expect([await used(id), await used(vouched)]).toEqual([1, undefined]);
});

test('an invitation of a merchant that nobody approves expires', () => {
  at('2026-05-03T12:00:00.000Z');
  const app = own.newId();
  const known = { acquirer: 'stripe' };
  const ends = [
    { test: true, unvouched: { app, days: 90 } },
    { test: false },
    { test: true },
    { test: false, acquirer: known },
  ];
  const expiring = ends.map((merchant) => own.endOfInvitation(merchant) !== undefined);
  expect(expiring).toEqual([true, true, false, false]);
});

test('a write of a merchant counts for the app of a test merchant, and for a live merchant until an operator connects it', async () => {
  at('2026-05-01T12:00:00.000Z');
  const [id, app] = [own.newId(), own.newId()];
  const used = async (whose: string) => (await counted(whose, '2026-05-01'))?.used;
  await own.admitMerchantWrite({ id, test: true, unvouched: { app, days: 90 } });
  expect([await used(app), await used(id)]).toEqual([1, undefined]);
  for (let n = 0; n < 3; n++) await own.admitMerchantWrite({ id, test: false });
  expect(await used(id)).toBe(3);
  await expect(own.admitMerchantWrite({ id, test: false })).rejects.toMatchObject(isUsedUp(id));
  for (const known of [{ acquirer: { acquirer: 'stripe' }, test: false }, { test: true }])
    await own.admitMerchantWrite({ id, ...known });
  expect(await used(id)).toBe(3);
});

test('a write without a budget is not counted', async () => {
  own.proxy.reset();
  await own.admitWrite(undefined);
  expect(own.proxy.calls).toEqual([]);
});

test('merchants that users make at the same time count against the budget of the founding app, and a user makes at most 20 per day', async () => {
  at('2026-05-01T12:00:00.000Z');
  const [app, user] = [own.newId(), own.newId()];
  const tries = await Promise.allSettled(
    Array.from({ length: 1000 }, () => own.admitNewMerchant({ id: app })),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const made = await Promise.allSettled(Array.from({ length: 100 }, () => own.admitMerchantOfUser(user)));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await expect(own.admitMerchantOfUser(user)).rejects.toMatchObject(isUsedUp('20 merchants of a day'));
  at('2026-05-02T00:00:00.000Z');
  await own.admitMerchantOfUser(user);
});
