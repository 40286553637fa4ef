import type { Caller } from '../../../functions/core/domain/caller.ts';
import { newId } from '../../../functions/core/domain/id.ts';
import type { Merchant } from '../../../functions/core/domain/merchants/merchant.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const store = onOwnTable(async () => ({
  ...(await import('../../../functions/core/store/mail/summaries.ts')),
  ...(await import('../../../functions/core/store/merchants/apps.ts')),
  ...(await import('../../../functions/core/store/merchants/founders.ts')),
  ...(await import('../../../functions/core/store/merchants/member-notices.ts')),
  ...(await import('../../../functions/core/store/merchants/invitations.ts')),
  ...(await import('../../../functions/core/store/merchants/members.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/store/merchants/user-merchants.ts')),
  ...(await import('../../../functions/core/store/table/keys.ts')),
  ...(await import('../../../functions/core/store/table/read.ts')),
  ...(await import('../../../functions/core/store/table/transact.ts')),
}));

test('a request counts for the app that sends it, or for the app that made the merchant if a user sends it', async () => {
  const merchant = someMerchant();
  const [maker, member, user] = [newId(), newId(), newId()];
  await store.createMerchant(merchant, { id: maker, name: null });
  await store.addApp(merchant, { kind: 'app', id: maker }, { id: member, name: null }, []);
  const standing = (kind: 'app' | 'user', id: string) =>
    store.standingOf(merchant.id, { kind, id } as Caller);
  expect([await standing('app', member), await standing('user', user)]).toEqual([member, maker]);
  await store.removeMember(merchant.id, { kind: 'app', id: maker }, { kind: 'app', id: maker });
  expect(await standing('user', user)).toBe(user);
});

test('the merchants of a user are the live and the test ones, without those that have removed the user', async () => {
  const [live, test, left] = [someMerchant({ test: false }), someMerchant(), someMerchant()];
  const [app, user] = [{ kind: 'app', id: newId() } as const, { kind: 'user', id: newId() } as const];
  const email = `${user.id}@example.com`;
  for (const [n, merchant] of [live, test, left].entries()) {
    await store.createMerchant({ ...merchant, key: newId() }, { id: app.id, name: null });
    const membership = { merchantId: merchant.id, merchant: 'Shop', test: merchant.test };
    const invited = { ...membership, id: user.id, email, invitedBy: app.id, role: 'support' as const };
    await store.addUser(invited, app, n === 0, []);
    await store.putAccepted(invited);
  }
  const { pk, sk } = store.membershipKey(left.id, user);
  const list = { listPk: store.merchantsOf(user, true).pk, listSk: left.id };
  await store.removeMember(left.id, app, user);
  // The index still shows the membership.
  await store.transact([{ item: store.put({ pk: `late ${pk}`, sk, merchantId: left.id, ...list }) }]);
  const found = await store.merchantsOfUser(user.id);
  expect(found.map(({ merchant, role }) => [merchant.id, role])).toEqual([
    [live.id, 'support'],
    [test.id, 'support'],
  ]);
});

test('a merchant comes after those that the user had before the invitation, whichever of them is older', async () => {
  const merchants = [someMerchant({ test: false }), someMerchant({ test: false }), someMerchant()];
  const [older, newer, test] = merchants as [Merchant, Merchant, Merchant];
  for (const invitations of [
    [test, newer, older],
    [older, test, newer],
  ]) {
    const [app, user] = [{ kind: 'app', id: newId() } as const, newId()];
    for (const [n, { id: merchantId, test }] of invitations.entries()) {
      await store.createMerchant(
        { ...someMerchant(), id: merchantId, test, key: newId() },
        { id: app.id, name: null },
      );
      const invited = {
        id: user,
        email: `${user}@example.com`,
        merchantId,
        merchant: 'Shop',
        test,
        invitedBy: app.id,
      };
      await store.addUser(invited, app, n === 0, []);
      await store.putAccepted(invited);
    }
    const found = (await store.merchantsOfUser(user)).map(({ merchant }) => merchant.id);
    const live = invitations.filter(({ test }) => !test).map(({ id }) => id);
    expect(found).toEqual([...live, test.id]);
  }
});

test('nothing is written for a user or an app that was removed', async () => {
  const [merchantId, id] = [newId(), newId()];
  const caller = { kind: 'app', id: newId() } as const;
  await store.transact([{ item: store.put({ ...store.membershipKey(merchantId, caller) }) }]);
  const user = { kind: 'user', id, route: '' } as Caller;
  const isMissing = { name: 'NotFound' };
  const listed = store.listMembership({ id, merchantId, test: true });
  await expect(store.transact([listed])).rejects.toMatchObject(isMissing);
  await expect(store.setRole(merchantId, caller, id, 'owner')).rejects.toMatchObject(isMissing);
  for (const chosen of [{ summary: true }, { disputes: false }])
    await expect(store.setNotices(merchantId, user, chosen)).rejects.toMatchObject({ name: 'NoAccess' });
  await expect(store.vouchFor(id, true)).rejects.toMatchObject(isMissing);
  expect(await store.getAll([store.membershipKey(merchantId, user), store.appKey(id)])).toEqual([]);
});

test('a merchant is listed once for daily summaries, until no user who wants them is left', async () => {
  const app = { kind: 'app', id: newId() } as const;
  const merchant = someMerchant();
  const { id: merchantId } = merchant;
  await store.createMerchant(merchant, { id: app.id, name: null });
  const users = Array.from({ length: 3 }, () => ({ kind: 'user', id: newId(), route: '' }) as const);
  for (const { id } of users) {
    const user = {
      id,
      email: `${id}@example.com`,
      merchantId,
      merchant: 'Shop',
      test: true,
      invitedBy: app.id,
    };
    await store.addUser(user, app, true, []);
  }
  const listed = async () => {
    const ids: string[] = [];
    for await (const { id } of store.listSummaries({ limit: 100 })) if (id === merchantId) ids.push(id);
    return ids.length;
  };
  for (const user of users) await store.setNotices(merchantId, user, { summary: true });
  const [one, two, three] = users.map(({ id }) => id) as [string, string, string];
  expect(await listed()).toBe(1);
  await store.removeLeaving({ merchantId, id: one });
  await store.removeMember(merchantId, app, { kind: 'user', id: two });
  expect(await listed()).toBe(1);
  await store.removeLeaving({ merchantId, id: three });
  expect(await listed()).toBe(0);
});
