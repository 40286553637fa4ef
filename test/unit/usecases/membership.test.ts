import type { Caller } from '../../../functions/core/domain/caller.ts';
import type { Id } from '../../../functions/core/domain/id.ts';
import { someMerchant } from '../domain/some-merchant.ts';
import { onOwnTable } from '../own-table.ts';

const own = onOwnTable(async () => ({
  ...(await import('../../../functions/core/domain/id.ts')),
  ...(await import('../../../functions/core/store/merchants/members.ts')),
  ...(await import('../../../functions/core/store/merchants/merchants.ts')),
  ...(await import('../../../functions/core/usecases/accounts/membership.ts')),
}));

const newApp = (): Caller => ({ kind: 'app', id: own.newId() });

async function shop(app: Caller): Promise<Id> {
  const merchant = someMerchant({});
  await own.createMerchant(merchant, { id: app.id, name: null });
  return merchant.id;
}

const noAccess = { name: 'NoAccess' };
const thingOf = (merchantId: Id) => Promise.resolve({ merchantId, secret: 1 });

test('an app reads the objects of its merchants, and of no other, whatever it has read before', async () => {
  const [app, rival] = [newApp(), newApp()];
  const [first, second, foreign] = [await shop(app), await shop(app), await shop(rival)];
  const [mine, other, theirs] = [thingOf(first), thingOf(second), thingOf(foreign)];
  // The rival's object is refused before the first read, after a read of an own merchant, and after a refusal.
  await expect(own.forMember(app, theirs)).rejects.toMatchObject(noAccess);
  for (const thing of [mine, other, mine, mine]) {
    expect(await own.forMember(app, thing)).toEqual(await thing);
    await expect(own.forMember(app, theirs)).rejects.toMatchObject(noAccess);
  }
  expect(await own.forMember(rival, theirs)).toEqual(await theirs);
  await expect(own.forMember(rival, mine)).rejects.toMatchObject(noAccess);
  await expect(own.forMember(app, Promise.resolve(undefined))).rejects.toMatchObject({ name: 'NotFound' });
});

test('an app that has left a merchant reads nothing of it, although it was the last one it has read', async () => {
  const app = newApp();
  const merchantId = await shop(app);
  await own.forMember(app, thingOf(merchantId));
  await own.removeMember(merchantId, app, app);
  await expect(own.forMember(app, thingOf(merchantId))).rejects.toMatchObject(noAccess);
  await expect(own.asMember(merchantId, app, thingOf(merchantId))).rejects.toMatchObject(noAccess);
});

test('data of a merchant is for its members, and a merchant that does not exist is not found', async () => {
  const [app, rival] = [newApp(), newApp()];
  const merchantId = await shop(app);
  await shop(rival);
  expect(await own.asMember(merchantId, app, 'data')).toBe('data');
  await expect(own.asMember(merchantId, rival, 'data')).rejects.toMatchObject(noAccess);
  await expect(own.assertMember(merchantId, rival)).rejects.toMatchObject(noAccess);
  await expect(own.assertMember(own.newId(), app)).rejects.toMatchObject({ name: 'NotFound' });
});
