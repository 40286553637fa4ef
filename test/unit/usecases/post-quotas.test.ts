import type { Webhook } from '../../../functions/core/domain/webhooks/webhook.ts';
import { onOwnTable } from '../own-table.ts';

const day = 24 * 60 * 60_000;
/** The start of a day to come. */
const soon = (Math.floor(Date.now() / day) + 2) * day;

const own = onOwnTable(async () => {
  Object.assign(process.env, { UNVOUCHED_MERCHANT_POSTS: '3', UNVOUCHED_POSTS: '160' });
  return {
    ...(await import('../../../functions/core/domain/id.ts')),
    ...(await import('../../../functions/core/store/merchants/apps.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/usecases/webhooks/post-quota.ts')),
  };
});
afterEach(() => jest.restoreAllMocks());

/** Makes a new app with a key. @param vouched undefined if nobody has decided whether to vouch for the app */
async function makeApp(vouched?: boolean): Promise<string> {
  const id = own.newId();
  await own.createApp({ id, name: null }, id);
  if (vouched !== undefined) await own.vouchFor(id, vouched);
  return id;
}

const endpoint = (given: Partial<Webhook>) =>
  ({ id: own.newId(), merchantId: own.newId(), test: true, ...given }) as Webhook;

/** Tries `count` posts one after the other. @returns the number of admitted posts */
async function countAdmitted(webhook: Webhook, count: number): Promise<number> {
  let yes = 0;
  for (let n = 0; n < count; n++) if (await own.admitPost(webhook)) yes++;
  return yes;
}

test.each<[string, boolean | undefined]>([
  ['nobody has approved', undefined],
  ['an operator no longer approves', false],
])(
  'each test merchant of an app that %s has its own daily limit, for all its endpoints together',
  async (_, vouched) => {
    const appId = await makeApp(vouched);
    const [one, other] = [own.newId(), own.newId()];
    const clock = jest.spyOn(Date, 'now').mockReturnValue(soon);
    expect(await countAdmitted(endpoint({ appId, merchantId: one }), 2)).toBe(2);
    clock.mockReturnValue(soon + day - 1);
    expect(await countAdmitted(endpoint({ appId, merchantId: one }), 2)).toBe(1);
    expect(await countAdmitted(endpoint({ appId, merchantId: other }), 4)).toBe(3);
    clock.mockReturnValue(soon + day);
    expect(await countAdmitted(endpoint({ appId, merchantId: one }), 4)).toBe(3);
  },
);

test('a test merchant of an approved app and a live merchant have no limit', async () => {
  expect(await countAdmitted(endpoint({ appId: await makeApp(true) }), 5)).toBe(5);
  expect(await countAdmitted(endpoint({ appId: await makeApp(), test: false }), 5)).toBe(5);
});

test('an unverified endpoint of a live merchant has the limit of a test merchant until an operator connects the merchant', async () => {
  const [appId, merchantId] = [await makeApp(), own.newId()];
  const live = { appId, test: false, challenge: 'secret' };
  expect(await countAdmitted(endpoint(live), 5)).toBe(3);
  await own.transact([
    { item: own.put({ ...own.merchantKey(merchantId), acquirer: { acquirer: 'stripe' } }) },
  ]);
  expect(await countAdmitted(endpoint({ ...live, merchantId }), 5)).toBe(5);
});

test('every merchant sends fifty posts a day to endpoints that are not verified', async () => {
  const appId = await makeApp(true);
  for (const test of [true, false]) {
    const [merchantId, challenge] = [own.newId(), 'secret'];
    expect(await countAdmitted(endpoint({ appId, test, merchantId, challenge }), 26)).toBe(26);
    expect(await countAdmitted(endpoint({ appId, test, merchantId, challenge }), 26)).toBe(24);
    expect(await own.admitPost(endpoint({ appId, test, merchantId }))).toBe(true);
    expect(await own.admitPost(endpoint({ appId, test, challenge }))).toBe(true);
  }
});

test('the merchants of all unverified apps share a daily limit, in sixteen parts', async () => {
  const before = Date.now() - day;
  jest.spyOn(Date, 'now').mockReturnValue(before);
  const part = jest.spyOn(Math, 'random');
  for (const chance of [0, 15.9 / 16]) {
    part.mockReturnValue(chance);
    let yes = 0;
    for (let n = 0; n < 4; n++) yes += await countAdmitted(endpoint({ appId: await makeApp() }), 3);
    expect(yes).toBe(10);
  }
});
