import { newId } from '../../../functions/core/domain/id.ts';
import { openLink } from '../../../functions/core/domain/transactions/link.ts';
import { callEngine } from '../../../lib/local/dynamodb/engine.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { somePayment } from '../domain/some-payment.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => {
  Object.assign(process.env, { UNVOUCHED_TEST_DAYS: '90', UNVOUCHED_APP_WRITES: '1000' });
  return {
    ...(await import('../../../functions/core/store/merchants/acquirer-accounts.ts')),
    ...(await import('../../../functions/core/store/merchants/apps.ts')),
    ...(await import('../../../functions/core/store/merchants/founders.ts')),
    ...(await import('../../../functions/core/store/merchants/invitations.ts')),
    ...(await import('../../../functions/core/store/merchants/members.ts')),
    ...(await import('../../../functions/core/store/merchants/merchants.ts')),
    ...(await import('../../../functions/core/store/merchants/trials.ts')),
    ...(await import('../../../functions/core/store/merchants/unvouched-writes.ts')),
    ...(await import('../../../functions/core/store/table/keys.ts')),
    ...(await import('../../../functions/core/store/table/transact.ts')),
    ...(await import('../../../functions/core/store/transactions/create-transaction.ts')),
    ...(await import('../../../functions/core/store/transactions/links.ts')),
    ...(await import('../../../functions/core/usecases/accounts/found-merchant.ts')),
    job: (await import('../../../functions/jobs/remove-merchants.ts')).handler,
  };
});

const day = 24 * 60 * 60_000;

/** A live merchant of an app that nobody vouches for. */
async function shop() {
  const app = { id: newId(), name: null };
  await own.createApp(app, newId());
  const merchant = { ...someMerchant({ test: false }), key: newId() };
  await own.createMerchant(merchant, app, own.trialOf(merchant, app));
  const by = { kind: 'app', id: app.id } as const;
  const invite = async () => {
    const user = { id: newId(), email: `${newId()}@example.com`, merchantId: merchant.id, test: false };
    await own.addUser({ ...user, merchant: 'Shop', role: 'owner', invitedBy: app.id }, by, true, []);
    return user;
  };
  const link = async () => {
    const terms = { amount: 100, currency: 'EUR', recurring: false };
    const link = openLink(terms, { id: newId(), merchantId: merchant.id, test: false });
    await own.createLink(link, by, []);
  };
  return { app, merchant, by, invite, link };
}

/** Runs the job some days after now, with the time for one round. */
async function run(days: number): Promise<void> {
  const time = new Date(Date.now() + days * day).toISOString();
  await own.job({ time }, { getRemainingTimeInMillis: () => 200_000 } as never);
}

/** The items that name a merchant in their keys. */
async function itemsOf({ id, key }: { id: string; key: string }): Promise<string[]> {
  const { Items } = (await callEngine(own.engine)('Scan', { TableName: own.table })) as {
    Items: { pk: { S: string }; sk: { S: string }; listPk?: { S: string } }[];
  };
  return Items.flatMap(({ pk, sk, listPk }) =>
    [pk.S, listPk?.S ?? ''].some((text) => text.includes(id) || text.includes(key))
      ? [`${pk.S} ${sk.S}`]
      : [],
  );
}

const isThere = async ({ id, key }: { id: string; key: string }) =>
  [await own.findMerchant(id), await own.merchantOfKey(key)].map((one) => one !== undefined);

test('a live merchant that nobody has used or connected for 90 days is removed with all of its items', async () => {
  const { merchant, invite, link } = await shop();
  await invite();
  await link();
  const puts = [own.templateKey, own.webhookKey].map((key) => key(merchant.id, newId()));
  const others = [own.logoKey(merchant.key), own.auditKey(merchant.id, newId()), own.summaryKey(merchant.id)];
  await own.transact([...puts, ...others].map((key) => ({ item: own.put({ ...key }) })));
  await run(89);
  expect(await isThere(merchant)).toEqual([true, true]);
  await run(91);
  expect(await itemsOf(merchant)).toEqual([]);
});

test('a merchant with many items is removed over several runs, and is gone from the first one on', async () => {
  const { merchant } = await shop();
  for (let n = 0; n < 11; n++)
    await own.transact(
      Array.from({ length: 100 }, () => ({ item: own.put({ ...own.auditKey(merchant.id, newId()) }) })),
    );
  await run(91);
  expect(await isThere(merchant)).toEqual([false, false]);
  const left = (await itemsOf(merchant)).length;
  expect(left).toBeGreaterThan(90);
  // A merchant that no longer exists is not looked at as one again.
  await run(92);
  expect(await itemsOf(merchant)).toEqual([]);
});

test('a merchant that a user uses stays until the user has not signed in for 90 days', async () => {
  const { merchant, invite } = await shop();
  const user = await invite();
  await own.putAccepted(user);
  const signedIn = { ':now': Date.now() + 50 * day };
  await own.transact([{ item: own.update(own.userKey(user.email), 'SET signedIn = :now', signedIn) }]);
  await run(91);
  await run(139);
  expect(await isThere(merchant)).toEqual([true, true]);
  await run(141);
  expect(await itemsOf(merchant)).toEqual([]);
});

type Shop = Awaited<ReturnType<typeof shop>>;
const account = { acquirer: 'stripe', account: 'acct_1' } as const;

test.each<[string, (shop: Shop) => Promise<unknown>]>([
  [
    'is connected with an acquirer',
    ({ merchant }) => own.setAcquirer(merchant, { ...account, account: merchant.id }, true, {}),
  ],
  [
    'was connected with an acquirer once',
    async ({ merchant }) => {
      await own.setAcquirer(merchant, { ...account, account: merchant.id }, true, {});
      for (const key of [own.merchantKey(merchant.id), own.publicKeyKey(merchant.key)])
        await own.transact([{ item: own.update(key, 'REMOVE acquirer', {}) }]);
    },
  ],
  [
    'has a ledger',
    ({ merchant }) =>
      own.transact([{ item: own.put({ pk: own.merchantKey(merchant.id).pk, sk: '#balance#0' }) }]),
  ],
  [
    'has a payment',
    ({ merchant }) => own.createTransaction(somePayment(merchant), {}, { merchant, alongside: [] }),
  ],
  ['is of an app that an operator has approved', ({ app }) => own.vouchFor(app.id, true)],
])('a merchant that %s stays for ever', async (_, change) => {
  const made = await shop();
  await change(made);
  const before = await itemsOf(made.merchant);
  for (const days of [91, 500]) await run(days);
  expect(await isThere(made.merchant)).toEqual([true, true]);
  expect(await itemsOf(made.merchant)).toEqual(before.filter((name) => !name.startsWith('trial#')));
});

test('a merchant that an operator connects while the job looks at it stays', async () => {
  const { merchant } = await shop();
  await own.setAcquirer(merchant, { ...account, account: merchant.id }, true, {});
  await expect(own.removeTrialMerchant(merchant)).rejects.toMatchObject({ name: 'StaleRead' });
  expect(await isThere(merchant)).toEqual([true, true]);
});

test('a test merchant, and a live one of a vouched app, have no such end', async () => {
  const app = { id: newId(), name: null };
  expect(own.trialOf(someMerchant({ test: true }), app)).toEqual([]);
  expect(own.trialOf(someMerchant({ test: false }), { ...app, vouched: true })).toEqual([]);
});

/** An owner of an app's merchant, who makes another live merchant by the standing of the app. */
async function ownerWithAnother() {
  const { app, merchant, by, invite } = await shop();
  const owner = await invite();
  await own.putAccepted(owner);
  const founding = async () => {
    const caller = { kind: 'user', id: owner.id, route: 'POST /merchants/{merchantId}/merchants' } as const;
    const appId = await own.standingOf(merchant.id, caller);
    const founder = { caller, email: owner.email, merchantId: merchant.id, appId };
    return own.foundMerchant({ ...someMerchant({ test: false }) }, founder, { id: appId }, () => []);
  };
  return { app, merchant, by, owner, founding };
}

test('a live merchant that a user has made is removed with all of its items, unless its founding app is approved', async () => {
  const { app, founding } = await ownerWithAnother();
  const [first, second] = [await founding(), await founding()];
  expect(await own.founderOf(first.id)).toBe(app.id);
  await run(91);
  expect([await itemsOf(first), await itemsOf(second)]).toEqual([[], []]);
  const kept = await founding().catch(() => undefined);
  expect(kept).toBeUndefined();

  const other = await ownerWithAnother();
  const stays = await other.founding();
  await own.vouchFor(other.app.id, true);
  await run(91);
  expect(await isThere(stays)).toEqual([true, true]);
});

test('a user who is removed, or gets another role, while the request runs makes no merchant', async () => {
  const { merchant, by, owner, founding } = await ownerWithAnother();
  await own.setRole(merchant.id, by, owner.id, 'support');
  await expect(founding()).rejects.toMatchObject({ name: 'NoAccess' });
  await own.setRole(merchant.id, by, owner.id, 'owner');
  await founding();
  await own.removeMember(merchant.id, by, { kind: 'user', id: owner.id });
  await expect(founding()).rejects.toMatchObject({ name: 'NoAccess' });
});
